// The core as a JavaScript module. It adapts and never computes: a call takes one message and gives
// one message back, both runs of doubles. Inside a message a number is itself; a vector is its
// length and its entries, or −1 − j if it is the j-th vector of the message again (so for index
// sets, counted apart); a matrix is its rows, its columns and its entries row by row; what may be
// absent is preceded by 0 or 1. For each call f there is a file web/src/core/f.ts that writes and
// reads in the same order. attend alone, whose arrays are large and float32, has them beside its
// message.
//
// A result is copied out before the call returns, since growing memory would detach a view of it.

#include <emscripten/emscripten.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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

// What goes in waits in Module.inputs, and what comes out in Module.output, until it is fetched: by
// JavaScript of our own, since embind is 6 kB, compressed, of types that nothing here has.
// clang-format off: JavaScript
EM_JS(int, inputLength, (int index), { return Module["inputs"][index].length; });

EM_JS(void, copyInput, (void* values, int index), {
  const input = Module["inputs"][index];
  HEAPU8.set(new Uint8Array(input.buffer, input.byteOffset, input.byteLength), values >>> 0);
});

// Whether JavaScript had room for a copy of the numbers. Its exception must not pass through C++,
// which would never give back its stack.
EM_JS(bool, giveMessage, (const double* values, std::size_t size), {
  try {
    Module["output"] = HEAPF64.slice(values >>> 3, (values >>> 3) + size);
    return true;
  } catch (error) {
    return false;
  }
});

EM_JS(bool, giveAttention,
      (const float* output, std::size_t size, const float* log_sum_exp, std::size_t rows), {
        try {
          Module["output"] = {
            "output" : HEAPF32.slice(output >>> 2, (output >>> 2) + size),
            "logSumExp" : HEAPF32.slice(log_sum_exp >>> 2, (log_sum_exp >>> 2) + rows)
          };
          return true;
        } catch (error) {
          return false;
        }
      });

EM_JS(void, giveFailure,
      (const char* code, const char* argument, double batch, double row, double column), {
        Module["output"] = {
          "code" : UTF8ToString(code),
          "argument" : UTF8ToString(argument),
          "batch" : batch,
          "row" : row,
          "column" : column
        };
      });

EM_JS(void, giveText, (const char* text), { Module["output"] = UTF8ToString(text); });
#ifdef EM_JS_DEPS  // since 3.1.31, before which it was always there
EM_JS_DEPS(messages, "$UTF8ToString");
#endif
// clang-format on

namespace softmax_bridge {
namespace {

// std::malloc, since operator new aborts where std::malloc tells.
struct Free {
  void operator()(void* values) const { std::free(values); }
};
using Buffer = std::unique_ptr<double[], Free>;

Buffer allocate(std::size_t size) {
  return Buffer(static_cast<double*>(std::malloc(size * sizeof(double))));
}

class MessageReader {
 public:
  explicit MessageReader(const double* values) : next_(values) {}

  double number() { return *next_++; }

  Index index() { return static_cast<Index>(number()); }

  std::uint64_t seed() { return static_cast<std::uint64_t>(number()); }

  template <class Enum>
  Enum name() {
    return static_cast<Enum>(index());
  }

  Vector vector() {
    const Index size = index();
    const double* values = take(size);
    return Eigen::Map<const Vector>(values, size);
  }

  Matrix matrix() {
    const Index rows = index();
    const Index columns = index();
    const double* values = take(rows * columns);
    return Eigen::Map<const Matrix>(values, rows, columns);
  }

  Mask mask() {
    const Index size = index();
    const double* values = take(size);
    return Mask(values, values + size);
  }

  template <class T>
  std::optional<T> optional(T (MessageReader::*read)()) {
    if (number() == 0) return std::nullopt;
    return (this->*read)();
  }

 private:
  const double* take(Index size) {
    const double* values = next_;
    next_ += size;
    return values;
  }

  const double* next_;
};

/// Counts the numbers of a message when `out` is null, and writes them otherwise.
class MessageWriter {
 public:
  explicit MessageWriter(double* out) : out_(out) {}

  [[nodiscard]] std::size_t size() const { return size_; }

  void number(double value) {
    if (out_ != nullptr) out_[size_] = value;
    ++size_;
  }

  void vector(const Vector& values) {
    index(values.size());
    numbers(values.data(), values.size());
  }

