// The core as a JavaScript module, declared to embind: a call and its inputs and results have the
// names and fields that web/src/core/contract.ts says, and results belong to JavaScript. It adapts
// and never computes. How each kind of values crosses is in embind_kinds.h.

#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <unistd.h>

// After Emscripten.
#include "embind_kinds.h"
#include "softmax_bridge/attention.h"
#include "softmax_bridge/derivation.h"
#include "softmax_bridge/gradients.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/naive_softmax.h"
#include "softmax_bridge/normalizers.h"
#include "softmax_bridge/perturbation.h"
#include "softmax_bridge/properties.h"
#include "softmax_bridge/sampling.h"
#include "softmax_bridge/smooth_max.h"
#include "softmax_bridge/temperature.h"
#include "softmax_bridge/training.h"

namespace softmax_bridge {

inline const char* nameOf(Estimator estimator) { return estimatorName(estimator); }
inline const char* nameOf(Flag flag) { return flagName(flag); }
inline const char* nameOf(Holds holds) { return holdsName(holds); }
inline const char* nameOf(Loss loss) { return lossName(loss); }
inline const char* nameOf(NormalizerKind kind) { return normalizerName(kind); }
inline const char* nameOf(Property property) { return propertyName(property); }
inline const char* nameOf(Reason reason) { return reasonName(reason); }
inline const char* nameOf(Relation relation) { return relationName(relation); }
inline const char* nameOf(Score score) { return scoreName(score); }
inline const char* nameOf(Status status) { return statusName(status); }
inline const char* nameOf(StepId id) { return stepName(id); }
inline const char* nameOf(StepVector which) { return stepVectorName(which); }

namespace {

template <class E>
void tellNames(const char* list) {
  for (int i = 0; *nameOf(static_cast<E>(i)) != '\0'; ++i) {
    tellName(list, nameOf(static_cast<E>(i)));
  }
}

// ------------------------------------------- what the core takes one by one, or crosses otherwise

struct SampleHardInput {
  Vector scores;
  std::optional<Matrix> X;
  double temperature = 1;
  Index draws = 0;
  double seed = 1;
};

Error sampleHardBy(const SampleHardInput& input, HardSamples* samples) {
  return sampleHard(input.scores, input.temperature, input.X.value_or(Matrix()), input.draws,
                    static_cast<std::uint64_t>(input.seed), samples);
}

struct SmoothMaxInput {
  Vector scores;
  double temperature = 1;
  double r = 2;
};

Error smoothMaxBy(const SmoothMaxInput& input, SmoothMaxima* maxima) {
  return smoothMaxima(input.scores, input.temperature, input.r, maxima);
}

struct LossOptions {
  Index target = 0;
  Loss loss = Loss::kSquaredError;
};

Error lossGradientsBy(const DeriveInput& input, const LossOptions& options,
                      LossGradients* gradients) {
  return lossGradients(input, options.loss, options.target, gradients);
}

struct QueryOptions {
  Matrix queries;
  Index target = 0;
  std::optional<Vector> direction;
};

Error queryLossesBy(const DeriveInput& input, const QueryOptions& options, QueryLosses* losses) {
  return queryLosses(input, options.queries, options.direction.value_or(Vector()), options.target,
                     losses);
}

Error normalizeBy(const Normalizer& normalizer, const Vector& scores, Normalization* result) {
  return normalize(scores, normalizer, result);
}

/// Marks the index sets that are those of the ties, as nearly all are, by leaving them empty.
Error deriveBy(const DeriveInput& input, Derivation* derivation) {
  const Error error = derive(input, derivation);
  for (Step& step : derivation->steps) {
    for (auto* argmax : {&step.candidate_argmax, &step.candidate_float_argmax}) {
      if (*argmax == derivation->ties) argmax->clear();
    }
  }
  return error;
}

template <std::vector<Index> Step::*kArgmax>
std::optional<std::vector<Index>> otherThanTies(const Step& step) {
  if ((step.*kArgmax).empty()) return std::nullopt;
  return step.*kArgmax;
}

struct AttendInput : AttentionInput {
  Held<float> Q;
  Held<float> K;
  Held<float> V;
  std::optional<Held<std::uint8_t>> mask;
  std::optional<Held<std::uint8_t>> attended;
};

/// The sizes alone, before anything is copied.
Error checkAttend(AttendInput& input) {
  AttentionInput& spans = input;
  spans.Q = input.Q.unread();
  spans.K = input.K.unread();
  spans.V = input.V.unread();
  if (input.mask) spans.mask = input.mask->unread();
  if (input.attended) spans.attended = input.attended->unread();
  return checkAttention(input);
}

Error checkAttendBy(AttendInput input, Attention* /*none*/) { return checkAttend(input); }

Error attendBy(AttendInput input, Attention* attention) {
  AttentionInput& spans = input;
  if (const Error error = checkAttend(input); !error.ok()) return error;
  spans.Q = input.Q.read();
  spans.K = input.K.read();
  spans.V = input.V.read();
  if (input.mask) spans.mask = input.mask->read();
  if (input.attended) spans.attended = input.attended->read();
  return attend(input, attention);
}

struct AttendWindowInput : WindowInput {
  Held<float> Q;
  Held<float> K;
  Held<float> log_sum_exp;
  Held<float> picks;
};

Error attendWindowBy(AttendWindowInput input, Window* window) {
  WindowInput& spans = input;
  spans.Q = input.Q.unread();
  spans.K = input.K.unread();
  spans.log_sum_exp = input.log_sum_exp.unread();
  spans.picks = input.picks.unread();
  if (const Error error = checkWindow(input); !error.ok()) return error;
  spans.Q = input.Q.read();
  spans.K = input.K.read();
  spans.log_sum_exp = input.log_sum_exp.read();
  spans.picks = input.picks.read();
  return attendWindow(input, window);
}

/// One of the three pictures.
template <int kPicture>
std::span<const float> picture(const Window& window) {
  const auto dots = static_cast<std::size_t>(window.pictures.size()) / 3;
  return {window.pictures.data() + kPicture * dots, dots};
}

/// One of the two sums of each query.
template <int kSum>
FloatVector sums(const Window& window) {
  const Index rows = window.sums.size() / 2;
  return Eigen::Map<const FloatVector, 0, Eigen::InnerStride<2>>(window.sums.data() + kSum, rows);
}

/// The place of an item; absent where it is −1.
template <Index Witness::*kItem>
std::optional<double> place(const Witness& witness) {
  const Index item = witness.*kItem;
  if (item < 0) return std::nullopt;
  return static_cast<double>(item);
}

Text argument(const Error& error) { return {error.argument}; }

double seed(const TrainInput& input) { return static_cast<double>(input.seed); }
void setSeed(TrainInput& input, double seed) { input.seed = static_cast<std::uint64_t>(seed); }

std::optional<std::vector<Index>> pair(const PerturbInput& /*input*/) { return {}; }
void setPair(PerturbInput& input, const std::optional<std::vector<Index>>& pair) {
  if (!pair) return;
  input.item = pair->size() == 2 ? pair->front() : 0;
  input.other = pair->size() == 2 ? pair->back() : 0;
}

std::optional<Matrix> values(const PerturbInput& /*input*/) { return {}; }
void setValues(PerturbInput& input, const std::optional<Matrix>& values) {
  input.X = values.value_or(Matrix());
}

/// Sets what only comes out.
template <class T>
void ignore(T& /*object*/, bool /*value*/) {}

// ------------------------------------------------------------------------------- the declarations

EMSCRIPTEN_BINDINGS(softmax_bridge) {
  tellNames<Status>("codes");
  tellNames<Estimator>("estimators");
  tellNames<Flag>("flags");
  tellNames<Holds>("holds");
  tellNames<Loss>("losses");
  tellNames<NormalizerKind>("normalizers");
  tellNames<Property>("properties");
  tellNames<Reason>("reasons");
  tellNames<Relation>("relations");
  tellNames<Score>("scores");
  tellNames<StepId>("steps");
  tellNames<StepVector>("vectors");

  OBJECT(Error, batch, row, column)
      .field("code", &Error::status)
      .field("argument", &argument, &ignore<Error>);

  OBJECT(ScoreParameters, W, Wq, U, v, sigma);
  OBJECT(DeriveInput, X, K, q, scores, score, parameters, temperature, mask, derivatives);
  OBJECT(Step, id, relation, candidate, weights, weight_sum, output, output_distance,
         weight_distance)
      .field("candidateArgmax", &otherThanTies<&Step::candidate_argmax>, &ignore<Step>)
      .field("candidateFloatArgmax", &otherThanTies<&Step::candidate_float_argmax>, &ignore<Step>);
  emscripten::value_array<std::array<double, 2>>("Bounds")
      .element(emscripten::index<0>())
      .element(emscripten::index<1>());
  OBJECT(Derivation, scores, scaled_scores, score_terms, max, argmax, ties, gap, one_hot, shifted,
         exp_shifted, sum_exp, log_sum_exp, lse_minus_max, lse_minus_max_bounds, weights,
         log_weights, mean_score, hard_output, tie_mean, soft_output, shares, output_difference,
         output_difference_share, output_distance, total_variation, kl_divergence,
         total_variation_to_ties, total_variation_bounds, entropy, jacobian, gradient_query, flags,
         steps);
  emscripten::function("derive", &Calls<deriveBy>::call);

  OBJECT(Sweep, weights, outputs, output_slope, entropy, lse_minus_max, total_variation_to_ties,
         lower, upper, output_distance);
  emscripten::function("sweep", &Calls<sweep>::call);

  OBJECT(SampleHardInput, scores, X, temperature, draws, seed);
  OBJECT(HardSamples, counts, frequencies, mean_output, total_variation, last);
  emscripten::function("sampleHard", &Calls<sampleHardBy>::call);

  OBJECT(NaiveSoftmax, exp, sum, weights);
  OBJECT(DivisionFreeSoftmax, weights, sum, sum_error);
  OBJECT(NaiveFormulas, float64, float32, division_free);
  emscripten::function("naiveSoftmax", &Calls<naiveFormulas>::call);

  OBJECT(Normalizer, kind, temperature, alpha, derivatives);
  OBJECT(Normalization, weights, support, valid, jacobian);
  emscripten::function("normalize", &Calls<normalizeBy>::call);

  OBJECT(PerturbInput, scores, shift, removed)
      .field("X", &values, &setValues)
      .field("pair", &pair, &setPair);
  OBJECT(RatioChange, item, other, before, after, changed);
  OBJECT(Perturbation, scores, weights, support, defined, before, output, ratio);
  emscripten::function("perturb", &Calls<perturb>::call);

  OBJECT(Witness, scores, temperature, given, reason, before, after, shift, derivatives)
      .field("item", &place<&Witness::item>, &ignore<Witness>)
      .field("other", &place<&Witness::other>, &ignore<Witness>)
      .field("removed", &place<&Witness::removed>, &ignore<Witness>);
  OBJECT(PropertyCheck, property, holds, witness);
  emscripten::function("properties", &Calls<checkProperties>::call);

  OBJECT(SmoothMaxInput, scores, temperature, r);
  OBJECT(SmoothMaximum, value, gradient);
  OBJECT(SmoothMaxima, max, log_sum_exp, mellowmax, boltzmann, p_norm);
  emscripten::function("smoothMax", &Calls<smoothMaxBy>::call);

  OBJECT(TrainInput, X, q, target, estimator, temperature, eta, steps, lambda)
      .field("seed", &seed, &setSeed);
  OBJECT(TrainingRun, q, loss, weight_target, output_distance, pick);
  emscripten::function("train", &Calls<train>::call);

  OBJECT(LossOptions, target, loss);
  OBJECT(LossGradients, loss, output, scores, query, keys, values, W, Wq, U, v);
  emscripten::function("lossGradients", &Calls<lossGradientsBy>::call);
  OBJECT(OutputDifferences, soft, hard);
  emscripten::function("outputDifferences", &Calls<outputDifferences>::call);
  OBJECT(QueryOptions, queries, target, direction);
  OBJECT(QueryLosses, soft, hard, cross_entropy, pick, soft_slope, soft_difference);
  emscripten::function("queryLosses", &Calls<queryLossesBy>::call);
  OBJECT(JacobianIdentities, row_sums, asymmetry, norm);
  emscripten::function("jacobianIdentities", &Calls<jacobianIdentities>::call);

  OBJECT(AttendInput, Q, K, V, mask, batch, n, n_keys, d, d_value, scale, causal, hard, first_query,
         attended);
  OBJECT(Attention, output, log_sum_exp);
  emscripten::function("attend", &Calls<attendBy>::call);
  emscripten::function("checkAttend", &Calls<checkAttendBy>::call);
  OBJECT(AttendWindowInput, Q, K, log_sum_exp, picks, rows, columns, d, first_query, first_key,
         height, width, scale, causal);
  emscripten::value_object<Window>("Window")
      .field("soft", &picture<0>, &ignore<Window>)
      .field("hard", &picture<1>, &ignore<Window>)
      .field("difference", &picture<2>, &ignore<Window>)
      .field("totalVariation", &sums<0>, &ignore<Window>)
      .field("entropy", &sums<1>, &ignore<Window>);
  emscripten::function("attendWindow", &Calls<attendWindowBy>::call);

  // Whether an argument of this size is within the bounds of limits.h.
  emscripten::function(
      "fits", +[](double rows, double columns) { return checkSize("", rows, columns).ok(); });
  // Bytes: of the memory, and of as much of it as is in use.
  emscripten::function(
      "memorySize", +[] { return static_cast<double>(emscripten_get_heap_size()); });
  emscripten::function(
      "memoryUsed", +[] { return static_cast<double>(reinterpret_cast<std::uintptr_t>(sbrk(0))); });
}

}  // namespace
}  // namespace softmax_bridge
