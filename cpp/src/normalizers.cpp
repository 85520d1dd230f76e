#include "softmax_bridge/normalizers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "softmax_bridge/limits.h"
#include "softmax_bridge/softmax.h"
#include "special_values.h"

namespace softmax_bridge {
namespace {

using enum NormalizerKind;

Wide wideCount(std::size_t count) { return toWide(static_cast<double>(count)); }

bool isLess(const Wide& x, const Wide& y) { return (x - y).hi < 0; }

/// The scores that count, and what a normaliser asks of them.
struct Scores {
  const Vector& values;
  const HardAttention& hard;
  double temperature;  // τ
  double alpha;        // of entmax
  std::vector<Index> items;

  Scores(const Vector& scores, const HardAttention& attended, const Normalizer& normalizer)
      : values(scores),
        hard(attended),
        temperature(normalizer.temperature),
        alpha(normalizer.alpha) {
    for (Index i = 0; i < scores.size(); ++i) {
      if (scores[i] > -kInfinity) items.push_back(i);
    }
  }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(values.size()); }

  /// x/τ; 0 in both limits, where it is the slope of what no longer moves.
  [[nodiscard]] Wide scaled(const Wide& x) const {
    if (temperature == 0 || temperature == kInfinity) return {};
    return x / toWide(temperature);
  }

  /// g_i ≥ 0.
  [[nodiscard]] Wide gap(Index item) const {
    return scaled(wideDifference(hard.max, values[item]));
  }
};

/// The weights f_i/F and, where they have a derivative, what it is made of:
///   ratio      J_ij = c_j (δ_ij − f_i/F), c the slopes
///   symmetric  J_ij = s_i (δ_ij − s_j/T), s the slopes, T = Σ s + rest
struct Weighting {
  explicit Weighting(std::size_t n) : f(n), support(n, 0), slopes(n) {}

  std::vector<Wide> f;
  Wide sum;  // F
  Mask support;
  bool differentiable = true;
  bool ratio = false;
  std::vector<Wide> slopes;
  Wide rest;           // the slope of what has a share and is no item
  Index balance = -1;  // the column that makes the rows sum to 0

