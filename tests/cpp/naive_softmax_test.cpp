#include "softmax_bridge/naive_softmax.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "softmax_bridge/limits.h"
#include "support.h"

namespace softmax_bridge {
namespace {

TEST(NaiveSoftmax, OverflowsInFloat64From710) {
  const Vector scores = (Vector(3) << 1000, 999.0234375, -1000).finished();
  const NaiveSoftmax naive = naiveSoftmax(scores, 1);
  EXPECT_EQ(naive.exp[0], kInfinity);
  EXPECT_EQ(naive.sum, kInfinity);
  EXPECT_TRUE(std::isnan(naive.weights[0]));  // ∞/∞
  EXPECT_EQ(naive.weights[2], 0);             // 0/∞
}

TEST(NaiveSoftmax, OverflowsInFloat32From89WhereFloat64DoesNot) {
  const Vector scores = (Vector(2) << 89, 88).finished();
  EXPECT_TRUE(std::isnan(naiveSoftmaxFloat32(scores, 1).weights[0]));
  EXPECT_NEAR(naiveSoftmax(scores, 1).weights[0], 0.7310585786300049, 1e-14);
}

TEST(NaiveSoftmax, UnderflowsToNothingOverNothing) {
  const Vector scores = (Vector(2) << -1000, -1001).finished();
  const NaiveSoftmax naive = naiveSoftmax(scores, 1);
  EXPECT_EQ(naive.sum, 0);
  EXPECT_TRUE(std::isnan(naive.weights[0]));
}

TEST(NaiveSoftmax, AgreesOnSmallScores) {
  const Vector scores = (Vector(3) << 1, 2, 3).finished();
  EXPECT_NEAR(naiveSoftmax(scores, 1).weights[2], 0.6652409557748219, 1e-15);
  EXPECT_NEAR(naiveSoftmaxFloat32(scores, 1).weights[2], 0.6652409557748219, 1e-7);
}

TEST(DivisionFreeSoftmax, MissesOneByAboutTheSizeOfTheScores) {
  DivisionFreeSoftmax literal;
  const Vector scores = (Vector(3) << 1000.1, 999.7, 1000.3).finished();
  ASSERT_TRUE(divisionFreeSoftmax(scores, 1, &literal).ok());
  EXPECT_GT(std::abs(literal.sum_error), 1e-15);
  EXPECT_LT(std::abs(literal.sum_error), 1000 * 0x1p-52);
  EXPECT_DOUBLE_EQ(literal.sum, 1 + literal.sum_error);
}

TEST(DivisionFreeSoftmax, NeedsAMaximumAndATemperature) {
  DivisionFreeSoftmax literal;
  EXPECT_EQ(divisionFreeSoftmax(Vector(), 1, &literal).status, Status::kEmpty);
  EXPECT_EQ(divisionFreeSoftmax(Vector{{1, 2}}, 0, &literal).status, Status::kBadTemperature);
}

TEST(NaiveFormulas, ShowsWhatOverflowsAndRefusesWhatIsNoInput) {
  NaiveFormulas formulas;
  const auto status = [&](const Vector& scores, double temperature) {
    return naiveFormulas(scores, temperature, &formulas).status;
  };
  ASSERT_EQ(status((Vector(2) << 1000, 999).finished(), 1), Status::kOk);
  EXPECT_TRUE(std::isnan(formulas.float64.weights[0]));
  EXPECT_TRUE(std::isnan(formulas.float32.weights[1]));
  ASSERT_TRUE(formulas.division_free.has_value());
  EXPECT_NEAR(formulas.division_free->weights[0], 0.7310585786300049, 1e-12);
  ASSERT_EQ(status(Vector::Zero(2), 0), Status::kOk);
  EXPECT_TRUE(std::isnan(formulas.float64.exp[0]));  // e^{0/0}
  EXPECT_FALSE(formulas.division_free.has_value());

  EXPECT_EQ(status(Vector(), 1), Status::kEmpty);
  EXPECT_EQ(status(Vector::Zero(kMaxItems + 1), 1), Status::kTooLarge);
  EXPECT_EQ(status((Vector(2) << 1, std::nan("")).finished(), 1), Status::kNotANumber);
  EXPECT_EQ(status(Vector::Zero(2), -1), Status::kBadTemperature);
  EXPECT_EQ(status(Vector::Zero(2), std::nan("")), Status::kBadTemperature);
}

}  // namespace
}  // namespace softmax_bridge
