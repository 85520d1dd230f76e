#include "softmax_bridge/scores.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>

#include "golden.h"
#include "json.h"
#include "softmax_bridge/limits.h"
#include "support.h"

namespace softmax_bridge {
namespace {

constexpr std::array kScores{Score::kDot,      Score::kScaled, Score::kBilinear,
                             Score::kAdditive, Score::kCosine, Score::kGaussian};

double scoreOf(Score score, const Vector& q, const Vector& key, const ScoreParameters& parameters) {
  Vector scores;
  bool zero_vector = false;
  const Error error =
      computeScores(score, q, key.transpose(), parameters, {1}, &scores, &zero_vector);
  EXPECT_TRUE(error.ok()) << statusName(error.status);
  return scores[0];
}

TEST(Scores, NamesGoThereAndBack) {
  for (const Score score : kScores) EXPECT_EQ(scoreFromName(scoreName(score)), score);
  EXPECT_EQ(scoreFromName("softmax"), std::nullopt);
}

TEST(Scores, AgreeWithSixtyDigits) {
  for (const Json& row : readGolden("scores.json").items) {
    const Score score = scoreFromName(row["score"].text).value();
    const Vector q = toVector(row["q"]);
    const Vector key = toVector(row["key"]);
    const ScoreParameters parameters = toParameters(row["parameters"]);
    SCOPED_TRACE(row["score"].text);
    // tanh is the C library's; every other score is rounded once.
    const bool additive = score == Score::kAdditive;
    const double hidden = parameters.v ? parameters.v->lpNorm<1>() : static_cast<double>(q.size());
    const double value = row["value"].number();
    EXPECT_TRUE(isNear(scoreOf(score, q, key, parameters), value,
                       additive ? 4 * kUnit * hidden : 0.51 * ulp(value)));
    const auto expectGradient = [&](const Vector& actual, const Json& json, const Vector& of) {
      const Vector expected = toVector(json);
      // Where k̂ − s q̂ cancels, what is left is known to 2⁻¹⁰⁰/‖q‖.
      const double cancelled = score == Score::kCosine ? 0x1p-100 / of.stableNorm() : 0;
      ASSERT_EQ(actual.size(), expected.size());
      for (Index j = 0; j < actual.size(); ++j) {
        const double tolerance = std::isnan(expected[j]) ? 0
                                 : additive              ? 8 * ulp(expected[j]) + 8 * kUnit * hidden
                                                         : 0.51 * ulp(expected[j]) + cancelled;
        EXPECT_TRUE(isNear(actual[j], expected[j], tolerance)) << j;
      }
    };
    expectGradient(scoreGradientQuery(score, q, key, parameters), row["gradientQuery"], q);
    expectGradient(scoreGradientKey(score, q, key, parameters), row["gradientKey"], key);
  }
}

// Independent of the formulas: the scores themselves, a little to either side.
TEST(Scores, GradientsAreCentralDifferences) {
  Random random(2);
  for (const Score score : kScores) {
    SCOPED_TRACE(scoreName(score));
    ScoreParameters parameters;
    parameters.W = random.matrix(3, 3, -1, 1);
    parameters.Wq = random.matrix(4, 3, -1, 1);
    parameters.U = random.matrix(4, 3, -1, 1);
    parameters.v = random.vector(4, -1, 1);
    parameters.sigma = 0.75;
    const Vector q = random.vector(3, -1, 1);
    const Vector key = random.vector(3, -1, 1);
    const Vector gradient_query = scoreGradientQuery(score, q, key, parameters);
    const Vector gradient_key = scoreGradientKey(score, q, key, parameters);
    constexpr double kStep = 1e-5;
    for (Index j = 0; j < 3; ++j) {
      const Vector step = kStep * Vector::Unit(3, j);
      const auto slope = [&](double after, double before) {
        return (after - before) / (2 * kStep);
      };
      EXPECT_NEAR(gradient_query[j],
                  slope(scoreOf(score, q + step, key, parameters),
                        scoreOf(score, q - step, key, parameters)),
                  1e-8);
      EXPECT_NEAR(gradient_key[j],
                  slope(scoreOf(score, q, key + step, parameters),
                        scoreOf(score, q, key - step, parameters)),
                  1e-8);
    }
  }
}

// Products that cancel: 2⁵³ + 1 − 2⁵³, where a running double sum gives 0 or 2.
TEST(Scores, DotProductsCancelExactly) {
  const Vector q = vectorOf({0x1p53, 1, -0x1p53, 0x1p-60});
  EXPECT_EQ(scoreOf(Score::kDot, q, Vector::Ones(4), {}), 1);
  EXPECT_EQ(scoreOf(Score::kDot, q.head(3), Vector::Constant(3, 0x1p-30), {}), 0x1p-30);
}

TEST(Scores, GaussianIsNeverPositiveAndSeesSmallDistances) {
  EXPECT_EQ(scoreOf(Score::kGaussian, vectorOf({1e8, 0}), vectorOf({1e8 + 1, 0}), {}), -0.5);
  EXPECT_EQ(scoreOf(Score::kGaussian, vectorOf({0.1, 0.2}), vectorOf({0.1, 0.2}), {}), 0);
}

TEST(Scores, CosineKeepsToItsRange) {
  Random random(3);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const Vector q = random.vector(3, -1, 1);
    const double factor = random.uniform(0.1, 10);
    const double cosine = scoreOf(Score::kCosine, q, factor * q, {});
    EXPECT_LE(cosine, 1);
    EXPECT_GE(cosine, 1 - 2 * kUnit);
  }
}

TEST(Scores, TermsAddUpToTheScore) {
  const Matrix K = matrixOf({{1, 2, 0.5}, {-3, 0.25, 4}, {kNaN, 0, kInfinity}});
  const Vector q = vectorOf({0.5, -2, 8});
  const Mask attended{1, 1, 0};
  for (const Score score : kScores) {
    const Matrix terms = scoreTerms(score, q, K, attended);
    if (score != Score::kDot && score != Score::kScaled) {
      EXPECT_EQ(terms.size(), 0);
      continue;
    }
    Vector scores;
    bool zero_vector = false;
    ASSERT_TRUE(computeScores(score, q, K, {}, attended, &scores, &zero_vector).ok());
    for (Index i = 0; i < 2; ++i) EXPECT_NEAR(terms.row(i).sum(), scores[i], 4 * kUnit * 40);
    EXPECT_TRUE((terms.row(2).array() == 0).all());
    EXPECT_EQ(scores[2], -kInfinity);
  }
}

TEST(Scores, RefusesSizesPastTheBounds) {
  Vector scores;
  bool zero_vector = false;
  const auto refusal = [&](const Vector& q, const Matrix& K, const ScoreParameters& parameters,
                           Score score) {
    return computeScores(score, q, K, parameters, Mask(K.rows(), 1), &scores, &zero_vector);
  };
  const Error long_query =
      refusal(Vector::Zero(kMaxDimension + 1), Matrix::Zero(1, 1), {}, Score::kDot);
  EXPECT_EQ(long_query.status, Status::kTooLarge);
  EXPECT_STREQ(long_query.argument, "q");
  const Error wide_keys =
      refusal(Vector::Zero(1), Matrix::Zero(1, kMaxDimension + 1), {}, Score::kDot);
  EXPECT_EQ(wide_keys.status, Status::kTooLarge);
  EXPECT_STREQ(wide_keys.argument, "K");
  ScoreParameters parameters;
  parameters.Wq = Matrix::Ones(kMaxEntries + 1, 1);
  const Error wide_hidden =
      refusal(Vector::Ones(1), Matrix::Ones(1, 1), parameters, Score::kAdditive);
  EXPECT_EQ(wide_hidden.status, Status::kTooLarge);
  EXPECT_STREQ(wide_hidden.argument, "Wq");
}

}  // namespace
}  // namespace softmax_bridge