  void add(Index item, const Wide& value) {
    f[item] = value;
    support[item] = value.isZero() ? 0 : 1;
    sum += value;
  }
};

// The limit of all but sigmoid and softmax1 as τ → 0, and of all but sigmoid as one score → ∞.
Weighting onWinners(const Scores& scores) {
  Weighting result(scores.size());
  for (const Index i : scores.hard.ties) result.add(i, toWide(1));
  result.differentiable = scores.hard.ties.size() == 1;
  return result;
}

Weighting hardOf(const Scores& scores) {
  Weighting result(scores.size());
  result.add(scores.hard.argmax, toWide(1));
  result.differentiable = scores.hard.ties.size() == 1;
  return result;
}

Weighting softmaxOf(const Scores& scores) {
  const Partition parts = partition(scores.values, scores.hard, scores.temperature);
  Weighting result(scores.size());
  result.f = parts.exp_shifted;
  result.sum = parts.sum;
  result.support = parts.support;
  for (const Index i : scores.items) result.slopes[i] = scores.scaled(wideWeight(parts, i));
  result.differentiable = scores.temperature > 0 || scores.hard.ties.size() == 1;
  return result;
}

// Softmax with an item of score 0 that takes its share and is not shown. With E = e^{−|m|/τ}:
// u_i/(S + E) for m > 0, u_i E/(1 + S E) otherwise.
Weighting softmax1Of(const Scores& scores) {
  Weighting result = softmaxOf(scores);
  const double m = scores.hard.max;
  const bool cold = scores.temperature == 0;
  const Wide null_share =
      m == kInfinity || (cold && m != 0) ? Wide{} : exp(scores.scaled(toWide(-std::abs(m))));
  Wide rest = null_share;
  if (m <= 0) {
    rest = toWide(1);
    result.sum *= null_share;
    for (Wide& value : result.f) value *= null_share;
    if (cold && m < 0) result.support.assign(scores.size(), 0);
  }
  result.sum += rest;
  for (const Index i : scores.items) result.slopes[i] = scores.scaled(result.f[i] / result.sum);
  result.rest = scores.scaled(rest / result.sum);
  result.differentiable = !cold || m < 0 || (m > 0 && result.differentiable);
  return result;
}

Weighting sigmoidOf(const Scores& scores) {
  Weighting result(scores.size());
  const double m = scores.hard.max;
  if (scores.temperature == 0) {
    bool any_zero = false;
    for (const Index i : scores.items) {
      const double score = scores.values[i];
      any_zero = any_zero || score == 0;
      const bool half = m > 0 && score == 0;
      if (half || score == m || score > 0) result.add(i, toWide(half ? 0.5 : 1));
    }
    result.differentiable = !any_zero && (m > 0 || scores.hard.ties.size() == 1);
    return result;
  }
  // All are divided by e^{c}, c = min(m, 0)/τ, so that they do not underflow together.
  const Wide c = m < 0 ? scores.scaled(toWide(m)) : Wide{};
  for (const Index i : scores.items) {
    const double score = scores.values[i];
    Wide others;  // 1 − σ
    if (score == kInfinity) {
      result.add(i, toWide(1));
    } else {
      const Wide z = scores.scaled(toWide(score));
      const Wide e = exp(score < 0 ? z : -z);
      const Wide one_more = toWide(1) + e;
      result.add(i, (score < 0 ? exp(z - c) : toWide(1)) / one_more);
      others = (score < 0 ? toWide(1) : e) / one_more;
    }
    result.support[i] = 1;
    result.slopes[i] = scores.scaled(result.f[i] * others);
  }
  for (const Index i : scores.items) result.slopes[i] /= result.sum;
  return result;
}

// l1, relu-l1 and squared: f of the score alone, whatever τ.
Weighting powersOf(const Scores& scores, NormalizerKind kind) {
  Weighting result(scores.size());
  for (const Index i : scores.items) {
    const double score = scores.values[i];
    if (kind == kSquared) {
      result.add(i, wideProduct(score, score));
      result.slopes[i] = wideProduct(2, score);
    } else if (kind == kL1 || score > 0) {
      result.add(i, toWide(score));
      result.slopes[i] = toWide(1);
    } else if (score == 0) {
      result.differentiable = false;
    }
  }
  if (result.sum.isZero()) return result;
  for (Wide& slope : result.slopes) slope /= result.sum;
  return result;
}

Weighting l1Of(const Scores& scores) { return powersOf(scores, kL1); }
Weighting reluL1Of(const Scores& scores) { return powersOf(scores, kReluL1); }
Weighting squaredOf(const Scores& scores) { return powersOf(scores, kSquared); }

Weighting minMaxOf(const Scores& scores) {
  Weighting result(scores.size());
  result.balance =
      *std::min_element(scores.items.begin(), scores.items.end(),
                        [&](Index i, Index j) { return scores.values[i] < scores.values[j]; });
  const double least = scores.values[result.balance];
  for (const Index i : scores.items) {
    result.add(i, wideDifference(scores.values[i], least));
    if (i != result.balance && scores.values[i] == least) result.differentiable = false;
  }
  if (result.sum.isZero()) return result;
  for (const Index i : scores.items) result.slopes[i] = toWide(1) / result.sum;
  return result;
}

Weighting inverseGapOf(const Scores& scores) {
  Weighting result(scores.size());
  for (const Index i : scores.items) result.add(i, toWide(1) / (toWide(1) + scores.gap(i)));
  for (const Index i : scores.items) {
    result.slopes[i] = scores.scaled(result.f[i] * result.f[i] / result.sum);
  }
  const std::size_t ties = scores.hard.ties.size();
  // Every gap moves with the one best score; with several it has a kink, but for equal weights.
  if (ties == 1) result.balance = scores.hard.argmax;
  result.differentiable =
      ties == 1 || ties == scores.items.size() || scores.temperature == kInfinity;
  return result;
}

// Newton for y = λ − max z, Σ 1/(y + g_i) = 1, from the left, where it is monotone.
Weighting burgOf(const Scores& scores) {
  std::vector<Wide> gaps;
  for (const Index i : scores.items) gaps.push_back(scores.gap(i));
  Wide y = wideCount(scores.hard.ties.size());
  Wide step;
  do {
    Wide sum;
    Wide slope;
    for (const Wide& gap : gaps) {
      const Wide weight = toWide(1) / (y + gap);
      sum += weight;
      slope += weight * weight;
    }
    step = (sum - toWide(1)) / slope;
    y += step;
  } while (isLess(y * toWide(0x1p-50), step));  // the next step would be below 2⁻¹⁰⁰ y

  Weighting result(scores.size());
  for (std::size_t r = 0; r < gaps.size(); ++r) {
    const Wide weight = toWide(1) / (y + gaps[r]);
    result.add(scores.items[r], weight);
    result.slopes[scores.items[r]] = scores.scaled(weight * weight);
  }
  result.sum = toWide(1);
  return result;
}

// Sparsemax and entmax. With a = alpha − 1, the items by falling score and the j-th the last that
// has weight, s of it:
//
//   p_i = (s^a + e_i)^{1/a},  e_i = a (z_i − z_j) ≥ 0,  Σ p_i = 1,
//
// sums of what is positive, so that nothing cancels. The j-th has weight iff the items before it,
// at s = 0, do not take all: B_j = Σ_{i<j} e_i^{1/a} < 1.

/// The items by falling score, as a heap: only those with weight need be sorted.
class Falling {
 public:
  explicit Falling(const Scores& scores) : order_{scores.values}, heap_(scores.items) {
    std::make_heap(heap_.begin(), heap_.end(), order_);
  }

