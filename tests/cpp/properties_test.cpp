#include "softmax_bridge/properties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "support.h"

namespace softmax_bridge {
namespace {

using ::testing::ElementsAre;
using enum NormalizerKind;

std::vector<PropertyCheck> checked(const Normalizer& normalizer, const Vector& scores = {}) {
  std::vector<PropertyCheck> checks;
  const Error error = checkProperties(normalizer, scores, &checks);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return checks;
}

const PropertyCheck& of(const std::vector<PropertyCheck>& checks, Property property) {
  return checks[static_cast<std::size_t>(property)];
}

Witness witnessOf(const Normalizer& normalizer, Property property, const Vector& scores = {}) {
  const PropertyCheck check = of(checked(normalizer, scores), property);
  EXPECT_TRUE(check.witness.has_value());
  return check.witness.value_or(Witness());
}

// A row of the table in docs/maths.md §4, in the words of this search: + yes, − no, w weak, l
// limit; of what is not smooth also why: C⁰, C¹, 0/0 or a jump.
std::string rowOf(const Normalizer& normalizer) {
  std::ostringstream row;
  for (const PropertyCheck& check : checked(normalizer)) {
    row << (check.property == Property::kSimplex ? "" : " ");
    if (check.property != Property::kSmooth || check.holds == Holds::kYes) {
      row << "+-wl"[static_cast<int>(check.holds)];
    } else if (check.witness->reason == Reason::kKink) {
      row << "C" << check.witness->derivatives;
    } else {
      row << (check.witness->reason == Reason::kUndefined ? "0/0" : "jump");
    }
  }
  return row.str();
}

// P T O F S H 0 I G
TEST(Properties, FindTheTable) {
  EXPECT_EQ(rowOf({kSoftmax}), "+ + + + + - + + +");
  EXPECT_EQ(rowOf({kSparsemax}), "+ + w - C0 + + - +");
  EXPECT_EQ(rowOf({kEntmax}), "+ + w - C1 + + - +");
  EXPECT_EQ(rowOf({kBurg}), "+ + + + + - + - +");
  EXPECT_EQ(rowOf({kInverseGap}), "+ + + + C0 - + - -");
  EXPECT_EQ(rowOf({kL1}), "- - - - 0/0 + - + -");
  EXPECT_EQ(rowOf({kReluL1}), "- - w - C0 + - + -");
  EXPECT_EQ(rowOf({kSquared}), "- - - - 0/0 + - + -");
  EXPECT_EQ(rowOf({kSigmoid}), "+ - + + + - - + -");
  EXPECT_EQ(rowOf({kSoftmax1}), "- - + + + - - + +");
  EXPECT_EQ(rowOf({kMinMax}), "- + + - C0 + - - -");
  EXPECT_EQ(rowOf({kHard}), "+ + w - jump + l l -");
}

// [·]_+^{1/(α−1)} has ⌈1/(α−1)⌉ − 1 derivatives at 0.
TEST(Properties, FindTheSmoothnessOfEveryEntmax) {
  EXPECT_EQ(rowOf({kEntmax, 1, 1}), rowOf({kSoftmax}));
  EXPECT_EQ(rowOf({kEntmax, 1, 2}), rowOf({kSparsemax}));
  for (const auto& [alpha, smoothness] :
       {std::pair{1.04, "C24"}, std::pair{1.1, "C9"}, std::pair{1.25, "C3"}, std::pair{1.4, "C2"},
        std::pair{1.75, "C1"}, std::pair{2.5, "C0"}, std::pair{4.0, "C0"}, std::pair{10.0, "C0"}}) {
    std::ostringstream row;
    row << "+ + w - " << smoothness << " + + - +";
    EXPECT_EQ(rowOf({kEntmax, 1, alpha}), row.str()) << alpha;
  }
}

TEST(Properties, WitnessesOfTheText) {
  const Witness ratio = witnessOf({kSparsemax}, Property::kRatioIndependent);
  EXPECT_THAT(ratio.scores, ElementsAre(1, 0.75, 0.5, 0.25));
  EXPECT_EQ(ratio.removed, 1);
  EXPECT_EQ(ratio.item, 0);
  EXPECT_EQ(ratio.other, 2);
  EXPECT_NEAR(ratio.before, 7, 1e-14);
  EXPECT_NEAR(ratio.after, 3, 1e-14);

  const Witness shift = witnessOf({kL1}, Property::kShiftInvariant);
  EXPECT_THAT(shift.scores, ElementsAre(2, 1, 0.125, -1));
  EXPECT_EQ(shift.shift, 5);

  const Witness reversed = witnessOf({kL1}, Property::kOrder);
  EXPECT_THAT(reversed.scores, ElementsAre(-1, -2, -4));
  EXPECT_NEAR(reversed.before, 1.0 / 7, 1e-16);
  EXPECT_NEAR(reversed.after, 2.0 / 7, 1e-16);

  EXPECT_EQ(witnessOf({kReluL1}, Property::kSimplex).reason, Reason::kUndefined);
  EXPECT_EQ(witnessOf({kSquared}, Property::kSimplex).reason, Reason::kUndefined);
  EXPECT_EQ(witnessOf({kMinMax}, Property::kSimplex).reason, Reason::kUndefined);
  EXPECT_EQ(witnessOf({kL1}, Property::kSimplex).reason, Reason::kNegative);
  EXPECT_LT(witnessOf({kSoftmax1}, Property::kSimplex).before, 1);
  EXPECT_EQ(witnessOf({kSoftmax1}, Property::kColdLimit).reason, Reason::kVanishing);
  EXPECT_LE(witnessOf({kSoftmax1}, Property::kColdLimit).scores.maxCoeff(), 0);
  EXPECT_EQ(witnessOf({kSigmoid}, Property::kColdLimit).reason, Reason::kElsewhere);
  EXPECT_EQ(witnessOf({kHard}, Property::kSymmetricJacobian).reason, Reason::kJump);
}

// What a witness says is so, by the public function and no more.
void expectTrue(const Normalizer& normalizer, const PropertyCheck& check) {
  const Witness& w = *check.witness;
  const auto at = [&](const Vector& scores) {
    Normalization result;
    Normalizer there = normalizer;
    there.temperature = w.temperature;
    EXPECT_TRUE(normalize(scores, there, &result).ok());
    return result;
  };
  const Normalization p = at(w.scores);
  const auto near = [](double actual, double expected) {
    return std::abs(actual - expected) <= 1e-9 * std::max(1e-3, std::abs(expected)) ||
           (std::isnan(actual) && std::isnan(expected));
  };
  const HardAttention hard = [&] {
    HardAttention result;
    EXPECT_TRUE(attendHard(w.scores, &result).ok());
    return result;
  }();
  switch (w.reason) {
    case Reason::kUndefined:
      EXPECT_TRUE(p.weights.array().isNaN().any());
      break;
    case Reason::kNegative:
      EXPECT_LT(p.weights[w.item], 0);
      EXPECT_EQ(p.weights[w.item], w.before);
      break;
    case Reason::kSum:
      EXPECT_TRUE(near(p.weights.sum(), w.before));
      EXPECT_FALSE(p.valid);
      break;
    case Reason::kShifted: {
      EXPECT_TRUE(near(p.weights[w.item], w.before));
      EXPECT_TRUE(near(at(w.scores.array() + w.shift).weights[w.item], w.after));
      EXPECT_FALSE(near(w.before, w.after));
      break;
    }
    case Reason::kReversed:
      EXPECT_GT(w.scores[w.item], w.scores[w.other]);
      EXPECT_LT(p.weights[w.item], p.weights[w.other]);
      break;
    case Reason::kTied:
      EXPECT_GT(w.scores[w.item], w.scores[w.other]);
      EXPECT_EQ(p.weights[w.item], 0);
      EXPECT_EQ(p.weights[w.other], 0);
      break;
    case Reason::kNoWeight:
      EXPECT_LE(p.weights[w.item], 0);
      break;
    case Reason::kJump:
    case Reason::kKink: {
      const double step = 0x1p-18 * w.temperature;
      Vector up = w.scores;
      Vector down = w.scores;
      up[w.other] += step;
      down[w.other] -= step;
      const double above = at(up).weights[w.item];
      const double below = at(down).weights[w.item];
      if (w.reason == Reason::kJump) {
        EXPECT_TRUE(near(below, w.before) && near(above, w.after));
        EXPECT_GT(std::abs(w.after - w.before), 1e-3);
      } else if (w.item != w.other) {
        EXPECT_FALSE(p.jacobian.has_value());
      } else if (w.derivatives == 0) {
        EXPECT_FALSE(near(above - p.weights[w.item], p.weights[w.item] - below));
      } else {
        EXPECT_EQ(below, 0);
        EXPECT_GT(above, 0);
        Vector nearer = w.scores;
        nearer[w.other] += step / 64;
        EXPECT_LT(at(nearer).weights[w.item] * 64, above);
      }
      break;
    }
    case Reason::kShared:
      EXPECT_LT(w.scores[w.item], hard.max);
      EXPECT_GT(p.weights[w.item], 0);
      break;
    case Reason::kElsewhere:
      EXPECT_LT(w.temperature, 1e-9);
      EXPECT_LT(w.scores[w.item], hard.max);
      EXPECT_TRUE(near(p.weights[w.item], w.before));
      EXPECT_GT(std::abs(w.before), 1e-6);
      break;
    case Reason::kVanishing:
      EXPECT_LT(w.temperature, 1e-9);
      EXPECT_LT(w.before, 0.999);
      break;
    case Reason::kRatio: {
      std::vector<double> kept(w.scores.begin(), w.scores.end());
      kept.erase(kept.begin() + w.removed);
      const Normalization without =
          at(Eigen::Map<const Vector>(kept.data(), static_cast<Index>(kept.size())));
      const auto place = [&](Index i) { return i < w.removed ? i : i - 1; };
      EXPECT_TRUE(near(p.weights[w.item] / p.weights[w.other], w.before));
      EXPECT_TRUE(near(without.weights[place(w.item)] / without.weights[place(w.other)], w.after));
      EXPECT_FALSE(near(w.before, w.after));
      break;
    }
    case Reason::kAsymmetric:
      EXPECT_EQ((*p.jacobian)(w.item, w.other), w.before);
      EXPECT_EQ((*p.jacobian)(w.other, w.item), w.after);
      EXPECT_NE(w.before, w.after);
      break;
  }
}

TEST(Properties, EveryWitnessIsTrue) {
  int witnesses = 0;
  Random random(1);
  for (int repeat = 0; repeat < 240; ++repeat) {
    const Normalizer normalizer{static_cast<NormalizerKind>(repeat % 12),
                                std::exp2(random.uniform(-4, 4)),
                                1 + std::exp2(random.uniform(-3, 3))};
    const double spread = std::exp2(random.uniform(-4, 8));
    const Vector scores = random.vector(random.integer(1, 6), -spread, spread);
    for (const PropertyCheck& check : checked(normalizer, scores)) {
      SCOPED_TRACE(::testing::Message()
                   << normalizerName(normalizer.kind) << " " << propertyName(check.property) << " "
                   << scores.transpose() << " at " << normalizer.temperature);
      EXPECT_EQ(check.witness.has_value(),
                check.holds == Holds::kNo || check.holds == Holds::kWeak);
      if (!check.witness) continue;
      expectTrue(normalizer, check);
      ++witnesses;
    }
  }
  EXPECT_GT(witnesses, 700);
}

// A search that depends on the scores of the reader must not find what is not there: each verdict
// is that of the corpus, at every scale and temperature.
TEST(Properties, GivenScoresFindNothingFalse) {
  Random random(2);
  for (int kind = 0; kind <= static_cast<int>(kHard); ++kind) {
    for (const double alpha : {1.5, 2.25}) {
      Normalizer normalizer{static_cast<NormalizerKind>(kind), 1, alpha};
      const std::vector<PropertyCheck> expected = checked(normalizer);
      for (int repeat = 0; repeat < 20; ++repeat) {
        normalizer.temperature = std::exp2(random.uniform(-30, 30));
        const double scale = std::exp2(random.uniform(-60, 60));
        Vector scores = random.vector(random.integer(1, 7), -scale, scale);
        if (repeat % 5 == 0) scores[0] = scores[scores.size() - 1];
        if (repeat % 7 == 0) scores[scores.size() / 2] = 0;
        if (repeat % 11 == 0) scores.array() += 1e6 * scale;
        const std::vector<PropertyCheck> actual = checked(normalizer, scores);
        for (std::size_t p = 0; p < actual.size(); ++p) {
          EXPECT_EQ(actual[p].holds, expected[p].holds)
              << normalizerName(normalizer.kind) << " " << propertyName(actual[p].property)
              << " of " << scores.transpose() << " at " << normalizer.temperature;
        }
      }
    }
  }
}

TEST(Properties, GivenScoresComeFirst) {
  const Vector scores = vectorOf({0.75, 0.5, 0.3, 0.1, -kInfinity});
  const Witness own = witnessOf({kSparsemax, 1}, Property::kRatioIndependent, scores);
  EXPECT_TRUE(own.given);
  EXPECT_THAT(own.scores, ElementsAre(0.75, 0.5, 0.3, 0.1));
  // Two items have no third to remove.
  const Witness other = witnessOf({kSparsemax, 1}, Property::kRatioIndependent, vectorOf({1, 0.5}));
  EXPECT_FALSE(other.given);
  const Witness warm = witnessOf({kSparsemax, 4}, Property::kRatioIndependent, 4 * scores);
  EXPECT_EQ(warm.temperature, 4);
  // In the limits, and beside +∞, only the corpus is left.
  for (const double limit : {0.0, kInfinity}) {
    EXPECT_FALSE(witnessOf({kSparsemax, limit}, Property::kFullSupport, scores).given);
  }
  const Vector infinite = vectorOf({kInfinity, 0});
  EXPECT_FALSE(witnessOf({kSparsemax}, Property::kFullSupport, infinite).given);
}

TEST(Properties, RefuseWhatNormalizeRefuses) {
  std::vector<PropertyCheck> checks;
  const auto status = [&](const Normalizer& normalizer, const Vector& scores) {
    return checkProperties(normalizer, scores, &checks).status;
  };
  EXPECT_EQ(status({kEntmax, 1, 0.5}, {}), Status::kBadArgument);
  EXPECT_EQ(status({kSoftmax, -1}, {}), Status::kBadTemperature);
  EXPECT_EQ(status({kSoftmax}, vectorOf({kNaN})), Status::kNotANumber);
  EXPECT_EQ(status({kSoftmax}, Vector::Zero(kMaxPropertyItems + 1)), Status::kTooLarge);
  EXPECT_EQ(status({kSoftmax}, Vector::Zero(kMaxPropertyItems)), Status::kOk);
}

}  // namespace
}  // namespace softmax_bridge
