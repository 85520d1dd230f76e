// libFuzzer on every call of the library (`npm run fuzz -- cpp`): whatever the input, a call returns an
// Error or numbers that keep what the headers promise of them. What breaks a promise is printed and ends
// the run, with the input in a file.
#include <fuzzer/FuzzedDataProvider.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

#include "softmax_bridge/attention.h"
#include "softmax_bridge/derivation.h"
#include "softmax_bridge/gradients.h"
#include "softmax_bridge/naive_softmax.h"
#include "softmax_bridge/normalizers.h"
#include "softmax_bridge/perturbation.h"
#include "softmax_bridge/properties.h"
#include "softmax_bridge/sampling.h"
#include "softmax_bridge/smooth_max.h"
#include "softmax_bridge/temperature.h"
#include "softmax_bridge/training.h"

namespace {

using namespace softmax_bridge;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

template <class Numbers>
bool noNaN(const Numbers& numbers) {
  for (Index i = 0; i < numbers.size(); ++i) {
    if (std::isnan(static_cast<double>(numbers.data()[i]))) return false;
  }
  return true;
}

/// Reads an input from the fuzzer's bytes: mostly plain numbers and sizes that fit, so that most inputs
/// come past the checks.
class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data, size) {}

  Index below(Index limit) { return data_.ConsumeIntegralInRange<Index>(0, limit - 1); }
  bool often() { return data_.ConsumeIntegral<std::uint8_t>() != 0; }
  bool even() { return data_.ConsumeBool(); }

  double number() {
    static constexpr std::array<double, 14> kSpecial{0.0,
                                                     -0.0,
                                                     5e-324,
                                                     -5e-324,
                                                     2.2250738585072014e-308,
                                                     1.7976931348623157e308,
                                                     -1e308,
                                                     1e154,
                                                     1e-154,
                                                     1e16,
                                                     -745.5,
                                                     709.7827128933841,
                                                     0x1p-54,
                                                     1e-300};
    switch (below(16)) {
      case 0:
        return bits();
      case 1:
        return kSpecial[static_cast<std::size_t>(below(kSpecial.size()))];
      case 2:
        return std::ldexp(data_.ConsumeIntegral<std::int8_t>(), static_cast<int>(below(400)) - 200);
      default:
        return data_.ConsumeIntegral<std::int8_t>() / 16.0;
    }
  }

  double temperature() {
    switch (below(8)) {
      case 0:
        return 0;
      case 1:
        return kInfinity;
      case 2:
        return bits();
      default:
        return std::ldexp(1 + below(255) / 256.0, static_cast<int>(below(40)) - 20);
    }
  }

  Vector vector(Index size) {
    Vector v(size);
    for (double& entry : v) entry = number();
    return v;
  }

  Matrix matrix(Index rows, Index cols) {
    Matrix m(rows, cols);
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = number();
    return m;
  }

  /// A size that is wrong now and then.
  Index size(Index fitting) { return often() ? fitting : below(6); }

  std::vector<float> floats(Index size) {
    std::vector<float> v(static_cast<std::size_t>(size));
    for (float& entry : v) entry = static_cast<float>(number());
    return v;
  }

  std::optional<Mask> mask(Index n) {
    if (even()) return std::nullopt;
    Mask mask(static_cast<std::size_t>(size(n)));
    for (auto& entry : mask) entry = even();
    return mask;
  }

 private:
  double bits() {
    const auto word = data_.ConsumeIntegral<std::uint64_t>();
    double value = 0;
    static_assert(sizeof value == sizeof word);
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
  }

  FuzzedDataProvider data_;
};

DeriveInput deriveInput(Reader& read) {
  DeriveInput input;
  const Index n = 1 + read.below(7);
  const Index d = 1 + read.below(4);
  input.temperature = read.temperature();
  input.mask = read.mask(n);
  input.derivatives = read.often();
  if (read.below(3) == 0) {
    Vector scores = read.vector(read.size(n));
    for (double& score : scores) {
      if (read.below(12) == 0) score = read.even() ? kInfinity : -kInfinity;
    }
    input.scores = std::move(scores);
    if (read.even()) input.X = read.matrix(read.size(n), d);
    return input;
  }
  input.score = static_cast<Score>(read.below(6));
  const bool own = read.even();
  const Index keys = own ? 1 + read.below(4) : d;
  const Index query =
      input.score == Score::kBilinear || input.score == Score::kAdditive ? 1 + read.below(4) : keys;
  const Index hidden = 1 + read.below(3);
  input.X = read.matrix(read.size(n), d);
  if (own) input.K = read.matrix(read.size(n), keys);
  input.q = read.vector(read.size(query));
  if (read.often()) input.parameters.W = read.matrix(query, keys);
  if (read.often()) input.parameters.Wq = read.matrix(hidden, query);
  if (read.often()) input.parameters.U = read.matrix(hidden, keys);
  if (read.even()) input.parameters.v = read.vector(hidden);
  input.parameters.sigma = read.even() ? 1 : read.number();
  return input;
}