  [[nodiscard]] bool empty() const { return heap_.empty(); }

  Index next() {
    std::pop_heap(heap_.begin(), heap_.end(), order_);
    const Index item = heap_.back();
    heap_.pop_back();
    return item;
  }

 private:
  struct Order {
    const Vector& values;
    bool operator()(Index i, Index j) const { return values[i] < values[j]; }
  };

  Order order_;
  std::vector<Index> heap_;
};

// a = 1, where s is the root of a linear equation, and a = ½, where √s is that of a quadratic one.
Weighting closedForm(const Scores& scores, double a) {
  const bool linear = a == 1;
  std::vector<Index> items;
  std::vector<Wide> gaps;  // a g_i
  Wide sum;                // Σ a g_i
  Wide squares;            // Σ (a g_i)²
  bool at_the_end = false;
  for (Falling falling(scores); !falling.empty();) {
    const Index item = falling.next();
    const Wide gap = toWide(a) * scores.gap(item);
    const Wide count = wideCount(items.size());
    const Wide taken =
        linear ? count * gap - sum : count * gap * gap - toWide(2) * gap * sum + squares;
    at_the_end = (taken - toWide(1)).isZero();
    if (!isLess(taken, toWide(1))) break;
    items.push_back(item);
    gaps.push_back(gap);
    sum += gap;
    squares += gap * gap;
  }
  const Wide count = wideCount(items.size());
  const Wide last = gaps.back();
  const Wide excess = count * last - sum;  // Σ e_i
  Wide root;                               // s^a
  if (linear) {
    root = (toWide(1) - excess) / count;
  } else {
    const Wide left = toWide(1) - (last * (excess - sum) + squares);  // 1 − Σ e_i²
    root = left / (excess + sqrt(excess * excess + count * left));
  }
  Weighting result(scores.size());
  for (std::size_t r = 0; r < items.size(); ++r) {
    const Wide value = root + (last - gaps[r]);
    result.add(items[r], linear ? value : value * value);
    result.slopes[items[r]] = scores.scaled(linear ? toWide(1) : value);
  }
  result.sum = toWide(1);
  result.differentiable = !linear || !at_the_end;
  return result;
}

// What is left of Σp − 1 below this is rounding of the p_i, and no step would change it.
constexpr Wide kNoise{0.5, 0, -55};

// a < 1, by the winner's weight w: p_i = w (1 − x_i)^{1/a}, x_i = a g_i w^{−a}, which is softmax as
// a → 0. Newton from w = 1/k, on the right of the root of a convex function.
Weighting softerThanSparsemax(const Scores& scores, double a) {
  std::vector<double> gaps(scores.items.size());  // a g_i
  for (std::size_t r = 0; r < gaps.size(); ++r) {
    gaps[r] = a * toDouble(scores.gap(scores.items[r]));
  }
  std::vector<double> log_ratios(gaps.size());  // log(p_i/w)
  double w = 1 / static_cast<double>(scores.hard.ties.size());
  for (;;) {
    const double scale = exp(-a * log(toWide(w)));
    Wide sum;
    Wide slope;
    for (std::size_t r = 0; r < gaps.size(); ++r) {
      const double x = gaps[r] * scale;
      log_ratios[r] = x < 1 ? std::log1p(-x) / a : -kInfinity;
      if (x >= 1) continue;
      const double ratio = exp(log_ratios[r]);
      sum += wideProduct(w, ratio);
      slope += toWide(ratio / (1 - x));
    }
    const Wide excess = sum - toWide(1);
    const double next = w - toDouble(excess / slope);
    if (isLess(excess, kNoise) || !(next < w)) break;
    w = next;
  }
  Weighting result(scores.size());
  for (std::size_t r = 0; r < gaps.size(); ++r) {
    const Index item = scores.items[r];
    if (log_ratios[r] == -kInfinity) continue;
    result.add(item, toWide(w) * exp(toWide(log_ratios[r])));
    const double log_weight = log(toWide(w)) + log_ratios[r];
    result.slopes[item] = scores.scaled(exp(toWide((1 - a) * log_weight)));
  }
  result.sum = toWide(1);
  return result;
}

// log(e^x + e^y)
double logAdd(double x, double y) {
  const double high = std::max(x, y);
  const double low = std::min(x, y);
  return low == -kInfinity ? high : high + std::log1p(exp(low - high));
}

// a > 1, by the last weight s, in logarithms, since high powers leave the range. Newton from the
// right, again of a convex function.
Weighting sharperThanSparsemax(const Scores& scores, double a) {
  std::vector<Index> items;
  std::vector<Wide> gaps;
  for (Falling falling(scores); !falling.empty();) {
    items.push_back(falling.next());
    gaps.push_back(scores.gap(items.back()));
  }
  // log e_i with the j-th as the last.
  const auto logExcess = [&](std::size_t i, std::size_t j) {
    const Wide excess = toWide(a) * (gaps[j] - gaps[i]);
    return excess.isZero() ? -kInfinity : log(excess);
  };
  const auto taken = [&](std::size_t j) {
    Wide sum;
    for (std::size_t i = 0; i < j; ++i) sum += exp(toWide(logExcess(i, j) / a));
    return toDouble(sum);
  };
  std::size_t last = 0;
  for (std::size_t end = items.size(); last + 1 < end;) {
    const std::size_t middle = last + (end - last) / 2;
    (taken(middle) < 1 ? last : end) = middle;
  }
  const std::size_t count = last + 1;
  std::vector<double> log_excess(count);
  for (std::size_t i = 0; i < count; ++i) log_excess[i] = logExcess(i, last);

  std::vector<double> log_weights(count);
  double s = 1 / static_cast<double>(count);
  for (;;) {
    const double log_power = a * log(toWide(s));
    Wide sum;
    Wide slope;
    for (std::size_t i = 0; i < count; ++i) {
      const double log_sum = logAdd(log_power, log_excess[i]);
      log_weights[i] = log_sum / a;
      sum += exp(toWide(log_weights[i]));
      slope += toWide(exp(log_weights[i] + (log_power - log_sum)) / s);
    }
    const Wide excess = sum - toWide(1);
    const double next = s - toDouble(excess / slope);
    if (isLess(excess, kNoise) || !(next < s && next > 0)) break;
    s = next;
  }
  Weighting result(scores.size());
  for (std::size_t i = 0; i < count; ++i) {
    result.add(items[i], exp(toWide(log_weights[i])));
    result.slopes[items[i]] = scores.scaled(exp(toWide((1 - a) * log_weights[i])));
  }
  result.sum = toWide(1);
  result.differentiable = count == items.size() || taken(count) > 1;
  return result;
}

Weighting sparsemaxOf(const Scores& scores) { return closedForm(scores, 1); }

Weighting entmaxOf(const Scores& scores) {
  if (scores.alpha == 1) return softmaxOf(scores);
  const double a = scores.alpha - 1;
  if (a == 0.5 || a == 1) return closedForm(scores, a);
  return a < 1 ? softerThanSparsemax(scores, a) : sharperThanSparsemax(scores, a);
}

/// What there is to know of a normaliser beside its formula.
struct Row {
  const char* name = "";
  Weighting (*weigh)(const Scores&) = nullptr;
  /// Of the two forms that Weighting has for a Jacobian.
  enum { kSymmetric, kRatio } jacobian = kSymmetric;
  /// Where the formula itself has no value: there all the weight is on the argmax set.
  enum { kNowhere, kAtInfiniteScores, kAtInfiniteScoresAndCold } limits = kNowhere;
};

/// A row for each, in the order of the enum.
constexpr Row rowOf(NormalizerKind kind) {
  switch (kind) {
    case kSoftmax:
      return {"softmax", softmaxOf};
    case kSparsemax:
      return {"sparsemax", sparsemaxOf, Row::kSymmetric, Row::kAtInfiniteScoresAndCold};
    case kEntmax:
      return {"entmax", entmaxOf, Row::kSymmetric, Row::kAtInfiniteScoresAndCold};
    case kBurg:
      return {"burg", burgOf, Row::kSymmetric, Row::kAtInfiniteScoresAndCold};
    case kInverseGap:
      return {"inverse-gap", inverseGapOf, Row::kRatio, Row::kAtInfiniteScoresAndCold};
    case kL1:
      return {"l1", l1Of, Row::kRatio, Row::kAtInfiniteScores};
    case kReluL1:
      return {"relu-l1", reluL1Of, Row::kRatio, Row::kAtInfiniteScores};
    case kSquared:
      return {"squared", squaredOf, Row::kRatio, Row::kAtInfiniteScores};
    case kSigmoid:
      return {"sigmoid", sigmoidOf, Row::kRatio};
    case kSoftmax1:
      return {"softmax1", softmax1Of};
    case kMinMax:
      return {"min-max", minMaxOf, Row::kRatio, Row::kAtInfiniteScores};
    case kHard:
      return {"hard", hardOf};
  }
  return {};
}

Weighting weigh(const Scores& scores, const Normalizer& normalizer) {
  const Row row = rowOf(normalizer.kind);
  const bool cold = row.limits == Row::kAtInfiniteScoresAndCold && scores.temperature == 0;
  if (cold || (row.limits != Row::kNowhere && scores.hard.max == kInfinity)) {
    return onWinners(scores);
  }
  Weighting weighting = row.weigh(scores);
  weighting.ratio = row.jacobian == Row::kRatio;
  return weighting;
}

Matrix jacobianOf(const Weighting& weighting) {
  const auto n = static_cast<Index>(weighting.f.size());
  Matrix jacobian = Matrix::Zero(n, n);
  const std::vector<Wide>& shares = weighting.ratio ? weighting.f : weighting.slopes;
  Wide total = weighting.ratio ? Wide{} : weighting.rest;
  for (const Wide& share : shares) total += share;
  std::vector<Wide> row_sums(n);
  const auto set = [&](Index i, Index j, const Wide& value) {
    jacobian(i, j) = toDouble(value);
    row_sums[i] += value;
  };
  for (Index j = 0; j < n; ++j) {
    const Wide& slope = weighting.slopes[j];
    if (slope.isZero() || j == weighting.balance) continue;
    Wide others = weighting.ratio ? Wide{} : weighting.rest;
    for (Index i = 0; i < n; ++i) {
      if (i == j) continue;
      others += shares[i];
      set(i, j, -(slope * shares[i]) / total);
    }
    set(j, j, slope * others / total);
  }
  for (Index i = 0; weighting.balance >= 0 && i < n; ++i) set(i, weighting.balance, -row_sums[i]);
  return jacobian;
}

bool isValid(const Vector& weights) {
  Wide sum;
  for (const double weight : weights) {
    if (!(weight >= 0)) return false;
    sum += toWide(weight);
  }
  return std::abs(toDouble(sum - toWide(1))) <= 0x1p-49 * static_cast<double>(weights.size());
}

}  // namespace