  void indices(const std::vector<Index>& values) {
    index(static_cast<Index>(values.size()));
    numbers(values.data(), values.size());
  }

  void matrix(const Matrix& values) {
    index(values.rows());
    index(values.cols());
    numbers(values.data(), values.size());
  }

  void index(Index value) { number(static_cast<double>(value)); }

  void optional(const std::optional<Matrix>& values) {
    number(values ? 1 : 0);
    if (values) matrix(*values);
  }

  void optional(const std::optional<Vector>& values) {
    number(values ? 1 : 0);
    if (values) vector(*values);
  }

  template <class Enum>
  void name(Enum value) {
    number(static_cast<double>(value));
  }

 private:
  template <class T>
  void numbers(const T* values, std::size_t size) {
    if (out_ != nullptr) std::copy(values, values + size, out_ + size_);
    size_ += size;
  }

  double* out_;
  std::size_t size_ = 0;
};

DeriveInput readInput(MessageReader& message) {
  DeriveInput input;
  input.temperature = message.number();
  input.scores = message.optional(&MessageReader::vector);
  input.X = message.optional(&MessageReader::matrix);
  input.mask = message.optional(&MessageReader::mask);
  input.q = message.optional(&MessageReader::vector);
  input.K = message.optional(&MessageReader::matrix);
  input.score = message.name<Score>();
  input.parameters.W = message.optional(&MessageReader::matrix);
  input.parameters.Wq = message.optional(&MessageReader::matrix);
  input.parameters.U = message.optional(&MessageReader::matrix);
  input.parameters.v = message.optional(&MessageReader::vector);
  input.parameters.sigma = message.number();
  return input;
}

/// An index set, or −1 where it is that of the ties, as nearly all are.
void writeArgmax(const std::vector<Index>& argmax, const Derivation& derivation,
                 MessageWriter& message) {
  if (argmax == derivation.ties) {
    message.number(-1);
  } else {
    message.indices(argmax);
  }
}

void writeStep(const Derivation& derivation, const Step& step, MessageWriter& message) {
  message.name(step.id);
  message.name(step.relation);
  message.name(step.candidate);
  writeArgmax(step.candidate_argmax, derivation, message);
  writeArgmax(step.candidate_float_argmax, derivation, message);
  message.name(step.weights);
  message.number(step.weight_sum);
  message.vector(step.output);
  message.number(step.output_distance);
  message.number(step.weight_distance);
}

void writeDerivation(const Derivation& derivation, MessageWriter& message) {
  message.vector(derivation.scores);
  message.vector(derivation.scaled_scores);
  message.matrix(derivation.score_terms);
  message.number(derivation.max);
  message.index(derivation.argmax);
  message.indices(derivation.ties);
  message.number(derivation.gap);
  message.vector(derivation.one_hot);
  message.vector(derivation.shifted);
  message.vector(derivation.exp_shifted);
  message.number(derivation.sum_exp);
  message.number(derivation.log_sum_exp);
  message.number(derivation.lse_minus_max);
  for (const double bound : derivation.lse_minus_max_bounds) message.number(bound);
  message.vector(derivation.weights);
  message.vector(derivation.log_weights);
  message.number(derivation.mean_score);
  message.vector(derivation.hard_output);
  message.vector(derivation.tie_mean);
  message.vector(derivation.soft_output);
  message.matrix(derivation.shares);
  message.vector(derivation.output_difference);
  message.vector(derivation.output_difference_share);
  message.number(derivation.output_distance);
  message.number(derivation.total_variation);
  message.number(derivation.kl_divergence);
  message.number(derivation.total_variation_to_ties);
  for (const double bound : derivation.total_variation_bounds) message.number(bound);
  message.number(derivation.entropy);
  message.matrix(derivation.jacobian);
  message.matrix(derivation.gradient_query);
  message.number(static_cast<double>(derivation.flags.size()));
  for (const Flag flag : derivation.flags) message.name(flag);
  message.number(static_cast<double>(derivation.steps.size()));
  for (const Step& step : derivation.steps) writeStep(derivation, step, message);
}

void writeHardSamples(const HardSamples& samples, MessageWriter& message) {
  message.indices(samples.counts);
  message.vector(samples.frequencies);
  message.vector(samples.mean_output);
  message.number(samples.total_variation);
  message.index(samples.last);
}

void writeNaiveSoftmax(const NaiveSoftmax& naive, MessageWriter& message) {
  message.vector(naive.exp);
  message.number(naive.sum);
  message.vector(naive.weights);
}

void writeNaiveFormulas(const NaiveFormulas& formulas, MessageWriter& message) {
  writeNaiveSoftmax(formulas.float64, message);
  writeNaiveSoftmax(formulas.float32, message);
  message.number(formulas.division_free ? 1 : 0);
  if (!formulas.division_free) return;
  message.vector(formulas.division_free->weights);
  message.number(formulas.division_free->sum);
  message.number(formulas.division_free->sum_error);
}

void writeNormalization(const Normalization& normalization, MessageWriter& message) {
  message.vector(normalization.weights);
  message.number(static_cast<double>(normalization.support.size()));
  for (const bool has_weight : normalization.support) message.number(has_weight ? 1 : 0);
  message.number(normalization.valid ? 1 : 0);
  message.optional(normalization.jacobian);
}

void writeChecks(const std::vector<PropertyCheck>& checks, MessageWriter& message) {
  message.number(static_cast<double>(checks.size()));
  for (const PropertyCheck& check : checks) {
    message.name(check.property);
    message.name(check.holds);
    message.number(check.witness ? 1 : 0);
    if (!check.witness) continue;
    const Witness& witness = *check.witness;
    message.vector(witness.scores);
    message.number(witness.temperature);
    message.number(witness.given ? 1 : 0);
    message.name(witness.reason);
    message.index(witness.item);
    message.index(witness.other);
    message.index(witness.removed);
    message.number(witness.before);
    message.number(witness.after);
    message.number(witness.shift);
    message.number(witness.derivatives);
  }
}

void writeSmoothMaxima(const SmoothMaxima& maxima, MessageWriter& message) {
  for (const SmoothMaximum* maximum :
       {&maxima.max, &maxima.log_sum_exp, &maxima.mellowmax, &maxima.boltzmann, &maxima.p_norm}) {
    message.number(maximum->value);
    message.vector(maximum->gradient);
  }
}

void writeSweep(const Sweep& sweep, MessageWriter& message) {
  message.matrix(sweep.weights);
  message.matrix(sweep.outputs);
  message.matrix(sweep.output_slope);
  for (const Vector* values : {&sweep.entropy, &sweep.lse_minus_max, &sweep.total_variation_to_ties,
                               &sweep.lower, &sweep.upper, &sweep.output_distance}) {
    message.vector(*values);
  }
}

void writeRun(const TrainingRun& run, MessageWriter& message) {
  message.matrix(run.q);
  message.vector(run.loss);
  message.vector(run.weight_target);
  message.indices(run.pick);
}

void writeLossGradients(const LossGradients& gradients, MessageWriter& message) {
  message.number(gradients.loss);
  message.vector(gradients.output);
  message.vector(gradients.scores);
  message.optional(gradients.query);
  message.optional(gradients.keys);
  message.matrix(gradients.values);
  message.optional(gradients.W);
  message.optional(gradients.Wq);
  message.optional(gradients.U);
  message.optional(gradients.v);
}

void writeOutputDifferences(const OutputDifferences& differences, MessageWriter& message) {
  message.matrix(differences.soft);
  message.matrix(differences.hard);
}

void writeQueryLosses(const QueryLosses& losses, MessageWriter& message) {
  message.vector(losses.soft);
  message.vector(losses.hard);
  message.vector(losses.cross_entropy);
  message.indices(losses.pick);
  message.vector(losses.soft_slope);
  message.vector(losses.soft_difference);
}

void writeJacobianIdentities(const JacobianIdentities& identities, MessageWriter& message) {
  message.vector(identities.row_sums);
  message.number(identities.asymmetry);
  message.number(identities.norm);
}

void giveFailure(const Error& error) {
  ::giveFailure(statusName(error.status), error.argument, static_cast<double>(error.batch),
                static_cast<double>(error.row), static_cast<double>(error.column));
}

/// Whether so much memory is to be had: a container that finds none aborts the module.
bool hasRoomFor(double bytes) {
  if (bytes >= 0x1p31) return false;
  // Volatile, or the compiler removes an allocation that nobody uses and assumes that it succeeds.
  static void* volatile block;
  block = std::malloc(static_cast<std::size_t>(bytes));
  const bool found = block != nullptr;
  std::free(block);
  return found;
}

/// No fewer bytes than derive and the message of its result ever hold at once beside the input:
/// per item, per entry of the matrices with a row per item, and per entry of those without. The
/// others that take such an input hold less, but for what they add per row.
double roomFor(const DeriveInput& input) {
  const auto rows = [](const auto& matrix) {
    return matrix ? static_cast<double>(matrix->rows()) : 0;
  };
  const auto columns = [](const auto& matrix) {
    return matrix ? static_cast<double>(matrix->cols()) : 0;
  };
  const auto size = [](const auto& vector) {
    return vector ? static_cast<double>(vector->size()) : 0;
  };
  const double n = size(input.scores) + rows(input.X);
  const double d = columns(input.X);
  const double d_q = size(input.q);
  const double hidden =
      size(input.parameters.v) + rows(input.parameters.Wq) + rows(input.parameters.U);
  const double jacobian = n <= static_cast<double>(kMaxJacobianItems) ? n * n : 0;
  return 65536 + 512 * n + 64 * n * (d + d_q) + 32 * jacobian +
         64 * (d * d_q + d + d_q + columns(input.K) + hidden);
}

/// The same for calls that take no more than scores.
double roomFor(const Vector& scores) {
  const auto n = static_cast<double>(scores.size());
  return 65536 + 512 * n + (n <= static_cast<double>(kMaxJacobianItems) ? 32 * n * n : 0);
}

/// A call: the answer to one message as another, in `out`; everything else is freed again.
using Call = Error (*)(Buffer in, Buffer* out, std::size_t* size);

template <class Result>
Error write(const Error& error, const Result& result,
            void (*writeResult)(const Result&, MessageWriter&), Buffer* out, std::size_t* size) {
  if (!error.ok()) return error;
  MessageWriter counter(nullptr);
  writeResult(result, counter);
  *size = counter.size();
  *out = allocate(*size);
  if (*out == nullptr) return {Status::kOutOfMemory};
  MessageWriter writer(out->get());
  writeResult(result, writer);
  return {};
}

Error deriveCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const DeriveInput input = readInput(message);
  in.reset();
  if (!hasRoomFor(roomFor(input))) return {Status::kOutOfMemory};
  Derivation derivation;
  return write(derive(input, &derivation), derivation, writeDerivation, out, size);
}

Error sampleHardCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const double temperature = message.number();
  const Index draws = message.index();
  const std::uint64_t seed = message.seed();
  const Vector scores = message.vector();
  const Matrix X = message.matrix();
  in.reset();
  if (!hasRoomFor(roomFor(scores))) return {Status::kOutOfMemory};
  HardSamples samples;
  return write(sampleHard(scores, temperature, X, draws, seed, &samples), samples, writeHardSamples,
               out, size);
}

