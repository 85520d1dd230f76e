#include "softmax_bridge/normalizers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "golden.h"
#include "json.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/softmax.h"
#include "support.h"

namespace softmax_bridge {
namespace {

using ::testing::ElementsAre;
using enum NormalizerKind;

constexpr std::array kKinds{kSoftmax, kSparsemax, kEntmax,  kBurg,     kInverseGap, kL1,
                            kReluL1,  kSquared,   kSigmoid, kSoftmax1, kMinMax,     kHard};

NormalizerKind kindOf(const std::string& name) {
  for (const NormalizerKind kind : kKinds) {
    if (normalizerName(kind) == name) return kind;
  }
  ADD_FAILURE() << name;
  return kSoftmax;
}

Normalization normalized(const Vector& scores, const Normalizer& normalizer) {
  Normalization result;
  const Error error = normalize(scores, normalizer, &result);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return result;
}

Normalization entmax(const Vector& scores, double alpha) {
  return normalized(scores, {kEntmax, 1, alpha});
}

double sumError(const Vector& weights) {
  Wide sum = toWide(-1);
  for (const double weight : weights) sum = sum + toWide(weight);
  return std::abs(toDouble(sum));
}

/// Whether its equation is solved by iteration; see normalizers.h.
bool isSolved(const Normalizer& normalizer) {
  const double a = normalizer.alpha;
  return normalizer.kind == kEntmax && a != 1 && a != 1.5 && a != 2;
}

TEST(Normalize, AgreesWithSixtyDigits) {
  const Json rows = readGolden("normalizers.json");
  std::map<std::string, double> worst;
  for (const Json& row : rows.items) {
    const std::string& name = row["kind"].text;
    const Vector scores = toVector(row["scores"]);
    Normalizer normalizer{kindOf(name), row["temperature"].number()};
    if (row.has("alpha")) normalizer.alpha = row["alpha"].number();
    SCOPED_TRACE(::testing::Message() << name << " of " << scores.transpose() << " at τ = "
                                      << normalizer.temperature << ", α = " << normalizer.alpha);
    const Normalization actual = normalized(scores, normalizer);
    ASSERT_EQ(actual.weights.size(), scores.size());
    if (row["weights"].kind == Json::Kind::kNull) {
      EXPECT_TRUE(actual.weights.array().isNaN().all());
      EXPECT_FALSE(actual.valid);
      EXPECT_FALSE(actual.jacobian.has_value());
      continue;
    }
    for (Index i = 0; i < scores.size(); ++i) {
      const Json& expected = row["weights"].items[i];
      const double weight = expected.items[0].number();
      double error = ulpsBetween(actual.weights[i], weight, expected.items[1].value);
      if (isSolved(normalizer)) error *= ulp(weight) / 0x1p-51;  // 4 for 16·2⁻⁵³
      EXPECT_LE(error, 4) << "p[" << i << "] is " << actual.weights[i];
      EXPECT_TRUE(weight == 0 || actual.support[i]);
      worst[name] = std::max(worst[name], error);
    }
    const Json& jacobian = row["jacobian"];
    ASSERT_EQ(actual.jacobian.has_value(), jacobian.kind != Json::Kind::kNull);
    if (!actual.jacobian) continue;
    const Matrix expected = toMatrix(jacobian);
    const double largest = expected.cwiseAbs().maxCoeff();
    const double tolerance = isSolved(normalizer)
                                 ? (128 + normalizer.alpha) * kUnit * std::max(largest, 1.0)
                                 : 16 * kUnit * largest;
    for (Index i = 0; i < scores.size(); ++i) {
      for (Index j = 0; j < scores.size(); ++j) {
        EXPECT_TRUE(isNear((*actual.jacobian)(i, j), expected(i, j), tolerance)) << i << j;
      }
    }
  }
  for (const auto& [name, error] : worst) std::printf("  %-12s %.3f ulp\n", name.c_str(), error);
  EXPECT_EQ(worst.size(), kKinds.size());
}

// The faults of bisecting on θ: α next to 1, and so high that θ does not resolve the weights.
TEST(Entmax, EveryAlphaSumsToOneWithoutBeingDividedBySum) {
  Random random(1);
  double worst = 0;
  for (int repeat = 0; repeat < 20000; ++repeat) {
    const double alpha = 1 + std::exp2(random.uniform(-30, 12));
    const Vector scores =
        random.vector(random.integer(1, 9), -1, 1) * std::exp2(random.uniform(-12, 8));
    const Normalization p = entmax(scores, alpha);
    const double error = sumError(p.weights);
    worst = std::max(worst, error);
    ASSERT_LE(error, 0x1p-49) << "α = " << alpha << ", scores " << scores.transpose();
    ASSERT_TRUE(p.valid);
    ASSERT_GE(p.weights.minCoeff(), 0);
  }
  std::printf("  |Σp − 1| ≤ %.2g\n", worst);
}

TEST(Entmax, FallsBetweenSoftmaxAndSparsemax) {
  const Vector scores = vectorOf({0, 0, 1});
  EXPECT_EQ(entmax(scores, 1).weights, normalized(scores, {kSoftmax}).weights);
  EXPECT_EQ(entmax(scores, 2).weights, normalized(scores, {kSparsemax}).weights);
  EXPECT_LT((entmax(scores, 1 + 1e-9).weights - entmax(scores, 1).weights).cwiseAbs().maxCoeff(),
            1e-9);
  // The branches meet: α beside 1.5 and 2, from both sides.
  for (const double alpha : {1.5, 2.0}) {
    for (const double beside : {std::nextafter(alpha, 0), std::nextafter(alpha, 9)}) {
      for (const Vector& z : {scores, vectorOf({1, 0.75, 0.5, 0.25}), vectorOf({0.3, 0.1})}) {
        EXPECT_LT((entmax(z, beside).weights - entmax(z, alpha).weights).cwiseAbs().maxCoeff(),
                  1e-14);
      }
    }
  }
}

TEST(Entmax, IsOneHotFromAGapOn) {
  for (const double alpha : {1.25, 1.5, 2.0, 3.0, 5.0, 50.0}) {
    const double gap = 1 / (alpha - 1);
    const Normalization beyond = entmax(vectorOf({gap * 1.001, 0, 0}), alpha);
    EXPECT_THAT(beyond.weights, ElementsAre(1, 0, 0)) << alpha;
    EXPECT_THAT(beyond.support, ElementsAre(true, false, false)) << alpha;
    ASSERT_TRUE(beyond.jacobian.has_value());
    EXPECT_TRUE(beyond.jacobian->isZero(0));
    EXPECT_THAT(entmax(vectorOf({gap * 0.99, 0, 0}), alpha).support, ElementsAre(true, true, true));
  }
  // At the end of the support the slope jumps for α ≥ 2 and does not below.
  EXPECT_FALSE(entmax(vectorOf({1, 0}), 2).jacobian.has_value());
  EXPECT_FALSE(entmax(vectorOf({0.5, 0}), 3).jacobian.has_value());
  EXPECT_TRUE(entmax(vectorOf({2, 0}), 1.5).jacobian.has_value());
}

TEST(Normalize, RefersToTheSoftmaxOfTheDerivation) {
  Random random(2);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    const Vector scores = random.vector(random.integer(1, 6), -20, 20);
    const double temperature = random.uniform(0.01, 4);
    const Derivation d = derived(scoresInput(scores, temperature));
    const Normalization p = normalized(scores, {kSoftmax, temperature});
    EXPECT_EQ(p.weights, d.weights);
    for (Index i = 0; i < d.jacobian.size(); ++i) {
      const double expected = d.jacobian.data()[i];
      EXPECT_TRUE(isNear(p.jacobian->data()[i], expected, 2 * ulp(expected)));
    }
  }
}

// Central differences, with the step in the scores as float64 has it, in 12,000 random cases away
// from kinks.
TEST(Normalize, JacobiansAreSlopes) {
  Random random(3);
  int compared = 0;
  for (int repeat = 0; repeat < 12000; ++repeat) {
    const NormalizerKind kind = kKinds[repeat % 12];
    const Index n = random.integer(2, 5);
    Normalizer normalizer{kind, random.uniform(0.3, 2), 1 + std::exp2(random.uniform(-3, 1))};
    Vector scores = random.vector(n, -1, 2);
    if (kind == kL1) scores = scores.array() + 1.5;  // away from the pole
    const Normalization at = normalized(scores, normalizer);
    if (!at.jacobian) continue;
    for (Index j = 0; j < n; ++j) {
      const double step = 0x1p-17;
      Vector up = scores;
      Vector down = scores;
      up[j] += step;
      down[j] -= step;
      const Normalization above = normalized(up, normalizer);
      const Normalization below = normalized(down, normalizer);
      // No kink between: the same support, the same best and the same least item.
      if (above.support != at.support || below.support != at.support) continue;
      Index best_above = 0;
      Index best_below = 0;
      up.maxCoeff(&best_above);
      down.maxCoeff(&best_below);
      if (best_above != best_below) continue;
      const Vector slope = (above.weights - below.weights) / (up[j] - down[j]);
      const double scale = std::max(1.0, at.jacobian->cwiseAbs().maxCoeff());
      EXPECT_LT((slope - at.jacobian->col(j)).cwiseAbs().maxCoeff(), 1e-5 * scale * scale * scale)
          << normalizerName(kind) << " α = " << normalizer.alpha << " at " << scores.transpose();
      ++compared;
    }
  }
  EXPECT_GT(compared, 30000);
}

TEST(Normalize, OffsetsOfAnySizeCancel) {
  const Vector scores = vectorOf({2, 1, 0.125, -1}) * 1024;
  for (const NormalizerKind kind :
       {kSoftmax, kSparsemax, kEntmax, kBurg, kInverseGap, kMinMax, kHard}) {
    for (const double alpha : {1.3, 1.5, 4.0}) {
      const Normalizer normalizer{kind, 1024, alpha};
      const Vector expected = normalized(scores, normalizer).weights;
      for (const double offset : {0x1p56, -0x1p56}) {
        const Vector shifted = scores.array() + offset;  // exact: 2⁵⁶ has steps of 16
        EXPECT_EQ(normalized(shifted, normalizer).weights, expected) << normalizerName(kind);
      }
    }
  }
}

TEST(Normalize, AMaskedItemIsNoItem) {
  Random random(4);
  for (int repeat = 0; repeat < 600; ++repeat) {
    const Normalizer normalizer{kKinds[repeat % 12], random.uniform(0.5, 2),
                                random.uniform(1.1, 4)};
    const Vector scores = random.vector(3, -2, 2);
    const Vector masked = vectorOf({scores[0], -kInfinity, scores[1], scores[2]});
    const Normalization without = normalized(scores, normalizer);
    const Normalization with = normalized(masked, normalizer);
    EXPECT_EQ(with.weights[1], 0);
    EXPECT_FALSE(with.support[1]);
    EXPECT_EQ(with.valid, without.valid);
    ASSERT_EQ(with.jacobian.has_value(), without.jacobian.has_value());
    const std::array kept{0, 2, 3};
    for (Index i = 0; i < 3; ++i) {
      EXPECT_TRUE(isNear(with.weights[kept[i]], without.weights[i], 0));
      for (Index j = 0; without.jacobian && j < 3; ++j) {
        EXPECT_EQ((*with.jacobian)(kept[i], kept[j]), (*without.jacobian)(i, j));
      }
    }
    if (with.jacobian) {
      EXPECT_TRUE(with.jacobian->row(1).isZero(0));
      EXPECT_TRUE(with.jacobian->col(1).isZero(0));
    }
  }
}

TEST(Normalize, OneItem) {
  for (const NormalizerKind kind : kKinds) {
    const Normalization p = normalized(vectorOf({0.5}), {kind});
    if (kind == kMinMax) {
      EXPECT_TRUE(std::isnan(p.weights[0]));
      EXPECT_FALSE(p.valid);
    } else if (kind == kSoftmax1) {
      EXPECT_NEAR(p.weights[0], 1 / (1 + std::exp(-0.5)), 2 * kUnit);
      EXPECT_FALSE(p.valid);
    } else {
      EXPECT_EQ(p.weights[0], 1) << normalizerName(kind);
      EXPECT_TRUE(p.valid);
      EXPECT_EQ((*p.jacobian)(0, 0), 0);
    }
  }
}

TEST(Normalize, LimitsOfTheTemperatureAreApproached) {
  const std::array<Vector, 6> all{vectorOf({2, 1, 0.5}), vectorOf({2, 2, -1}), vectorOf({-1, -2}),
                                  vectorOf({0, -1, 0}),  vectorOf({1, 0, -1}), vectorOf({-3, 5})};
  for (const NormalizerKind kind : kKinds) {
    for (const Vector& scores : all) {
      for (const auto& [limit, near] : {std::pair{0.0, 0x1p-40}, std::pair{kInfinity, 0x1p50}}) {
        const Normalization at = normalized(scores, {kind, limit});
        const Normalization beside = normalized(scores, {kind, near});
        for (Index i = 0; i < scores.size(); ++i) {
          EXPECT_TRUE(isNear(at.weights[i], beside.weights[i], 1e-11))
              << normalizerName(kind) << " of " << scores.transpose() << " at τ = " << limit;
        }
        EXPECT_EQ(at.valid, beside.valid);
        // A slope that exists in the limit is approached too.
        if (!at.jacobian) continue;
        if (!beside.jacobian) {
          EXPECT_EQ(kind, kInverseGap);  // whose kink at a tie flattens as τ → ∞
          continue;
        }
        EXPECT_LT((*at.jacobian - *beside.jacobian).cwiseAbs().maxCoeff(), 1e-9)
            << normalizerName(kind) << " of " << scores.transpose() << " at τ = " << limit;
      }
    }
  }
  // Where the winners are several, no slope is left as τ → 0.
  for (const NormalizerKind kind :
       {kSoftmax, kSparsemax, kEntmax, kBurg, kInverseGap, kSoftmax1, kHard}) {
    EXPECT_FALSE(normalized(all[1], {kind, 0}).jacobian.has_value()) << normalizerName(kind);
    EXPECT_TRUE(normalized(all[0], {kind, 0}).jacobian.has_value()) << normalizerName(kind);
  }
}

TEST(Normalize, ExtremeTemperatures) {
  const Vector scores = vectorOf({3, 1, -2});
  for (const NormalizerKind kind : {kSoftmax, kSparsemax, kEntmax, kBurg, kInverseGap}) {
    EXPECT_NEAR(normalized(scores, {kind, 5e-324}).weights[0], 1, 1e-15);
    EXPECT_NEAR(normalized(scores, {kind, 1.7e308}).weights[2], 1.0 / 3, 1e-15);
  }
  // In the range where even e^{z} underflows, the ratios stay right.
  const Normalization p = normalized(vectorOf({-1e6, -1e6 - 1}), {kSigmoid});
  EXPECT_NEAR(p.weights[0], 0.7310585786300049, 1e-15);
  EXPECT_TRUE(normalized(scores, {kSoftmax1, 1e-3}).support[2]);
}

TEST(Normalize, OneInfiniteScore) {
  const Vector scores = vectorOf({1, kInfinity, -2});
  for (const NormalizerKind kind : kKinds) {
    const Normalization p = normalized(scores, {kind});
    if (kind == kSigmoid) {
      const double total = 1 + 1 / (1 + std::exp(-1)) + 1 / (1 + std::exp(2));
      EXPECT_NEAR(p.weights[1], 1 / total, 1e-15);
      continue;
    }
    EXPECT_THAT(p.weights, ElementsAre(0, 1, 0)) << normalizerName(kind);
    EXPECT_TRUE(p.jacobian->isZero(0));
    EXPECT_TRUE(p.valid);
  }
}

TEST(Normalize, SignedScoresBreakRatios) {
  EXPECT_TRUE(normalized(vectorOf({1, -1}), {kL1}).weights.array().isNaN().all());
  EXPECT_THAT(normalized(vectorOf({-1, -3}), {kL1}).weights, ElementsAre(0.25, 0.75));
  EXPECT_THAT(normalized(vectorOf({-3, 3, 1}), {kL1}).weights, ElementsAre(-3, 3, 1));
  EXPECT_FALSE(normalized(vectorOf({-3, 3, 1}), {kL1}).valid);
  EXPECT_THAT(normalized(vectorOf({2, 1, 1}), {kL1}).weights, ElementsAre(0.5, 0.25, 0.25));
  EXPECT_TRUE(normalized(vectorOf({2, 1, 1}), {kL1}).valid);
  EXPECT_FALSE(normalized(vectorOf({0, 0, 0}), {kSoftmax1}).valid);
}

TEST(Normalize, TheJacobianIsLeftOutOnRequest) {
  const Vector scores = vectorOf({1, 3, 2.5});
  Normalizer lean{kSparsemax};
  lean.derivatives = false;
  EXPECT_EQ(normalized(scores, {kSparsemax}).jacobian->rows(), 3);
  EXPECT_EQ(normalized(scores, lean).jacobian->size(), 0);
  EXPECT_EQ(normalized(scores, lean).weights, normalized(scores, {kSparsemax}).weights);
  // At a kink there is none, asked for or not.
  EXPECT_FALSE(normalized(vectorOf({1, 0}), lean).jacobian);
}

TEST(Normalize, ManyItems) {
  const Vector tied = Vector::Zero(3000);
  Vector falling(3000);
  for (Index i = 0; i < falling.size(); ++i) falling[i] = 1 - static_cast<double>(i) / 1000;
  for (const NormalizerKind kind : {kSoftmax, kSparsemax, kEntmax, kBurg, kInverseGap}) {
    for (const double alpha : {1.25, 1.5, 3.0}) {
      const Normalization p = normalized(tied, {kind, 1, alpha});
      EXPECT_NEAR(p.weights[2999], 1.0 / 3000, 1e-18);
      EXPECT_EQ(p.jacobian->size(), 0);  // past kMaxJacobianItems
      EXPECT_LE(sumError(normalized(falling, {kind, 1, alpha}).weights), 1e-13);
    }
  }
}

TEST(Normalize, RefusesWhatHasNoAnswer) {
  Normalization result;
  const auto status = [&](const Vector& scores, const Normalizer& normalizer) {
    return normalize(scores, normalizer, &result).status;
  };
  const Vector scores = vectorOf({1, 2});
  EXPECT_EQ(status(Vector(), {}), Status::kEmpty);
  EXPECT_EQ(status(Vector::Zero(kMaxItems + 1), {}), Status::kTooLarge);
  EXPECT_EQ(status(vectorOf({1, kNaN}), {}), Status::kNotANumber);
  EXPECT_EQ(status(vectorOf({-kInfinity}), {}), Status::kNothingToAttend);
  EXPECT_EQ(status(vectorOf({kInfinity, kInfinity}), {}), Status::kNotDetermined);
  EXPECT_EQ(status(vectorOf({kInfinity, 1}), {kSoftmax, kInfinity}), Status::kNotDetermined);
  EXPECT_EQ(status(scores, {kSoftmax, -1}), Status::kBadTemperature);
  EXPECT_EQ(status(scores, {kSoftmax, kNaN}), Status::kBadTemperature);
  for (const double alpha : {0.999, -1.0, kInfinity, kNaN}) {
    EXPECT_EQ(status(scores, {kEntmax, 1, alpha}), Status::kBadArgument) << alpha;
    EXPECT_EQ(status(scores, {kSoftmax, 1, alpha}), Status::kOk) << alpha;
  }
}

}  // namespace
}  // namespace softmax_bridge