const char* normalizerName(NormalizerKind kind) { return rowOf(kind).name; }

Error normalize(const Vector& scores, const Normalizer& normalizer, Normalization* result) {
  const double temperature = normalizer.temperature;
  Error error = checkSize("scores", static_cast<double>(scores.size()), 1);
  HardAttention hard;
  if (error.ok()) error = attendHard(scores, &hard);
  if (!error.ok()) return error;
  if (!(temperature >= 0)) return {Status::kBadTemperature, "temperature"};
  if (normalizer.kind == kEntmax && !(normalizer.alpha >= 1 && normalizer.alpha < kInfinity)) {
    return {Status::kBadArgument, "alpha"};
  }
  if (hard.max == kInfinity && temperature == kInfinity) {
    return {Status::kNotDetermined, "scores", hard.argmax, 0};
  }

  const Weighting weighting = weigh(Scores(scores, hard, normalizer), normalizer);
  const bool defined = !weighting.sum.isZero();
  const Index n = scores.size();
  result->weights.resize(n);
  result->support = weighting.support;
  for (Index i = 0; i < n; ++i) {
    result->weights[i] = scores[i] == -kInfinity ? 0
                         : defined               ? toDouble(weighting.f[i] / weighting.sum)
                                                 : std::numeric_limits<double>::quiet_NaN();
  }
  result->valid = defined && isValid(result->weights);
  result->jacobian.reset();
  if (defined && weighting.differentiable) {
    const bool computed = normalizer.derivatives && n <= kMaxJacobianItems;
    result->jacobian = computed ? jacobianOf(weighting) : Matrix();
  }
  return {};
}

WideWeights wideWeights(const Vector& scores, const HardAttention& hard,
                        const Normalizer& normalizer) {
  Weighting weighting = weigh(Scores(scores, hard, normalizer), normalizer);
  WideWeights result;
  result.support = std::move(weighting.support);
  if (weighting.sum.isZero()) return result;
  for (const Wide& value : weighting.f) result.weights.push_back(value / weighting.sum);
  return result;
}

}  // namespace softmax_bridge