Error naiveSoftmaxCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const double temperature = message.number();
  const Vector scores = message.vector();
  in.reset();
  if (!hasRoomFor(roomFor(scores))) return {Status::kOutOfMemory};
  NaiveFormulas formulas;
  return write(naiveFormulas(scores, temperature, &formulas), formulas, writeNaiveFormulas, out,
               size);
}

void writePerturbation(const Perturbation& perturbation, MessageWriter& message) {
  message.vector(perturbation.scores);
  message.vector(perturbation.weights);
  message.number(static_cast<double>(perturbation.support.size()));
  for (const bool has_weight : perturbation.support) message.number(has_weight ? 1 : 0);
  message.number(perturbation.defined ? 1 : 0);
  message.vector(perturbation.before);
  message.vector(perturbation.output);
  message.number(perturbation.ratio ? 1 : 0);
  if (!perturbation.ratio) return;
  message.index(perturbation.ratio->item);
  message.index(perturbation.ratio->other);
  message.number(perturbation.ratio->before);
  message.number(perturbation.ratio->after);
  message.number(perturbation.ratio->changed ? 1 : 0);
}

Normalizer readNormalizer(MessageReader& message) {
  Normalizer normalizer;
  normalizer.kind = message.name<NormalizerKind>();
  normalizer.temperature = message.number();
  normalizer.alpha = message.number();
  return normalizer;
}

