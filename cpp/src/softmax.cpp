#include "softmax_bridge/softmax.h"

#include <algorithm>
#include <cmath>

#include "special_values.h"

namespace softmax_bridge {
namespace {

Wide wideCount(Index count) { return toWide(static_cast<double>(count)); }

// log S, S = 1 + (S − 1).
Wide logSum(const Partition& partition) { return log1p(partition.excess); }

}  // namespace

Partition partition(const Vector& scores, const HardAttention& hard, double temperature) {
  const Index n = scores.size();
  Partition result;
  result.temperature = temperature;
  result.winner = hard.argmax;
  result.ties = static_cast<Index>(hard.ties.size());
  result.attended = hard.attended;
  result.support.assign(n, 0);
  result.scaled_shifts.resize(n);
  result.exp_shifted.resize(n);
  // At τ = 0, and beside a score of +∞, the losers' weights are exactly 0.
  const bool winners_only = temperature == 0 || hard.max == kInfinity;
  for (Index i = 0; i < n; ++i) {
    const bool wins = scores[i] == hard.max;
    if (scores[i] == -kInfinity || (winners_only && !wins)) continue;
    result.support[i] = 1;
    if (wins) {
      result.exp_shifted[i] = toWide(1);
      continue;
    }
    if (temperature < kInfinity) {
      result.scaled_shifts[i] = wideDifference(scores[i], hard.max) / toWide(temperature);
    }
    result.exp_shifted[i] = exp(result.scaled_shifts[i]);
    result.losers += result.exp_shifted[i];
  }
  result.sum = wideCount(result.ties) + result.losers;
  result.excess = wideCount(result.ties - 1) + result.losers;
  if (hard.runner_up >= 0) result.runner_up = result.exp_shifted[hard.runner_up];
  return result;
}

Wide wideWeight(const Partition& partition, Index item) {
  return partition.exp_shifted[item] / partition.sum;
}

Vector softmaxWeights(const Partition& partition) {
  Vector weights(static_cast<Index>(partition.exp_shifted.size()));
  for (Index i = 0; i < weights.size(); ++i) weights[i] = toDouble(wideWeight(partition, i));
  return weights;
}

Vector softmaxLogWeights(const Partition& partition) {
  const Wide log_sum = logSum(partition);
  Vector log_weights(static_cast<Index>(partition.exp_shifted.size()));
  for (Index i = 0; i < log_weights.size(); ++i) {
    log_weights[i] =
        partition.support[i] ? toDouble(partition.scaled_shifts[i] - log_sum) : -kInfinity;
  }
  return log_weights;
}

double totalVariation(const Partition& partition) {
  return toDouble(partition.excess / partition.sum);
}

double klDivergence(const Partition& partition) { return toDouble(logSum(partition)); }

double totalVariationToTies(const Partition& partition) {
  return toDouble(partition.losers / partition.sum);
}

std::array<double, 2> totalVariationBounds(const Partition& partition) {
  const double value = totalVariationToTies(partition);
  const Wide ties = wideCount(partition.ties);
  const Wide fewest = partition.runner_up;
  const Wide most = wideCount(partition.attended - partition.ties) * partition.runner_up;
  return {std::min(value, toDouble(fewest / (ties + fewest))),
          std::max(value, toDouble(most / (ties + most)))};
}

double entropy(const Partition& partition) {
  Wide mean_shift;
  for (std::size_t i = 0; i < partition.exp_shifted.size(); ++i) {
    mean_shift -= partition.exp_shifted[i] * partition.scaled_shifts[i];
  }
  return toDouble(logSum(partition) + mean_shift / partition.sum);
}

Matrix softmaxJacobian(const Partition& partition) {
  const auto n = static_cast<Index>(partition.exp_shifted.size());
  Matrix jacobian = Matrix::Zero(n, n);
  if (partition.temperature == kInfinity) return jacobian;
  if (partition.temperature == 0) {
    if (partition.ties == 1) return jacobian;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        if (partition.support[i] && partition.support[j]) {
          jacobian(i, j) = i == j ? kInfinity : -kInfinity;
        }
      }
    }
    return jacobian;
  }
  const Wide temperature = toWide(partition.temperature);
  std::vector<Wide> weights(n);
  for (Index i = 0; i < n; ++i) weights[i] = wideWeight(partition, i);
  for (Index i = 0; i < n; ++i) {
    if (weights[i].isZero()) continue;
    const Wide slope = weights[i] / temperature;
    // 1 − p_i without cancellation: a winner has u_i = 1, and any other p_i is at most ½.
    const bool wins = partition.scaled_shifts[i].isZero();
    const Wide others = wins ? partition.excess : partition.sum - partition.exp_shifted[i];
    jacobian(i, i) = toDouble(slope * (others / partition.sum));
    for (Index j = i + 1; j < n; ++j) {
      if (weights[j].isZero()) continue;
      // Off the diagonal a double's precision will do; the exponents are kept apart.
      jacobian(i, j) = -std::ldexp(slope.hi * weights[j].hi, slope.exponent + weights[j].exponent);
      jacobian(j, i) = jacobian(i, j);
    }
  }
  return jacobian;
}

}  // namespace softmax_bridge
