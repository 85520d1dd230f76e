#include "softmax_bridge/sampling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "softmax_bridge/limits.h"
#include "softmax_bridge/random.h"
#include "support.h"

namespace softmax_bridge {
namespace {

using ::testing::ElementsAre;

const Vector kAppleScores = vectorOf({4.75, 3.75, 3.25, 4.25, 1.875, 1.25});
const Matrix kNoValues;

HardSamples sampled(const Vector& scores, double temperature, Index draws, std::uint64_t seed) {
  HardSamples samples;
  EXPECT_TRUE(sampleHard(scores, temperature, kNoValues, draws, seed, &samples).ok());
  return samples;
}

// The values by which implementations of the algorithm are commonly checked.
TEST(SplitMix64, MatchesThePublishedStream) {
  SplitMix64 random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(SplitMix64, UniformIsNeverAnEnd) {
  SplitMix64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const double u = random.uniform();
    ASSERT_GT(u, 0);
    ASSERT_LT(u, 1);
    ASSERT_TRUE(std::isfinite(random.gumbel()));
  }
}

// Soft attention is the mean of sampled hard attention: every frequency within five standard
// errors of p, for several seeds and temperatures.
TEST(SampleHard, FrequenciesAreTheWeights) {
  const Index draws = 200000;
  const std::array<double, 6> weights{0.43779889384983905, 0.16105720754634857,
                                      0.09768613470229535, 0.26553843861711446,
                                      0.0246985546571303,  0.01322077062727227};
  for (std::uint64_t seed : {1U, 2U, 3U}) {
    const HardSamples samples = sampled(kAppleScores, 1, draws, seed);
    for (int i = 0; i < 6; ++i) {
      const double error = std::sqrt(weights[i] * (1 - weights[i]) / static_cast<double>(draws));
      EXPECT_NEAR(samples.frequencies[i], weights[i], 5 * error) << "item " << i;
    }
    EXPECT_LT(samples.total_variation, 0.01);
    EXPECT_GT(samples.total_variation, 0);
  }
}

TEST(SampleHard, TheTotalVariationIsWhatTheDrawsLackOfTheWeights) {
  // One draw: all frequency on one item, of whose 1 the weights lack 1 − p.
  const HardSamples one = sampled(kAppleScores, 1, 1, 3);
  const std::array<double, 6> lacking{0.562201, 0.838943, 0.902314, 0.734462, 0.975301, 0.986780};
  EXPECT_NEAR(one.total_variation, lacking[one.last], 1e-6);
  // As τ → 0 every draw is the winner.
  EXPECT_EQ(sampled(kAppleScores, 0, 100, 3).total_variation, 0);
}

TEST(SampleHard, OneSeedGivesOneStream) {
  const HardSamples once = sampled(kAppleScores, 1, 1000, 7);
  EXPECT_EQ(once.counts, sampled(kAppleScores, 1, 1000, 7).counts);
  EXPECT_NE(once.counts, sampled(kAppleScores, 1, 1000, 8).counts);
  // More draws continue the stream: exactly one count grows, that of the last pick.
  const HardSamples longer = sampled(kAppleScores, 1, 1001, 7);
  for (Index i = 0; i < 6; ++i) {
    EXPECT_EQ(longer.counts[i] - once.counts[i], i == longer.last ? 1 : 0);
  }
}

TEST(SampleHard, LimitsOfTheTemperature) {
  const Vector tied = (Vector(3) << 2, 2, 1).finished();
  const HardSamples cold = sampled(tied, 0, 10000, 1);
  EXPECT_EQ(cold.counts[2], 0);
  EXPECT_NEAR(cold.frequencies[0], 0.5, 0.025);
  const HardSamples hot = sampled(tied, kInfinity, 30000, 1);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(hot.frequencies[i], 1.0 / 3, 0.015);
}

TEST(SampleHard, WhatIsMaskedIsNeverDrawn) {
  const Vector scores = (Vector(3) << 0, -kInfinity, 0).finished();
  Matrix X(3, 1);
  X << 1, kNaN, 3;
  HardSamples samples;
  ASSERT_TRUE(sampleHard(scores, 1, X, 1000, 1, &samples).ok());
  EXPECT_EQ(samples.counts[1], 0);
  EXPECT_DOUBLE_EQ(samples.mean_output[0], samples.frequencies[0] * 1 + samples.frequencies[2] * 3);
}

TEST(SampleHard, RefusesWhatHasNoAnswer) {
  HardSamples samples;
  const auto status = [&](const Vector& scores, double temperature, const Matrix& X, Index draws) {
    return sampleHard(scores, temperature, X, draws, 1, &samples).status;
  };
  EXPECT_EQ(status(Vector(), 1, kNoValues, 1), Status::kEmpty);
  EXPECT_EQ(status(kAppleScores, -1, kNoValues, 1), Status::kBadTemperature);
  EXPECT_EQ(status(kAppleScores, std::nan(""), kNoValues, 1), Status::kBadTemperature);
  EXPECT_EQ(status(kAppleScores, 1, kNoValues, 0), Status::kBadArgument);
  EXPECT_EQ(status(kAppleScores, 1, kNoValues, kMaxDraws + 1), Status::kBadArgument);
  EXPECT_EQ(status(kAppleScores, 1, Matrix::Zero(5, 2), 1), Status::kShapeMismatch);
  EXPECT_EQ(status(kAppleScores, 1, Matrix::Constant(6, 2, kInfinity), 1), Status::kNotFinite);
  EXPECT_EQ(status(Vector::Zero(kMaxItems + 1), 1, kNoValues, 1), Status::kTooLarge);
  EXPECT_EQ(status(kAppleScores, 1, Matrix::Zero(6, kMaxDimension + 1), 1), Status::kTooLarge);
  const Vector infinite = (Vector(2) << 0, kInfinity).finished();
  EXPECT_EQ(status(infinite, kInfinity, kNoValues, 1), Status::kNotDetermined);
  EXPECT_EQ(status(infinite, 1, kNoValues, 1), Status::kOk);
  EXPECT_EQ(samples.last, 1);
}

}  // namespace
}  // namespace softmax_bridge
