#include "softmax_bridge/properties.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "softmax_bridge/random.h"
#include "special_values.h"

namespace softmax_bridge {
namespace {

/// Scores and what a normaliser makes of them. A weight is 0 where its number underflows.
struct Case {
  Normalizer normalizer;
  Vector scores;
  bool given = false;
  HardAttention hard;
  WideWeights result;

  Case(const Normalizer& by, Vector alpha, bool is_given = false)
      : normalizer(by), scores(std::move(alpha)), given(is_given) {
    if (attendHard(scores, &hard).ok()) result = wideWeights(scores, hard, normalizer);
  }

  [[nodiscard]] Index size() const { return scores.size(); }
  [[nodiscard]] bool isDefined() const { return !result.weights.empty(); }
  [[nodiscard]] bool hasWeight(Index i) const { return result.support[i] != 0; }
  [[nodiscard]] const Wide& wide(Index i) const { return result.weights[i]; }
  [[nodiscard]] double weight(Index i) const { return isDefined() ? toDouble(wide(i)) : kNaN; }

  [[nodiscard]] Case with(Index i, double score) const {
    Vector changed = scores;
    changed[i] = score;
    return {normalizer, changed, given};
  }

  [[nodiscard]] Witness witness(Reason reason) const {
    Witness witness;
    witness.scores = scores;
    witness.temperature = normalizer.temperature;
    witness.given = given;
    witness.reason = reason;
    return witness;
  }
};

using Found = std::optional<Witness>;

double largestMagnitude(const double* values, Index size) {
  double largest = 0;
  for (Index i = 0; i < size; ++i) largest = std::max(largest, std::abs(values[i]));
  return largest;
}

Found found(Witness witness, Index item, Index other, double before, double after) {
  witness.item = item;
  witness.other = other;
  witness.before = before;
  witness.after = after;
  return witness;
}

Found findOutsideSimplex(const Case& it) {
  if (!it.isDefined()) return it.witness(Reason::kUndefined);
  Wide sum;
  for (Index i = 0; i < it.size(); ++i) {
    if (it.wide(i).hi < 0) return found(it.witness(Reason::kNegative), i, -1, it.weight(i), 0);
    sum += it.wide(i);
  }
  const double total = toDouble(sum);
  if (std::abs(total - 1) < 0x1p-40) return {};
  return found(it.witness(Reason::kSum), -1, -1, total, 0);
}

Found findShift(const Case& it, double shift) {
  // The scores, rounded so that the shift is exact.
  Vector scores = it.scores;
  Vector shifted = it.scores;
  for (Index i = 0; i < it.size(); ++i) {
    shifted[i] += shift;
    scores[i] = shifted[i] - shift;
    if (!(wideDifference(shifted[i], scores[i]) - toWide(shift)).isZero()) return {};
  }
  const Case from(it.normalizer, std::move(scores), it.given);
  const Case to(it.normalizer, std::move(shifted));
  double largest = 0x1p-30;
  Index item = -1;
  for (Index i = 0; i < it.size(); ++i) {
    const double change = std::abs(from.weight(i) - to.weight(i));
    const bool one_undefined = from.isDefined() != to.isDefined();
    if (!(change > largest) && !one_undefined) continue;
    largest = change;
    item = i;
  }
  if (item < 0) return {};
  Witness witness = from.witness(Reason::kShifted);
  witness.shift = shift;
  return found(std::move(witness), item, -1, from.weight(item), to.weight(item));
}

Found findShift(const Case& it) {
  int exponent = 0;
  std::frexp(largestMagnitude(it.scores.data(), it.size()), &exponent);
  const double shift = std::ldexp(5, std::max(0, exponent - 3));  // 5 up to scores of 8
  Found witness = findShift(it, shift);
  return witness ? witness : findShift(it, -shift);
}

Found findOrder(const Case& it, Reason reason) {
  if (!it.isDefined()) return {};
  for (Index i = 0; i < it.size(); ++i) {
    for (Index j = 0; j < it.size(); ++j) {
      if (!(it.scores[i] > it.scores[j])) continue;
      // Equal positive numbers are no evidence: rounding may have made them equal.
      const bool reversed = (it.wide(i) * toWide(1 + 0x1p-40) - it.wide(j)).hi < 0 &&
                            (it.wide(i) - it.wide(j) * toWide(1 + 0x1p-40)).hi < 0;
      const bool tied = !it.hasWeight(i) && !it.hasWeight(j);
      if (reason == Reason::kReversed ? reversed : tied) {
        return found(it.witness(reason), i, j, it.weight(i), it.weight(j));
      }
    }
  }
  return {};
}

Found findReversed(const Case& it) { return findOrder(it, Reason::kReversed); }

Found findTied(const Case& it) { return findOrder(it, Reason::kTied); }

Found findNoWeight(const Case& it) {
  for (Index i = 0; it.isDefined() && i < it.size(); ++i) {
    if (it.hasWeight(i) && it.wide(i).hi >= 0) continue;
    return found(it.witness(Reason::kNoWeight), i, -1, it.weight(i), 0);
  }
  return {};
}

Found findUndefined(const Case& it) {
  return it.isDefined() ? Found{} : it.witness(Reason::kUndefined);
}

/// The weights a step to either side of a score, and the slopes between.
struct Sides {
  Case above;
  Case below;
  double up;
  double down;