void checkWeights(const Vector& weights) {
  require(noNaN(weights), "no weight is NaN");
  require(weights.size() == 0 || (weights.minCoeff() >= 0 && weights.maxCoeff() <= 1),
          "a weight is from 0 to 1");
  require(std::abs(weights.sum() - 1) <= static_cast<double>(weights.size()) * 0x1p-50,
          "weights sum to 1");
}

void fuzzDerive(Reader& read) {
  const DeriveInput input = deriveInput(read);
  Derivation d;
  if (!derive(input, &d).ok()) return;
  const auto n = static_cast<double>(d.scores.size());
  checkWeights(d.weights);
  require(noNaN(d.scores) && noNaN(d.scaled_scores) && noNaN(d.shifted) && noNaN(d.exp_shifted) &&
              noNaN(d.log_weights) && noNaN(d.score_terms),
          "no vector of items has a NaN");
  require(d.sum_exp >= 1 && d.sum_exp <= n * (1 + 0x1p-50), "1 <= S <= n");
  require(d.gap >= 0 && d.lse_minus_max >= 0 && d.log_sum_exp >= d.max, "gap, L - m >= 0");
  require(d.total_variation >= 0 && d.total_variation <= 1, "0 <= TV <= 1");
  require(d.kl_divergence >= 0, "KL >= 0");
  require(d.entropy >= 0 && d.entropy <= std::log(n) * (1 + 0x1p-48), "0 <= H <= log n");
  require(d.total_variation_bounds[0] <= d.total_variation_to_ties &&
              d.total_variation_to_ties <= d.total_variation_bounds[1],
          "TV to the ties is within its bounds");
  require(
      d.lse_minus_max_bounds[0] <= d.lse_minus_max && d.lse_minus_max <= d.lse_minus_max_bounds[1],
      "L - m is within its bounds");
  require(!d.ties.empty() && d.argmax == d.ties.front(), "the pick is the first of the ties");
  require(!std::isnan(d.mean_score) && d.mean_score <= d.max, "the mean score is at most the max");
  require(
      noNaN(d.jacobian) && d.jacobian.isApprox(d.jacobian.transpose(), 0) | !d.jacobian.allFinite(),
      "the Jacobian is symmetric");
  require(d.steps.size() == 11, "eleven steps");
  if (!input.X) return;
  require(noNaN(d.soft_output) && noNaN(d.hard_output) && noNaN(d.tie_mean) && noNaN(d.shares) &&
              noNaN(d.output_difference) && noNaN(d.output_difference_share) &&
              noNaN(d.gradient_query),
          "no output has a NaN");
  require(d.output_distance >= 0, "the distance of the outputs is a number");
}