Error normalizeCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const Normalizer normalizer = readNormalizer(message);
  const Vector scores = message.vector();
  in.reset();
  if (!hasRoomFor(roomFor(scores))) return {Status::kOutOfMemory};
  Normalization normalization;
  return write(normalize(scores, normalizer, &normalization), normalization, writeNormalization,
               out, size);
}

Error perturbCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const Normalizer normalizer = readNormalizer(message);
  PerturbInput input;
  input.shift = message.number();
  input.item = message.index();
  input.other = message.index();
  input.scores = message.vector();
  const Vector removed = message.vector();
  for (const double place : removed) input.removed.push_back(static_cast<Index>(place));
  input.X = message.matrix();
  in.reset();
  if (!hasRoomFor(4 * roomFor(input.scores))) return {Status::kOutOfMemory};
  Perturbation perturbation;
  return write(perturb(input, normalizer, &perturbation), perturbation, writePerturbation, out,
               size);
}

Error propertiesCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const Normalizer normalizer = readNormalizer(message);
  const Vector scores = message.vector();
  in.reset();
  // The corpus, and a Jacobian of the scores or their refusal.
  if (!hasRoomFor(0x1p18 + roomFor(scores))) return {Status::kOutOfMemory};
  std::vector<PropertyCheck> checks;
  return write(checkProperties(normalizer, scores, &checks), checks, writeChecks, out, size);
}

