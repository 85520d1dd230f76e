#include "softmax_bridge/sampling.h"

#include <cmath>

#include "softmax_bridge/compensated.h"
#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/random.h"
#include "softmax_bridge/softmax.h"
#include "special_values.h"

namespace softmax_bridge {
namespace {}  // namespace

Error sampleHard(const Vector& scores, double temperature, const Matrix& X, Index draws,
                 std::uint64_t seed, HardSamples* samples) {
  const Index n = scores.size();
  Error error = checkSize("scores", static_cast<double>(n), 1);
  if (error.ok()) {
    error = checkSize("X", static_cast<double>(X.rows()), static_cast<double>(X.cols()));
  }
  HardAttention hard;
  if (error.ok()) error = attendHard(scores, &hard);
  if (!error.ok()) return error;
  if (!(temperature >= 0)) return {Status::kBadTemperature, "temperature"};
  if (hard.max == kInfinity && temperature == kInfinity) {
    return {Status::kNotDetermined, "scores", hard.argmax, 0};
  }
  if (draws < 1 || draws > kMaxDraws) return {Status::kBadArgument, "draws"};
  if (X.size() != 0 && X.rows() != n) return {Status::kShapeMismatch, "X"};

  const Partition parts = partition(scores, hard, temperature);
  Vector shifts(n);
  for (Index i = 0; i < n; ++i) shifts[i] = toDouble(parts.scaled_shifts[i]);

  SplitMix64 random(seed);
  samples->counts.assign(n, 0);
  for (Index draw = 0; draw < draws; ++draw) {
    double best = 0;
    Index pick = -1;
    for (Index i = 0; i < n; ++i) {
      if (!parts.support[i]) continue;
      const double noisy = shifts[i] + random.gumbel();
      if (pick < 0 || noisy > best) {
        best = noisy;
        pick = i;
      }
    }
    ++samples->counts[pick];
    samples->last = pick;
  }

  samples->frequencies.resize(n);
  samples->total_variation = 0;
  for (Index i = 0; i < n; ++i) {
    samples->frequencies[i] = static_cast<double>(samples->counts[i]) / static_cast<double>(draws);
    samples->total_variation +=
        std::abs(samples->frequencies[i] - toDouble(wideWeight(parts, i))) / 2;
  }

  samples->mean_output = Vector::Zero(X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    if (samples->counts[i] == 0) continue;  // 0 × ∞ must not reach the sum
    for (Index j = 0; j < X.cols(); ++j) {
      if (std::isnan(X(i, j))) return {Status::kNotANumber, "X", i, j};
      if (std::isinf(X(i, j))) return {Status::kNotFinite, "X", i, j};
      samples->mean_output[j] += samples->frequencies[i] * X(i, j);
    }
  }
  return {};
}

}  // namespace softmax_bridge