void fuzzNormalize(Reader& read) {
  const Index n = 1 + read.below(7);
  Vector scores = read.vector(n);
  for (double& score : scores) {
    if (read.below(16) == 0) score = read.even() ? kInfinity : -kInfinity;
  }
  Normalizer normalizer;
  normalizer.kind = static_cast<NormalizerKind>(read.below(12));
  normalizer.temperature = read.temperature();
  normalizer.alpha = 1 + read.below(64) / 16.0;
  if (!read.often()) normalizer.alpha = read.number();
  Normalization result;
  if (normalize(scores, normalizer, &result).ok()) {
    const bool defined = noNaN(result.weights);
    require(defined || !result.valid, "what is 0/0 is not valid");
    require(!defined || !result.valid || result.weights.minCoeff() >= 0,
            "valid weights are from 0");
    require(!result.jacobian || noNaN(*result.jacobian), "a Jacobian that is there is numbers");
    if (normalizer.kind == NormalizerKind::kSoftmax) checkWeights(result.weights);
  }
  PerturbInput moved{.scores = scores};
  if (read.even()) moved.X = read.matrix(read.size(n), 1 + read.below(3));
  moved.shift = read.even() ? 0 : read.number();
  for (Index i = read.below(4); i > 0; --i) moved.removed.push_back(read.below(n + 1));
  if (read.below(4) == 0) moved.item = read.below(n), moved.other = read.below(n);
  Perturbation perturbed;
  if (perturb(moved, normalizer, &perturbed).ok()) {
    require(perturbed.defined == noNaN(perturbed.weights), "defined: no weight is NaN");
    require(!perturbed.defined || noNaN(perturbed.output), "defined: no output is NaN");
  }
  SmoothMaxima maxima;
  const double r = 1 + read.below(64) / 8.0;
  if (smoothMaxima(scores, normalizer.temperature, r, &maxima).ok()) {
    for (const auto* it :
         {&maxima.max, &maxima.log_sum_exp, &maxima.mellowmax, &maxima.boltzmann}) {
      require(!std::isnan(it->value) && noNaN(it->gradient), "a smooth maximum is a number");
    }
  }
  if (read.below(16) == 0) {
    std::vector<PropertyCheck> checks;
    if (checkProperties(normalizer, scores, &checks).ok()) {
      require(checks.size() == 9, "nine properties");
    }
  }
}

void fuzzSweep(Reader& read) {
  const DeriveInput input = deriveInput(read);
  Vector temperatures(read.below(4));
  for (double& t : temperatures) t = read.temperature();
  Sweep result;
  if (!sweep(input, temperatures, &result).ok()) return;
  require(noNaN(result.weights) && noNaN(result.outputs) && noNaN(result.output_slope) &&
              noNaN(result.entropy) && noNaN(result.lse_minus_max) &&
              noNaN(result.total_variation_to_ties),
          "a sweep is numbers");
}

bool hasZeroVector(const DeriveInput& input) {
  if (input.score != Score::kCosine || !input.q) return false;
  const Matrix& keys = input.K ? *input.K : *input.X;
  return input.q->isZero(0) || (keys.rowwise().squaredNorm().array() == 0).any();
}

void fuzzGradients(Reader& read) {
  DeriveInput input = deriveInput(read);
  const auto loss = static_cast<Loss>(read.below(2));
  const Index target = read.below(8);
  LossGradients gradients;
  if (lossGradients(input, loss, target, &gradients).ok()) {
    require(!std::isnan(gradients.loss), "a loss is a number");
    if (input.temperature > 0 && !hasZeroVector(input)) {
      require(noNaN(gradients.scores) && noNaN(gradients.output) && noNaN(gradients.values),
              "slopes are numbers");
      require(!gradients.query || noNaN(*gradients.query), "the slope of the query is numbers");
      require(!gradients.keys || noNaN(*gradients.keys), "the slopes of the keys are numbers");
      for (const auto* it : {&gradients.W, &gradients.Wq, &gradients.U}) {
        require(!*it || noNaN(**it), "the slopes of the parameters are numbers");
      }
    }
  }
  OutputDifferences differences;
  if (input.q) {
    (void)outputDifferences(input, read.even() ? 0x1p-13 : read.number(), &differences);
    const Matrix queries = read.matrix(read.below(3), input.q->size());
    const Vector direction = read.even() ? Vector() : read.vector(read.size(input.q->size()));
    input.q.reset();
    QueryLosses losses;
    if (queryLosses(input, queries, direction, target, &losses).ok()) {
      require(noNaN(losses.soft) && noNaN(losses.hard) && noNaN(losses.cross_entropy),
              "the losses of queries are numbers");
    }
  }
  JacobianIdentities identities;
  const Index n = 1 + read.below(3);
  if (jacobianIdentities(read.matrix(read.size(n), n), &identities).ok()) {
    require(!std::isnan(identities.norm) && !std::isnan(identities.asymmetry),
            "a norm is a number");
  }
}