Error smoothMaxCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const double temperature = message.number();
  const double r = message.number();
  const Vector scores = message.vector();
  in.reset();
  if (!hasRoomFor(roomFor(scores))) return {Status::kOutOfMemory};
  SmoothMaxima maxima;
  return write(smoothMaxima(scores, temperature, r, &maxima), maxima, writeSmoothMaxima, out, size);
}

Error sweepCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const Vector temperatures = message.vector();
  const DeriveInput input = readInput(message);
  in.reset();
  const auto rows = static_cast<double>(temperatures.size());
  const auto n = static_cast<double>(input.scores ? input.scores->size() : input.X->rows());
  const double d = input.X ? static_cast<double>(input.X->cols()) : 0;
  if (!hasRoomFor(roomFor(input) + 32 * rows * (n + 2 * d + 6))) return {Status::kOutOfMemory};
  Sweep result;
  return write(sweep(input, temperatures, &result), result, writeSweep, out, size);
}

Error trainCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  TrainInput input;
  input.estimator = message.name<Estimator>();
  input.target = message.index();
  input.temperature = message.number();
  input.eta = message.number();
  input.steps = message.index();
  input.seed = message.seed();
  input.lambda = message.number();
  input.q = message.vector();
  input.X = message.matrix();
  in.reset();
  const auto steps = static_cast<double>(std::min(input.steps, kMaxTrainingSteps));
  const auto n = static_cast<double>(input.X.rows());
  const auto d = static_cast<double>(input.X.cols());
  if (!hasRoomFor(65536 + 1024 * n + 64 * n * d + 32 * (steps + 1) * (d + 3))) {
    return {Status::kOutOfMemory};
  }
  TrainingRun run;
  return write(train(input, &run), run, writeRun, out, size);
}

Error lossGradientsCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const auto loss = message.name<Loss>();
  const Index target = message.index();
  const DeriveInput input = readInput(message);
  in.reset();
  if (!hasRoomFor(2 * roomFor(input))) return {Status::kOutOfMemory};
  LossGradients gradients;
  return write(lossGradients(input, loss, target, &gradients), gradients, writeLossGradients, out,
               size);
}

Error outputDifferencesCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const double step = message.number();
  const DeriveInput input = readInput(message);
  in.reset();
  if (!hasRoomFor(2 * roomFor(input))) return {Status::kOutOfMemory};
  OutputDifferences differences;
  return write(outputDifferences(input, step, &differences), differences, writeOutputDifferences,
               out, size);
}

Error queryLossesCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const Index target = message.index();
  const Matrix queries = message.matrix();
  const Vector direction = message.vector();
  const DeriveInput input = readInput(message);
  in.reset();
  if (!hasRoomFor(2 * roomFor(input) + 192 * static_cast<double>(queries.rows()))) {
    return {Status::kOutOfMemory};
  }
  QueryLosses losses;
  return write(queryLosses(input, queries, direction, target, &losses), losses, writeQueryLosses,
               out, size);
}

Error jacobianIdentitiesCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const Matrix jacobian = message.matrix();
  in.reset();
  return write({}, jacobianIdentities(jacobian), writeJacobianIdentities, out, size);
}

