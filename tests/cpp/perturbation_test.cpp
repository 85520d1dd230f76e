#include "softmax_bridge/perturbation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "softmax_bridge/random.h"
#include "support.h"

namespace softmax_bridge {
namespace {

using enum NormalizerKind;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsNan;

Perturbation perturbed(const PerturbInput& input, NormalizerKind kind) {
  Perturbation result;
  const Error error = perturb(input, {kind}, &result);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return result;
}

Status refusal(const PerturbInput& input, const Normalizer& normalizer = {}) {
  Perturbation unused;
  return perturb(input, normalizer, &unused).status;
}

// docs/maths.md §4: on (1, ¾, ½, ¼), removing item 2 changes sparsemax's p_1/p_3 from 7 to 3.
TEST(Perturb, FindsTheRatioThatChangesMost) {
  const PerturbInput input{.scores = vectorOf({1, 0.75, 0.5, 0.25}), .removed = {1}};
  const auto ratio = perturbed(input, kSparsemax).ratio;
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->item, 0);
  EXPECT_EQ(ratio->other, 2);
  EXPECT_DOUBLE_EQ(ratio->before, 7);
  EXPECT_DOUBLE_EQ(ratio->after, 3);
  EXPECT_TRUE(ratio->changed);
}

// Sparsemax on (1, ⅞, ¾, ⅝) is (7, 5, 3, 1)/16, without item 2 (13, 7, 4)/24: of the three ratios,
// p_1/p_4 changes most, from 7 to 3¼; neither the first nor the last.
TEST(Perturb, OfSeveralRatiosTakesTheOneThatChangesMost) {
  const PerturbInput input{.scores = vectorOf({1, 0.875, 0.75, 0.625}), .removed = {1}};
  const auto ratio = perturbed(input, kSparsemax).ratio;
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->item, 0);
  EXPECT_EQ(ratio->other, 3);
  EXPECT_DOUBLE_EQ(ratio->before, 7);
  EXPECT_DOUBLE_EQ(ratio->after, 3.25);
  EXPECT_TRUE(ratio->changed);
}

// Among more than eight items it compares with the best that is left.
TEST(Perturb, OfManyItemsComparesTheBestThatIsLeft) {
  PerturbInput input{.scores = Vector::Zero(12), .removed = {4}};
  // Sparsemax on (…, ⅝, ½, 1, ⅞, ¾): of those with weight, the first two are left.
  for (Index i = 0; i < 12; ++i) input.scores[i] = -static_cast<double>(i) - 1;
  input.scores[2] = 0.75;
  input.scores[4] = 1;
  input.scores[7] = 0.875;
  input.scores[9] = 0.625;
  const auto ratio = perturbed(input, kSparsemax).ratio;
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->item, 7);
  EXPECT_EQ(ratio->other, 9);
  EXPECT_DOUBLE_EQ(ratio->before, 5);
  // (⅞, ¾, ⅝) alone: (11, 8, 5)/24.
  EXPECT_DOUBLE_EQ(ratio->after, 2.2);
}

TEST(Perturb, KeepsTheRatiosOfThoseThatAreARatioOfOneFunction) {
  SplitMix64 random(7);
  for (int repeat = 0; repeat < 200; ++repeat) {
    Vector scores(3 + static_cast<Index>(random.next() % 10));
    for (double& score : scores) score = static_cast<double>(random.next() % 64 + 1) / 8;
    const PerturbInput input{.scores = scores, .shift = 0.125, .removed = {repeat % scores.size()}};
    for (const NormalizerKind kind : {kSoftmax, kL1, kReluL1, kSquared, kSigmoid, kSoftmax1}) {
      const auto ratio = perturbed(input, kind).ratio;
      ASSERT_TRUE(ratio);
      EXPECT_FALSE(ratio->changed);
      EXPECT_DOUBLE_EQ(ratio->before, ratio->after);
      EXPECT_NE(ratio->item, input.removed[0]);
      EXPECT_NE(ratio->other, input.removed[0]);
    }
  }
}

TEST(Perturb, ComparesThePairThatIsAskedFor) {
  const PerturbInput input{
      .scores = vectorOf({1, 0.75, 0.5, 0.25}), .removed = {1}, .item = 2, .other = 0};
  const auto ratio = perturbed(input, kSoftmax).ratio;
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->item, 2);
  EXPECT_DOUBLE_EQ(ratio->before, std::exp(-0.5));
  EXPECT_DOUBLE_EQ(ratio->after, std::exp(-0.5));
  PerturbInput without_weight = input;
  without_weight.item = 3;  // sparsemax gives it none
  EXPECT_FALSE(perturbed(without_weight, kSparsemax).ratio);
}

TEST(Perturb, HasNoRatioWhenNothingIsRemoved) {
  EXPECT_FALSE(perturbed({.scores = vectorOf({1, 0})}, kSoftmax).ratio);
}

TEST(Perturb, AgreesWithNormalizeOnTheMovedScores) {
  const double c = -3;
  const Vector scores = vectorOf({4.75, 3.75, 3.25, 4.25, 1.875, 1.25});
  Vector moved = (scores.array() + c).matrix();
  moved[1] = -kInfinity;
  for (int k = 0; k < 12; ++k) {
    const Normalizer normalizer{static_cast<NormalizerKind>(k), 0.5, 1.25};
    Perturbation actual;
    ASSERT_TRUE(perturb({.scores = scores, .shift = c, .removed = {1}}, normalizer, &actual).ok());
    Normalization expected;
    ASSERT_TRUE(normalize(moved, normalizer, &expected).ok());
    EXPECT_EQ(actual.scores, moved);
    EXPECT_EQ(actual.weights, expected.weights) << normalizerName(normalizer.kind);
    EXPECT_EQ(actual.support, expected.support);
    Vector kept = scores;
    kept[1] = -kInfinity;
    ASSERT_TRUE(normalize(kept, normalizer, &expected).ok());
    EXPECT_EQ(actual.before, expected.weights);
  }
}