  Sides(const Case& it, Index j, double step)
      : above(it.with(j, it.scores[j] + step)),
        below(it.with(j, it.scores[j] - step)),
        up(above.scores[j] - it.scores[j]),
        down(it.scores[j] - below.scores[j]) {}

  [[nodiscard]] bool exist() const {
    return up > 0 && down > 0 && above.isDefined() && below.isDefined();
  }
  [[nodiscard]] double jump(Index i) const { return toDouble(above.wide(i) - below.wide(i)); }
  [[nodiscard]] double slopeAbove(const Case& it, Index i) const {
    return toDouble(above.wide(i) - it.wide(i)) / up;
  }
  [[nodiscard]] double slopeBelow(const Case& it, Index i) const {
    return toDouble(it.wide(i) - below.wide(i)) / down;
  }
};

// A jump or a kink does not shrink with the step; a difference of smooth weights does. (What rises
// more steeply than h^{1/30} is a jump for float64.)
Found findBend(const Case& it) {
  if (!it.isDefined()) return {};
  const double largest = largestMagnitude(it.scores.data(), it.size());
  const double scale = std::min(it.normalizer.temperature, largest > 0 ? largest : 1);
  for (Index j = 0; j < it.size(); ++j) {
    const Sides far(it, j, 0x1p-20 * scale);
    const Sides near(it, j, 0x1p-35 * scale);
    const Sides nearest(it, j, 0x1p-50 * scale);
    if (!far.exist() || !near.exist()) continue;
    double steepest = 0;
    for (Index i = 0; i < it.size(); ++i) {
      const double jump = nearest.exist() ? std::abs(nearest.jump(i)) : 0;
      if (jump > 0x1p-10 && jump > std::abs(far.jump(i)) / 2) {
        return found(it.witness(Reason::kJump), i, j, near.below.weight(i), near.above.weight(i));
      }
      steepest =
          std::max({steepest, std::abs(near.slopeAbove(it, i)), std::abs(near.slopeBelow(it, i))});
    }
    for (Index i = 0; i < it.size(); ++i) {
      const double before = near.slopeBelow(it, i);
      const double after = near.slopeAbove(it, i);
      const double bend = std::abs(after - before);
      const double far_bend = std::abs(far.slopeAbove(it, i) - far.slopeBelow(it, i));
      // Changes of a weight below 2⁻⁴⁶ may be rounding.
      if (bend > 0x1p-10 * steepest && bend > far_bend / 2 && bend * near.up > 0x1p-46) {
        return found(it.witness(Reason::kKink), i, j, before, after);
      }
    }
  }
  return {};
}

// Where the weight of one item ends, it falls to 0 as h^r, and the derivatives from the r-th on
// jump or do not exist.
Found findEndOfSupport(const Case& it) {
  for (Index j = 0; it.isDefined() && !it.given && j < it.size(); ++j) {
    if (it.scores[j] == it.hard.max) continue;
    double without = it.scores[j];
    double with = it.scores[j];
    (it.hasWeight(j) ? without : with) = it.hasWeight(j) ? -0x1p40 : it.hard.max;
    if (it.with(j, without).hasWeight(j) || !it.with(j, with).hasWeight(j)) continue;
    for (int halving = 0; halving < 100; ++halving) {
      const double middle = without + (with - without) / 2;
      (it.with(j, middle).hasWeight(j) ? with : without) = middle;
    }
    const double step = 0x1p-16;
    if (it.with(j, without - step).hasWeight(j)) continue;  // it passes through 0
    const Case near = it.with(j, without + step);
    const Case far = it.with(j, without + 2 * step);
    if (!near.isDefined() || near.wide(j).isZero()) continue;
    const double order = log(far.wide(j) / near.wide(j)) / log(toWide(2));
    Found witness =
        found(it.with(j, without).witness(Reason::kKink), j, j, 0, near.weight(j) / step);
    witness->derivatives = std::max(0, static_cast<int>(std::ceil(order - 0x1p-4)) - 1);
    return witness;
  }
  return {};
}

Found findOneHot(const Case& it) {
  Index with_weight = 0;
  for (Index i = 0; i < it.size(); ++i) with_weight += static_cast<Index>(it.hasWeight(i));
  if (it.size() == 1 || !it.isDefined() || with_weight > 1) return {};
  return it.witness(Reason::kTied);
}

Found findShared(const Case& it) {
  for (Index i = 0; it.isDefined() && i < it.size(); ++i) {
    if (it.scores[i] == it.hard.max || it.weight(i) == 0) continue;
    return found(it.witness(Reason::kShared), i, -1, it.weight(i), 0);
  }
  return {};
}

/// The case at so small a τ that what tends to a limit is near it.
Case cold(const Case& it) {
  double scale = it.hard.gap < kInfinity ? it.hard.gap : 1;
  for (const double score : it.scores) {
    if (score != 0) scale = std::min(scale, std::abs(score));
  }
  Normalizer normalizer = it.normalizer;
  normalizer.temperature = 0x1p-40 * scale;
  return {normalizer, it.scores, it.given};
}

/// The weight of the argmax set.
double winning(const Case& it) {
  Wide sum;
  for (const Index i : it.hard.ties) sum += it.wide(i);
  return toDouble(sum);
}

Found findNoColdLimit(const Case& it) {
  const Case there = cold(it);
  if (!there.isDefined()) return there.witness(Reason::kUndefined);
  const double sum = winning(there);
  if (std::abs(sum - 1) < 0x1p-20) return {};
  for (Index i = 0; i < there.size(); ++i) {
    if (there.scores[i] == there.hard.max || std::abs(there.weight(i)) < 0x1p-20) continue;
    return found(there.witness(Reason::kElsewhere), i, -1, there.weight(i), 0);
  }
  return found(there.witness(Reason::kVanishing), -1, -1, sum, 0);
}

// Weight outside the argmax set, or none inside, at a τ that is not small.
Found findNotColdYet(const Case& it) {
  if (!it.isDefined() || winning(it) != 1) return it.witness(Reason::kVanishing);
  for (Index i = 0; i < it.size(); ++i) {
    if (it.scores[i] < it.hard.max && it.hasWeight(i)) return it.witness(Reason::kElsewhere);
  }
  return {};
}

bool areComparable(const Case& it, Index i, Index j) {
  return it.isDefined() && !it.wide(i).isZero() && !it.wide(j).isZero();
}

// Two weights of unequal scores that have a ratio.
Found findComparable(const Case& it) {
  for (Index i = 0; it.isDefined() && i < it.size(); ++i) {
    if (it.scores[i] != it.hard.max && areComparable(it, it.hard.argmax, i)) {
      return it.witness(Reason::kRatio);
    }
  }
  return {};
}

// The ratio that changes most.
Found findRatio(const Case& it) {
  const Index n = it.size();
  Found worst;
  double largest = 1 + 0x1p-30;
  for (Index removed = 0; removed < n && n > 2; ++removed) {
    const auto place = [&](Index i) { return i < removed ? i : i - 1; };
    Vector kept(n - 1);
    for (Index i = 0; i < n; ++i) {
      if (i != removed) kept[place(i)] = it.scores[i];
    }
    const Case without(it.normalizer, std::move(kept));
    for (Index i = 0; i < n; ++i) {
      // All pairs of a few items; of many, those with the best.
      for (Index j = n > 8 ? it.hard.argmax : i + 1; j<n; j = n> 8 ? n : j + 1) {
        if (i == j || i == removed || j == removed) continue;
        if (!areComparable(it, i, j) || !areComparable(without, place(i), place(j))) continue;
        const Wide before = it.wide(i) / it.wide(j);
        const Wide after = without.wide(place(i)) / without.wide(place(j));
        const double change = std::abs(toDouble(before / after));
        if (std::max(change, 1 / change) <= largest) continue;
        largest = std::max(change, 1 / change);
        worst = found(it.witness(Reason::kRatio), i, j, toDouble(before), toDouble(after));
        worst->removed = removed;
      }
    }
  }
  return worst;
}

Found findAsymmetry(const Case& it) {
  Normalization at;
  if (!normalize(it.scores, it.normalizer, &at).ok() || !at.jacobian) return {};
  const Matrix& jacobian = *at.jacobian;
  const double largest = largestMagnitude(jacobian.data(), jacobian.size());
  for (Index i = 0; i < it.size(); ++i) {
    for (Index j = i + 1; j < it.size(); ++j) {
      if (std::abs(jacobian(i, j) - jacobian(j, i)) <= 0x1p-20 * largest) continue;
      return found(it.witness(Reason::kAsymmetric), i, j, jacobian(i, j), jacobian(j, i));
    }
  }
  return {};
}

/// Scores of the corpus: values·2^exponent.
struct Named {
  signed char exponent;
  signed char size;
  std::array<signed char, 4> values;
};

constexpr std::array<Named, 21> kNamed{{
    {-3, 4, {16, 8, 1, -8}}, {-2, 4, {4, 3, 2, 1}}, {0, 3, {-3, 3, 1}},  {0, 2, {1, -1}},
    {0, 3, {-1, -2, -4}},    {0, 3, {0, 0, 0}},     {0, 2, {-3, 1}},     {-1, 3, {4, 2, 1}},
    {0, 2, {3, 0}},          {0, 2, {1, 1}},        {0, 3, {0, 0, -1}},  {0, 2, {1, 0}},
    {0, 3, {1, 0, 0}},       {-1, 4, {8, 4, 2, 1}}, {-1, 3, {-4, 0, 1}}, {0, 2, {-1, -2}},
    {0, 3, {64, 1, 0}},      {24, 3, {64, 1, 0}},   {-8, 3, {3, 2, 1}},  {-30, 3, {3, 2, 1}},
    {-64, 3, {3, 2, 1}},
}};
constexpr Index kRandom = 32;

Vector corpus(Index k) {
  const auto named = static_cast<Index>(kNamed.size());
  if (k < named) {
    Vector scores(kNamed[k].size);
    for (Index i = 0; i < scores.size(); ++i) {
      scores[i] = std::ldexp(kNamed[k].values[i], kNamed[k].exponent);
    }
    return scores;
  }
  SplitMix64 random(k - named + 1);
  Vector scores(2 + static_cast<Index>(random.next() % 4));
  for (double& score : scores) score = static_cast<double>(random.next() % 33) / 4 - 4;
  return scores;
}

class Search {
 public:
  Search(const Normalizer& normalizer, const Vector& scores) : normalizer_(normalizer) {
    Index attended = 0;
    for (const double score : scores) attended += static_cast<Index>(score > -kInfinity);
    given_.resize(attended);
    attended = 0;
    for (const double score : scores) {
      if (score > -kInfinity) given_[attended++] = score;
    }
    const double temperature = normalizer.temperature;
    has_given_ = attended > 0 && largestMagnitude(given_.data(), attended) < kInfinity &&
                 temperature > 0 && temperature < kInfinity;
    bend_ = first(findBend);
  }