void fuzzTrain(Reader& read) {
  TrainInput input;
  const Index n = 1 + read.below(6);
  const Index d = 1 + read.below(4);
  input.X = read.matrix(n, d);
  input.q = read.vector(read.size(d));
  input.target = read.below(n + 1);
  input.estimator = static_cast<Estimator>(read.below(7));
  input.temperature = read.temperature();
  input.eta = read.often() ? read.below(64) / 8.0 : read.number();
  input.lambda = read.often() ? 0.125 + read.below(64) / 8.0 : read.number();
  input.steps = read.below(30);
  input.seed = static_cast<std::uint64_t>(read.below(1000));
  TrainingRun run;
  if (!train(input, &run).ok()) return;
  require(noNaN(run.q) && noNaN(run.loss) && noNaN(run.weight_target) && noNaN(run.output_distance),
          "a run is numbers");
}

void fuzzSampling(Reader& read) {
  const Index n = 1 + read.below(6);
  const Vector scores = read.vector(n);
  const double temperature = read.temperature();
  const Matrix X = read.even() ? Matrix() : read.matrix(read.size(n), 1 + read.below(3));
  HardSamples samples;
  const Index draws = read.below(200);
  if (sampleHard(scores, temperature, X, draws, 1, &samples).ok()) {
    Index sum = 0;
    for (const Index count : samples.counts) sum += count;
    require(sum == draws, "counts sum to the draws");
    require(samples.total_variation >= 0 && samples.total_variation <= 1, "0 <= TV <= 1");
    require(noNaN(samples.mean_output), "a mean output is numbers");
  }
  NaiveFormulas naive;
  (void)naiveFormulas(scores, temperature, &naive);
}

void fuzzAttention(Reader& read) {
  AttentionInput input;
  input.batch = read.often() ? 1 + read.below(2) : read.below(3);
  input.n = read.often() ? 1 + read.below(40) : read.below(2);
  input.n_keys = read.often() ? 1 + read.below(150) : read.below(2);
  input.d = 1 + read.below(9);
  input.d_value = 1 + read.below(9);
  input.causal = read.even();
  input.hard = read.even();
  input.first_query = read.below(4);
  if (read.even()) input.scale = static_cast<float>(read.number());
  // Few bytes for many numbers: a short row, again and again.
  const std::vector<float> some = read.floats(16);
  const auto many = [&some](Index size) {
    std::vector<float> all(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = some[(i * 7 + i / 16) % some.size()];
    return all;
  };
  const auto Q = many(read.size(input.batch * input.n * input.d));
  const auto K = many(input.batch * input.n_keys * input.d);
  const auto V = many(input.batch * input.n_keys * input.d_value);
  input.Q = Q;
  input.K = K;
  input.V = V;
  std::vector<std::uint8_t> mask;
  if (read.even()) {
    mask.resize(static_cast<std::size_t>(input.n * input.n_keys));
    const Index stride = 1 + read.below(5);
    for (std::size_t i = 0; i < mask.size(); ++i)
      mask[i] = i % static_cast<std::size_t>(stride) == 0;
    input.mask = mask;
  }
  Attention attention;
  if (!attend(input, &attention).ok()) return;
  require(noNaN(attention.output) && noNaN(attention.log_sum_exp), "attention is numbers");
  if (input.batch != 1 || input.hard || input.mask || input.causal) return;
  WindowInput window{.Q = Q, .K = K, .log_sum_exp = {}, .picks = {}};
  window.rows = input.n;
  window.columns = input.n_keys;
  window.d = input.d;
  window.height = 1 + read.below(input.n);
  window.width = 1 + read.below(input.n_keys);
  window.scale = input.scale;
  const std::vector<float> lse(attention.log_sum_exp.begin(), attention.log_sum_exp.end());
  std::vector<float> picks(lse.size());
  for (float& pick : picks) pick = static_cast<float>(read.below(input.n_keys + 1));
  window.log_sum_exp = lse;
  window.picks = picks;
  Window pictures;
  if (!attendWindow(window, &pictures).ok()) return;
  require(noNaN(pictures.pictures) && noNaN(pictures.sums), "pictures are numbers");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Reader read(data, size);
  switch (read.below(8)) {
    case 0:
      fuzzNormalize(read);
      break;
    case 1:
      fuzzSweep(read);
      break;
    case 2:
      fuzzGradients(read);
      break;
    case 3:
      fuzzTrain(read);
      break;
    case 4:
      fuzzSampling(read);
      break;
    case 5:
      fuzzAttention(read);
      break;
    default:
      fuzzDerive(read);
  }
  return 0;
}
