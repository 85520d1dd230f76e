#include "softmax_bridge/hard_attention.h"

#include <gtest/gtest.h>

#include "support.h"

namespace softmax_bridge {
namespace {

HardAttention attended(const Vector& scores) {
  HardAttention hard;
  EXPECT_TRUE(attendHard(scores, &hard).ok());
  return hard;
}

TEST(HardAttention, FindsTheWholeArgmaxSetAndTheGap) {
  const HardAttention hard = attended(vectorOf({1, 3, -kInfinity, 3, 0.5, 1}));
  EXPECT_EQ(hard.max, 3);
  EXPECT_EQ(hard.argmax, 1);
  EXPECT_EQ(hard.ties, indices({1, 3}));
  EXPECT_EQ(hard.runner_up, 0);
  EXPECT_EQ(hard.gap, 2);
  EXPECT_EQ(hard.attended, 5);
}

TEST(HardAttention, HasNoRunnerUpWithoutLosers) {
  const HardAttention hard = attended(vectorOf({-kInfinity, 2, 2}));
  EXPECT_EQ(hard.ties, indices({1, 2}));
  EXPECT_EQ(hard.runner_up, -1);
  EXPECT_EQ(hard.gap, kInfinity);
}

TEST(HardAttention, TellsNeighboursApart) {
  const HardAttention hard = attended(vectorOf({0.25, 0.25 + 0x1p-54, 0.25}));
  EXPECT_EQ(hard.ties, indices({1}));
  EXPECT_EQ(hard.gap, 0x1p-54);
  EXPECT_EQ(attended(vectorOf({0, 0x1p-1074})).ties, indices({1}));
  EXPECT_EQ(attended(vectorOf({-0.0, 0.0})).ties, indices({0, 1}));
}

TEST(HardAttention, RefusesWhatHasNoWinner) {
  HardAttention hard;
  const auto refusal = [&hard](const Vector& scores) { return attendHard(scores, &hard); };
  EXPECT_EQ(refusal(Vector()).status, Status::kEmpty);
  EXPECT_EQ(refusal(vectorOf({-kInfinity, -kInfinity})).status, Status::kNothingToAttend);
  const Error not_a_number = refusal(vectorOf({1, 2, kNaN, kNaN}));
  EXPECT_EQ(not_a_number.status, Status::kNotANumber);
  EXPECT_EQ(not_a_number.row, 2);
  const Error undetermined = refusal(vectorOf({kInfinity, 2, kInfinity}));
  EXPECT_EQ(undetermined.status, Status::kNotDetermined);
  EXPECT_EQ(undetermined.row, 2);
}

TEST(HardAttention, FloatArgmaxLooksAtNumbersOnly) {
  EXPECT_EQ(floatArgmax(vectorOf({0.5, kNaN, 1, 1, -kInfinity})), indices({2, 3}));
  EXPECT_EQ(floatArgmax(vectorOf({-kInfinity, kInfinity})), indices({1}));
  EXPECT_TRUE(floatArgmax(vectorOf({kNaN, -kInfinity})).empty());
  EXPECT_TRUE(floatArgmax(Vector()).empty());
}

}  // namespace
}  // namespace softmax_bridge