/// Answers the message that is the input: with another, or { code, … } where there is no answer.
Error answer(Call call) {
  const int length = inputLength(0);
  Buffer in = allocate(length);
  // The input is read out of the message into as many doubles again.
  if (in == nullptr || !hasRoomFor(65536 + 8.0 * length)) return {Status::kOutOfMemory};
  copyInput(in.get(), 0);
  Buffer out;
  std::size_t size = 0;
  const Error error = call(std::move(in), &out, &size);
  if (!error.ok()) return error;
  return giveMessage(out.get(), size) ? Error{} : Error{Status::kOutOfMemory};
}

template <class T>
using Array = std::unique_ptr<T[], Free>;

/// A copy of an input, for which there must be room.
template <class T>
Array<T> copyOf(int index, std::span<const T>* span) {
  Array<T> copy(static_cast<T*>(std::malloc(std::max<std::size_t>(span->size_bytes(), 1))));
  copyInput(copy.get(), index);
  *span = {copy.get(), span->size()};
  return copy;
}

/// Of an input that is still JavaScript's: its length alone.
template <class T>
std::span<const T> lengthOnly(int index) {
  return {static_cast<const T*>(nullptr), static_cast<std::size_t>(inputLength(index))};
}

/// The typed arrays, as many bytes as attend and its result hold beside them, and a block's scores.
double roomFor(const AttentionInput& input) {
  const auto per_feature = static_cast<double>(input.d + input.d_value + 8);
  const auto rows = static_cast<double>(input.batch) * static_cast<double>(input.n);
  const auto keys = static_cast<double>(input.n_keys);
  const auto entries = static_cast<double>(input.Q.size() + input.K.size() + input.V.size()) +
                       rows * static_cast<double>(input.d_value + 1) + (keys + 64) * per_feature;
  return 131072 + keys + (input.mask ? static_cast<double>(input.mask->size()) : 0) + 4 * entries;
}

Error give(const FloatVector& output, const FloatVector& log_sum_exp) {
  const bool given =
      giveAttention(output.data(), output.size(), log_sum_exp.data(), log_sum_exp.size());
  return given ? Error{} : Error{Status::kOutOfMemory};
}

/// The inputs are its options, in the order of writeOptions in web/src/core/attend.ts, Q, K, V and,
/// if options say so, a mask; the output is { output, logSumExp }.
Error answerAttention() {
  std::array<double, 11> options;
  copyInput(options.data(), 0);
  MessageReader message(options.data());
  AttentionInput input;
  input.batch = message.index();
  input.n = message.index();
  input.n_keys = message.index();
  input.d = message.index();
  input.d_value = message.index();
  input.causal = message.number() != 0;
  input.hard = message.number() != 0;
  input.first_query = message.index();
  const bool masked = message.number() != 0;
  if (message.number() != 0) input.scale = static_cast<float>(message.number());
  input.Q = lengthOnly<float>(1);
  input.K = lengthOnly<float>(2);
  input.V = lengthOnly<float>(3);
  if (masked) input.mask = lengthOnly<std::uint8_t>(4);
  Error error = checkAttention(input);
  if (!error.ok()) return error;
  if (!hasRoomFor(roomFor(input))) return {Status::kOutOfMemory};
  const auto queries = copyOf(1, &input.Q);
  const auto keys = copyOf(2, &input.K);
  const auto values = copyOf(3, &input.V);
  Array<std::uint8_t> mask;
  if (masked) mask = copyOf(4, &*input.mask);
  Attention attention;
  error = attend(input, &attention);
  return error.ok() ? give(attention.output, attention.log_sum_exp) : error;
}

/// The inputs are its options, in the order of writeOptions in web/src/core/attend-window.ts, Q, K,
/// L and the picks; the output is as that of attention, with pictures and sums.
Error answerWindow() {
  std::array<double, 10> options;
  copyInput(options.data(), 0);
  MessageReader message(options.data());
  WindowInput input;
  input.rows = message.index();
  input.columns = message.index();
  input.d = message.index();
  input.first_query = message.index();
  input.first_key = message.index();
  input.height = message.index();
  input.width = message.index();
  input.causal = message.number() != 0;
  if (message.number() != 0) input.scale = static_cast<float>(message.number());
  input.Q = lengthOnly<float>(1);
  input.K = lengthOnly<float>(2);
  input.log_sum_exp = lengthOnly<float>(3);
  input.picks = lengthOnly<float>(4);
  Error error = checkWindow(input);
  if (!error.ok()) return error;
  const auto per_column = static_cast<double>(input.d + 24);
  const auto dots = static_cast<double>(input.height) * static_cast<double>(input.width);
  const double entries = static_cast<double>(input.Q.size() + input.K.size()) +
                         4 * static_cast<double>(input.rows) +
                         (static_cast<double>(input.columns) + 8) * per_column + 3 * dots;
  if (!hasRoomFor(131072 + 4 * entries)) return {Status::kOutOfMemory};
  const auto queries = copyOf(1, &input.Q);
  const auto keys = copyOf(2, &input.K);
  const auto log_sum_exp = copyOf(3, &input.log_sum_exp);
  const auto picks = copyOf(4, &input.picks);
  Window window;
  error = attendWindow(input, &window);
  return error.ok() ? give(window.pictures, window.sums) : error;
}