  [[nodiscard]] PropertyCheck check(Property property) const {
    Found witness;
    switch (property) {
      case Property::kSimplex:
        return verdict(property, first(findOutsideSimplex));
      case Property::kShiftInvariant:
        return verdict(property, first(findShift));
      case Property::kOrder:
        witness = first(findReversed);
        if (witness) return verdict(property, std::move(witness));
        witness = first(findTied);
        return {property, witness ? Holds::kWeak : Holds::kYes, std::move(witness)};
      case Property::kFullSupport:
        return verdict(property, first(findNoWeight));
      case Property::kSmooth:
        witness = bend_;
        if (!witness) witness = first(findEndOfSupport);
        if (!witness) witness = first(findUndefined);
        return verdict(property, std::move(witness));
      case Property::kOneHot:
        if (any(findOneHot)) return {property, Holds::kYes, {}};
        return {property, Holds::kNo, first(findShared)};
      case Property::kColdLimit:
        witness = first(findNoColdLimit);
        if (!witness && !any(findNotColdYet)) return {property, Holds::kLimit, {}};
        return verdict(property, std::move(witness));
      case Property::kRatioIndependent:
        witness = first(findRatio);
        if (!witness && !any(findComparable)) return {property, Holds::kLimit, {}};
        return verdict(property, std::move(witness));
      case Property::kSymmetricJacobian:
        // What jumps is no gradient either.
        witness = first(findAsymmetry);
        if (!witness && bend_ && bend_->reason == Reason::kJump) witness = bend_;
        return verdict(property, std::move(witness));
    }
    return {};
  }