TEST(Perturb, IsNotANumberWhereTheSumIsZero) {
  PerturbInput input{.scores = vectorOf({2, 0}), .X = Matrix::Ones(2, 3), .shift = -1};
  const Perturbation cancelled = perturbed(input, kL1);
  EXPECT_FALSE(cancelled.defined);
  EXPECT_THAT(cancelled.weights, Each(IsNan()));
  EXPECT_THAT(cancelled.output, Each(IsNan()));
  EXPECT_THAT(cancelled.before, ElementsAre(1, 0));
  input.shift = -2;
  EXPECT_FALSE(perturbed(input, kReluL1).defined);
}

TEST(Perturb, TakesTheMeanOfTheValues) {
  Matrix X(3, 2);
  X << 1, 2, 3, 4, 5, 6;
  const PerturbInput input{.scores = vectorOf({1, 1, -1}), .X = X, .removed = {1}};
  EXPECT_THAT(perturbed(input, kHard).output, ElementsAre(1, 2));
  EXPECT_THAT(perturbed(input, kMinMax).output, ElementsAre(1, 2));
  const PerturbInput two{.scores = vectorOf({1, 0, 1}), .X = X};
  EXPECT_THAT(perturbed(two, kSparsemax).output, ElementsAre(3, 4));
}

// L1 of (3, 1) is (¾, ¼), and of the same moved by 4, (7, 5), it is (7, 5)/12.
TEST(Perturb, TheOutputIsThatOfTheMovedScores) {
  const PerturbInput input{
      .scores = vectorOf({3, 1}), .X = matrixOf({{12, 0}, {0, 24}}), .shift = 4};
  const Perturbation moved = perturbed(input, kL1);
  EXPECT_THAT(moved.before, ElementsAre(0.75, 0.25));
  EXPECT_DOUBLE_EQ(moved.output[0], 7);
  EXPECT_DOUBLE_EQ(moved.output[1], 10);
}

TEST(Perturb, SaysWhichValueIsNoNumber) {
  PerturbInput input{.scores = vectorOf({3, 1, 2}), .X = matrixOf({{1, 2}, {3, kNaN}, {5, 6}})};
  Perturbation result;
  const auto expectError = [&](Status status, const char* argument, Index row, Index column) {
    const Error error = perturb(input, {kSoftmax, 1}, &result);
    EXPECT_EQ(error.status, status);
    EXPECT_STREQ(error.argument, argument);
    EXPECT_EQ(error.row, row);
    EXPECT_EQ(error.column, column);
  };
  expectError(Status::kNotANumber, "X", 1, 1);
  input.X(1, 1) = -kInfinity;
  expectError(Status::kNotFinite, "X", 1, 1);
  input.removed = {1};  // then it does not count
  EXPECT_TRUE(perturb(input, {kSoftmax, 1}, &result).ok());
  EXPECT_TRUE(result.output.array().isFinite().all());
}

TEST(Perturb, SaysWhichScoreIsShiftedOutOfRange) {
  for (int k = 0; k < 12; ++k) {
    Perturbation result;
    const PerturbInput input{.scores = vectorOf({1, -1e307, -kInfinity}), .shift = -1.7e308};
    const Error far = perturb(input, {static_cast<NormalizerKind>(k), 1, 1.5}, &result);
    EXPECT_EQ(far.status, Status::kScoreOverflow);
    EXPECT_STREQ(far.argument, "scores");
    EXPECT_EQ(far.row, 1);
    EXPECT_EQ(far.column, 0);
  }
  EXPECT_EQ(refusal({.scores = vectorOf({1e308, 0}), .shift = 1e308, .removed = {0}}),
            Status::kScoreOverflow);
  EXPECT_EQ(refusal({.scores = vectorOf({1, 2}), .shift = -1.7e308}), Status::kOk);
  EXPECT_EQ(refusal({.scores = vectorOf({1, 2}), .shift = kNaN}), Status::kNotANumber);
}

TEST(Perturb, RefusesWhatHasNoAnswer) {
  const Vector scores = vectorOf({1, 2});
  EXPECT_EQ(refusal({.scores = Vector()}), Status::kEmpty);
  EXPECT_EQ(refusal({.scores = scores, .removed = {0, 1}}), Status::kNothingToAttend);
  EXPECT_EQ(refusal({.scores = scores, .removed = {2}}), Status::kBadArgument);
  EXPECT_EQ(refusal({.scores = scores, .item = 0, .other = 0}), Status::kBadArgument);
  EXPECT_EQ(refusal({.scores = scores, .shift = kInfinity}), Status::kNotFinite);
  EXPECT_EQ(refusal({.scores = scores, .X = Matrix::Ones(3, 1)}), Status::kShapeMismatch);
  EXPECT_EQ(refusal({.scores = scores}, {kSoftmax, -1}), Status::kBadTemperature);
  EXPECT_EQ(refusal({.scores = scores}, {kEntmax, 1, 0.5}), Status::kBadArgument);
  EXPECT_EQ(refusal({.scores = vectorOf({kInfinity, 0})}, {kSoftmax, kInfinity}),
            Status::kNotDetermined);
}

}  // namespace
}  // namespace softmax_bridge