struct NamedCall {
  const char* name;
  Call call;
};

constexpr std::array kCalls{
    NamedCall{"derive", deriveCall},
    NamedCall{"sampleHard", sampleHardCall},
    NamedCall{"naiveSoftmax", naiveSoftmaxCall},
    NamedCall{"normalize", normalizeCall},
    NamedCall{"perturb", perturbCall},
    NamedCall{"properties", propertiesCall},
    NamedCall{"smoothMax", smoothMaxCall},
    NamedCall{"sweep", sweepCall},
    NamedCall{"train", trainCall},
    NamedCall{"lossGradients", lossGradientsCall},
    NamedCall{"outputDifferences", outputDifferencesCall},
    NamedCall{"queryLosses", queryLossesCall},
    NamedCall{"jacobianIdentities", jacobianIdentitiesCall},
};

template <class Enum>
const char* nameAt(Index index, Enum last, const char* (*name)(Enum)) {
  return index > static_cast<Index>(last) ? "" : name(static_cast<Enum>(index));
}

/// What the numbers of an enum in a message mean, the 0-based list and index given: the name of the
/// list at index −1, "" past its end and past the last list.
const char* nameAt(int list, int index) {
  constexpr std::array kLists{"scores",  "flags",       "steps",      "relations",
                              "vectors", "normalizers", "properties", "holds",
                              "reasons", "estimators",  "losses"};
  if (index < 0) return list < static_cast<int>(kLists.size()) ? kLists[list] : "";
  switch (list) {
    case 0:
      return nameAt(index, Score::kGaussian, scoreName);
    case 1:
      return nameAt(index, Flag::kMasked, flagName);
    case 2:
      return nameAt(index, StepId::kS7b, stepName);
    case 3:
      return nameAt(index, Relation::kApprox, relationName);
    case 4:
      return nameAt(index, StepVector::kWeights, stepVectorName);
    case 5:
      return nameAt(index, NormalizerKind::kHard, normalizerName);
    case 6:
      return nameAt(index, Property::kSymmetricJacobian, propertyName);
    case 7:
      return nameAt(index, Holds::kLimit, holdsName);
    case 8:
      return nameAt(index, Reason::kAsymmetric, reasonName);
    case 9:
      return nameAt(index, Estimator::kGumbelSoftmax, estimatorName);
    default:
      return nameAt(index, Loss::kCrossEntropy, lossName);
  }
}

}  // namespace

extern "C" {

/// Answers the message in inputs[0] with a call of kCalls.
EMSCRIPTEN_KEEPALIVE void answerMessage(int call) {
  const Error error = answer(kCalls[call].call);
  if (!error.ok()) giveFailure(error);
}

/// The name of a call, "" past the last.
EMSCRIPTEN_KEEPALIVE void nameCall(int call) {
  giveText(call < static_cast<int>(kCalls.size()) ? kCalls[call].name : "");
}

EMSCRIPTEN_KEEPALIVE void attendInputs() {
  const Error error = answerAttention();
  if (!error.ok()) giveFailure(error);
}

EMSCRIPTEN_KEEPALIVE void attendWindowInputs() {
  const Error error = answerWindow();
  if (!error.ok()) giveFailure(error);
}

/// Whether an argument of this size is within the bounds of limits.h.
EMSCRIPTEN_KEEPALIVE bool fits(double rows, double columns) {
  return checkSize("", rows, columns).ok();
}

/// As nameAt.
EMSCRIPTEN_KEEPALIVE void nameEntry(int list, int index) { giveText(nameAt(list, index)); }

}  // extern "C"

}  // namespace softmax_bridge