 private:
  static PropertyCheck verdict(Property property, Found witness) {
    return {property, witness ? Holds::kNo : Holds::kYes, std::move(witness)};
  }

  /// The first witness in the given scores and the corpus.
  [[nodiscard]] Found first(Found (*find)(const Case&)) const {
    Found witness;
    if (has_given_) witness = find({normalizer_, given_, true});
    Normalizer at_one = normalizer_;
    at_one.temperature = 1;
    const Index size = static_cast<Index>(kNamed.size()) + kRandom;
    for (Index k = 0; k < size && !witness; ++k) witness = find({at_one, corpus(k)});
    return witness;
  }

  [[nodiscard]] bool any(Found (*find)(const Case&)) const { return first(find).has_value(); }

  Normalizer normalizer_;
  Vector given_;
  bool has_given_ = false;
  Found bend_;
};

}  // namespace

const char* propertyName(Property property) {
  switch (property) {
    case Property::kSimplex:
      return "simplex";
    case Property::kShiftInvariant:
      return "shift-invariant";
    case Property::kOrder:
      return "order";
    case Property::kFullSupport:
      return "full-support";
    case Property::kSmooth:
      return "smooth";
    case Property::kOneHot:
      return "one-hot";
    case Property::kColdLimit:
      return "cold-limit";
    case Property::kRatioIndependent:
      return "ratio-independent";
    case Property::kSymmetricJacobian:
      return "symmetric-jacobian";
  }
  return "";
}

const char* holdsName(Holds holds) {
  switch (holds) {
    case Holds::kYes:
      return "yes";
    case Holds::kNo:
      return "no";
    case Holds::kWeak:
      return "weak";
    case Holds::kLimit:
      return "limit";
  }
  return "";
}

const char* reasonName(Reason reason) {
  switch (reason) {
    case Reason::kUndefined:
      return "undefined";
    case Reason::kNegative:
      return "negative";
    case Reason::kSum:
      return "sum";
    case Reason::kShifted:
      return "shifted";
    case Reason::kReversed:
      return "reversed";
    case Reason::kTied:
      return "tied";
    case Reason::kNoWeight:
      return "no-weight";
    case Reason::kJump:
      return "jump";
    case Reason::kKink:
      return "kink";
    case Reason::kShared:
      return "shared";
    case Reason::kElsewhere:
      return "elsewhere";
    case Reason::kVanishing:
      return "vanishing";
    case Reason::kRatio:
      return "ratio";
    case Reason::kAsymmetric:
      return "asymmetric";
  }
  return "";
}

Error checkProperties(const Normalizer& normalizer, const Vector& scores,
                      std::vector<PropertyCheck>* checks) {
  if (scores.size() > kMaxPropertyItems) return {Status::kTooLarge, "scores"};
  Normalization unused;
  const Vector zero = Vector::Zero(1);
  if (const Error error = normalize(scores.size() > 0 ? scores : zero, normalizer, &unused);
      !error.ok()) {
    return error;
  }
  const Search search(normalizer, scores);
  checks->clear();
  const auto property = [](int p) { return static_cast<Property>(p); };
  for (int p = 0; *propertyName(property(p)) != '\0'; ++p) {
    checks->push_back(search.check(property(p)));
  }
  return {};
}

}  // namespace softmax_bridge
