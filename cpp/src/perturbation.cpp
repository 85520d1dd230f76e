#include "softmax_bridge/perturbation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "finite.h"
#include "softmax_bridge/limits.h"
#include "special_values.h"

namespace softmax_bridge {
namespace {

/// Scores and their weights.
struct Weighed {
  HardAttention hard;
  WideWeights result;

  [[nodiscard]] bool isDefined() const { return !result.weights.empty(); }
  [[nodiscard]] bool hasRatio(Index i, Index j) const {
    return isDefined() && !result.weights[i].isZero() && !result.weights[j].isZero();
  }
  [[nodiscard]] Wide ratio(Index i, Index j) const { return result.weights[i] / result.weights[j]; }
};

Error weigh(const Vector& scores, const Normalizer& normalizer, Weighed* weighed) {
  if (const Error error = attendHard(scores, &weighed->hard); !error.ok()) return error;
  if (weighed->hard.max == kInfinity && normalizer.temperature == kInfinity) {
    return {Status::kNotDetermined, "scores", weighed->hard.argmax, 0};
  }
  weighed->result = wideWeights(scores, weighed->hard, normalizer);
  return {};
}

Vector rounded(const Weighed& weighed, const Vector& scores) {
  Vector weights(scores.size());
  for (Index i = 0; i < scores.size(); ++i) {
    weights[i] = scores[i] == -kInfinity ? 0
                 : weighed.isDefined()   ? toDouble(weighed.result.weights[i])
                                         : std::numeric_limits<double>::quiet_NaN();
  }
  return weights;
}

Error check(const PerturbInput& input, const Normalizer& normalizer) {
  const Index n = input.scores.size();
  const auto isItem = [&](Index i) { return i >= 0 && i < n; };
  Error error = checkSize("scores", static_cast<double>(n), 1);
  if (error.ok() && input.X.size() != 0) {
    error =
        checkSize("X", static_cast<double>(input.X.rows()), static_cast<double>(input.X.cols()));
    if (error.ok() && input.X.rows() != n) error = {Status::kShapeMismatch, "X"};
  }
  if (!error.ok()) return error;
  if (!(normalizer.temperature >= 0)) return {Status::kBadTemperature, "temperature"};
  if (normalizer.kind == NormalizerKind::kEntmax &&
      !(normalizer.alpha >= 1 && normalizer.alpha < kInfinity)) {
    return {Status::kBadArgument, "alpha"};
  }
  if (error = checkFinite("shift", &input.shift, 1, -1); !error.ok()) {
    return {error.status, "shift"};
  }
  for (Index i = 0; i < n; ++i) {
    const bool overflows = std::isinf(input.scores[i] + input.shift);
    if (overflows && std::isfinite(input.scores[i]))
      return {Status::kScoreOverflow, "scores", i, 0};
  }
  if (!std::all_of(input.removed.begin(), input.removed.end(), isItem)) {
    return {Status::kBadArgument, "removed"};
  }
  const bool paired = isItem(input.item) && isItem(input.other) && input.item != input.other;
  if (!paired && (input.item != -1 || input.other != -1)) return {Status::kBadArgument, "pair"};
  return {};
}

Error checkValues(const PerturbInput& input, const Weighed& weighed) {
  if (!weighed.isDefined()) return {};
  for (Index i = 0; i < input.X.rows(); ++i) {
    if (weighed.result.weights[i].isZero()) continue;
    const Error error = checkFinite("X", input.X.row(i).data(), input.X.cols(), i);
    if (!error.ok()) return error;
  }
  return {};
}

/// The ratio that is asked for, or the one that changes most.
std::optional<RatioChange> ratioChange(const PerturbInput& input, const Weighed& all,
                                       const Weighed& left) {
  std::optional<RatioChange> found;
  double largest = 0;
  const auto compare = [&](Index i, Index j) {
    if (!all.hasRatio(i, j) || !left.hasRatio(i, j)) return;
    const Wide before = all.ratio(i, j);
    const Wide after = left.ratio(i, j);
    const double change = std::abs(toDouble(before / after));
    const double size = std::max(change, 1 / change);
    const bool changed = size > 1 + 0x1p-30;
    // Of ratios that do not change, the first is as good as any.
    if (found && (!changed || size <= largest)) return;
    largest = size;
    found = {i, j, toDouble(before), toDouble(after), changed};
  };
  if (input.item >= 0) {
    compare(input.item, input.other);
    return found;
  }
  const Index n = input.scores.size();
  const bool few = n <= 8;
  for (Index i = 0; few && i < n; ++i) {
    for (Index j = i + 1; j < n; ++j) compare(i, j);
  }
  for (Index j = 0; !few && j < n; ++j) {
    if (j != left.hard.argmax) compare(left.hard.argmax, j);
  }
  return found;
}

}  // namespace

Error perturb(const PerturbInput& input, const Normalizer& normalizer, Perturbation* result) {
  if (const Error error = check(input, normalizer); !error.ok()) return error;
  const Index n = input.scores.size();
  Vector left = input.scores;
  for (const Index i : input.removed) left[i] = -kInfinity;
  const Vector everyone = (input.scores.array() + input.shift).matrix();
  const Vector shifted = (left.array() + input.shift).matrix();

  Weighed before;
  Weighed after;
  Weighed all;
  Error error = weigh(left, normalizer, &before);
  if (error.ok()) error = weigh(shifted, normalizer, &after);
  if (error.ok() && !input.removed.empty()) error = weigh(everyone, normalizer, &all);
  if (error.ok()) error = checkValues(input, after);
  if (!error.ok()) return error;

  result->scores = shifted;
  result->weights = rounded(after, shifted);
  result->support = after.result.support;
  result->defined = after.isDefined();
  result->before = rounded(before, left);
  result->output = Vector();
  if (input.X.size() != 0) {
    result->output.resize(input.X.cols());
    for (Index j = 0; j < input.X.cols(); ++j) {
      Wide sum;
      for (Index i = 0; after.isDefined() && i < n; ++i) {
        if (!after.result.weights[i].isZero())
          sum += after.result.weights[i] * toWide(input.X(i, j));
      }
      result->output[j] =
          after.isDefined() ? toDouble(sum) : std::numeric_limits<double>::quiet_NaN();
    }
  }
  result->ratio = input.removed.empty() ? std::nullopt : ratioChange(input, all, after);
  return {};
}

}  // namespace softmax_bridge
