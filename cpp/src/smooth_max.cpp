#include "softmax_bridge/smooth_max.h"

#include <algorithm>
#include <cmath>

#include "softmax_bridge/compensated.h"
#include "softmax_bridge/limits.h"
#include "special_values.h"

namespace softmax_bridge {
namespace {

// τ log(1 + excess), τ finite.
Wide scaledLog(double temperature, const Wide& excess) {
  return toWide(temperature) * log1p(excess);
}

// The same as τ → ∞: 0 if the argument of the logarithm is 1.
double hotLimit(Index count) { return count > 1 ? kInfinity : 0; }

// 1 − e^t, t ≤ 0, without cancellation.
Wide expComplement(const Wide& t) {
  return t.exponent < -60 ? -t : toWide(-std::expm1(toDouble(t)));
}

double mellowmaxValue(const Vector& scores, const HardAttention& hard, const Partition& parts) {
  if (parts.temperature == kInfinity) return meanScore(scores, hard, parts);
  Wide missing;  // n − S
  for (Index i = 0; i < scores.size(); ++i) {
    if (scores[i] == -kInfinity) continue;
    missing += parts.support[i] ? expComplement(parts.scaled_shifts[i]) : toWide(1);
  }
  return toDouble(toWide(hard.max) - scaledLog(parts.temperature, missing / parts.sum));
}

// p_i (1 + t_i − t̄), t̄ = Σ p_j t_j.
Vector boltzmannGradient(const Partition& parts) {
  const std::size_t n = parts.exp_shifted.size();
  Wide mean;
  for (std::size_t i = 0; i < n; ++i) mean += parts.exp_shifted[i] * parts.scaled_shifts[i];
  const Wide level = toWide(1) - mean / parts.sum;
  Vector gradient(static_cast<Index>(n));
  for (Index i = 0; i < gradient.size(); ++i) {
    gradient[i] = toDouble(wideWeight(parts, i) * (level + parts.scaled_shifts[i]));
  }
  return gradient;
}

SmoothMaximum pNorm(const Vector& scores, const HardAttention& hard, double r) {
  SmoothMaximum result{hard.max, Vector::Zero(scores.size())};
  if (hard.max == kInfinity) {
    result.gradient[hard.argmax] = 1;
    return result;
  }
  Vector log_ratios = Vector::Constant(scores.size(), -kInfinity);  // log(α_i/m)
  double losers = 0;
  for (Index i = 0; i < scores.size(); ++i) {
    if (scores[i] == -kInfinity) continue;
    if (scores[i] < 0) {
      result.value = kNaN;
      result.gradient.setConstant(kNaN);
      return result;
    }
    if (scores[i] > 0) log_ratios[i] = log(toWide(scores[i]) / toWide(hard.max));
    if (scores[i] < hard.max) losers += exp(r * log_ratios[i]);
  }
  const double excess = static_cast<double>(hard.ties.size() - 1) + losers;
  const double log_norm = std::log1p(excess) / r;  // log(‖α‖_r/m)
  result.value *= exp(log_norm);
  for (Index i = 0; i < scores.size(); ++i) {
    if (scores[i] == -kInfinity) continue;
    result.gradient[i] = r == 1          ? 1
                         : hard.max == 0 ? kNaN
                                         : exp((r - 1) * (log_ratios[i] - log_norm));
  }
  return result;
}

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
    below_max += partition.exp_shifted[i] * wideDifference(scores[i], hard.max);
  }
  return toDouble(toWide(hard.max) + below_max / partition.sum);
}

Error smoothMaxima(const Vector& scores, double temperature, double r, SmoothMaxima* result) {
  HardAttention hard;
  Error error = checkSize("scores", static_cast<double>(scores.size()), 1);
  if (error.ok()) error = attendHard(scores, &hard);
  if (!error.ok()) return error;
  if (!(temperature >= 0)) return {Status::kBadTemperature, "temperature"};
  if (!(r >= 1 && r < kInfinity)) return {Status::kBadArgument, "r"};
  if (hard.max == kInfinity && temperature == kInfinity) {
    return {Status::kNotDetermined, "scores", hard.argmax, 0};
  }
  const Partition parts = partition(scores, hard, temperature);
  const Vector weights = softmaxWeights(parts);
  result->max = {hard.max, softmaxWeights(partition(scores, hard, 0))};
  result->log_sum_exp = {logSumExp(hard, parts), weights};
  result->mellowmax = {hard.max == kInfinity ? kInfinity : mellowmaxValue(scores, hard, parts),
                       weights};
  result->boltzmann = {meanScore(scores, hard, parts), boltzmannGradient(parts)};
  result->p_norm = pNorm(scores, hard, r);
  return {};
}

}  // namespace softmax_bridge
