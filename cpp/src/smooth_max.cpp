#include "softmax_bridge/smooth_max.h"

#include <algorithm>
#include <limits>

#include "softmax_bridge/compensated.h"

namespace softmax_bridge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// τ log(1 + excess), τ finite.
Wide scaledLog(double temperature, const Wide& excess) {
  return toWide(temperature) * log1p(excess);
}

// The same as τ → ∞: 0 if the argument of the logarithm is 1.
double hotLimit(Index count) { return count > 1 ? kInfinity : 0; }

}  // namespace

double logSumExp(const HardAttention& hard, const Partition& partition) {
  if (hard.max == kInfinity) return kInfinity;
  if (partition.temperature == kInfinity) return hard.max + hotLimit(partition.attended);
  return toDouble(toWide(hard.max) + scaledLog(partition.temperature, partition.excess));
}

double lseMinusMax(const Partition& partition) {
  if (partition.temperature == kInfinity) return hotLimit(partition.attended);
  return toDouble(scaledLog(partition.temperature, partition.excess));
}

std::array<double, 2> lseMinusMaxBounds(const Partition& partition) {
  if (partition.temperature == kInfinity) {
    return {hotLimit(partition.ties), hotLimit(partition.attended)};
  }
  const double value = lseMinusMax(partition);
  const auto count = [](Index items) { return toWide(static_cast<double>(items)); };
  const Wide fewest = count(partition.ties - 1);
  const Wide most = fewest + count(partition.attended - partition.ties) * partition.runner_up;
  return {std::min(value, toDouble(scaledLog(partition.temperature, fewest))),
          std::max(value, toDouble(scaledLog(partition.temperature, most)))};
}

double meanScore(const Vector& scores, const HardAttention& hard, const Partition& partition) {
  if (hard.max == kInfinity) return kInfinity;
  Wide below_max;
  for (Index i = 0; i < scores.size(); ++i) {
    if (!partition.support[i]) continue;
    below_max = below_max + partition.exp_shifted[i] * wideDifference(scores[i], hard.max);
  }
  return toDouble(toWide(hard.max) + below_max / partition.sum);
}

}  // namespace softmax_bridge
