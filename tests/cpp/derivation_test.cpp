// What the derivation promises beyond single values: identities, invariances, limits, bounds.

#include "softmax_bridge/derivation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "softmax_bridge/limits.h"
#include "support.h"

namespace softmax_bridge {
namespace {

constexpr std::array kScores{Score::kDot,      Score::kScaled, Score::kBilinear,
                             Score::kAdditive, Score::kCosine, Score::kGaussian};

/// Five items in the plane, parameters for every score.
DeriveInput planeInput(Score score) {
  DeriveInput input =
      queryInput(matrixOf({{1.5, 0.5}, {0.5, 1.5}, {-1, 0.75}, {-0.75, -1.25}, {1, -1}}),
                 vectorOf({1, 0.5}), score);
  input.parameters.W = matrixOf({{1, 0.5}, {-0.25, 0.75}});
  input.parameters.Wq = matrixOf({{0.5, -0.25}, {1, 0.5}, {-0.5, 0.75}});
  input.parameters.U = matrixOf({{0.75, 0.25}, {-0.5, 1}, {0.25, -0.75}});
  input.parameters.v = vectorOf({1.5, -1, 0.5});
  return input;
}

const Step& stepOf(const Derivation& derivation, StepId id) {
  return derivation.steps[static_cast<std::size_t>(id)];
}

TEST(Derivation, OnlyTheSeventhStepMovesTheOutput) {
  for (const Score score : kScores) {
    const Derivation d = derived(planeInput(score));
    for (const Step& step : d.steps) {
      if (step.id == StepId::kS1) continue;
      const bool before = step.id < StepId::kS7;
      EXPECT_EQ(step.output_distance == 0, before) << stepName(step.id);
      EXPECT_EQ(step.weight_distance == 0, before) << stepName(step.id);
      EXPECT_EQ(step.output == d.hard_output, before) << stepName(step.id);
    }
    EXPECT_EQ(stepOf(d, StepId::kS9).output, d.soft_output);
  }
}

// docs/maths.md §1.1.
TEST(Derivation, TheSeventhStepInTwo) {
  const DeriveInput input = planeInput(Score::kDot);
  const Derivation d = derived(input);
  const double excess = d.sum_exp - 1;
  EXPECT_NEAR((d.exp_shifted - d.one_hot).lpNorm<1>(), excess, 8 * kUnit);
  EXPECT_NEAR((d.weights - d.exp_shifted).lpNorm<1>(), excess, 8 * kUnit);
  EXPECT_NEAR((d.weights - d.one_hot).lpNorm<1>(), 2 * excess / (1 + excess), 8 * kUnit);
  const Step& raw = stepOf(d, StepId::kS7a);
  EXPECT_TRUE(raw.output.isApprox(d.sum_exp * d.soft_output, 8 * kUnit));
  EXPECT_TRUE(raw.output.isApprox(input.X->transpose() * d.exp_shifted, 8 * kUnit));
  EXPECT_NEAR(raw.output_distance, (raw.output - d.hard_output).norm(), 16 * kUnit);
  EXPECT_EQ(raw.weight_sum, d.sum_exp);
  EXPECT_DOUBLE_EQ(raw.weight_distance, excess / 2);
}

// exp rounds both to 1, and p both to ½; the scores know better.
TEST(Derivation, AFalseTieIsSeenThrough) {
  const Derivation d =
      derived(queryInput(matrixOf({{0.25, 1}, {0.25 + 0x1p-54, -1}}), vectorOf({1, 0})));
  EXPECT_EQ(d.argmax, 1);
  EXPECT_EQ(d.ties, indices({1}));
  EXPECT_EQ(d.exp_shifted, vectorOf({1, 1}));
  EXPECT_TRUE(d.flags.empty());
  for (const Step& step : d.steps) {
    const bool rounded =
        step.candidate == StepVector::kExpShifted || step.candidate == StepVector::kWeights;
    EXPECT_EQ(step.candidate_argmax, indices({1})) << stepName(step.id);
    EXPECT_EQ(step.candidate_float_argmax, rounded ? indices({0, 1}) : indices({1}))
        << stepName(step.id);
  }
}

TEST(Derivation, ATieKeepsTheWholeSetAndPicksTheFirst) {
  const Derivation d = derived(scoresInput(vectorOf({1, 3, 3, 0.5})));
  EXPECT_EQ(d.ties, indices({1, 2}));
  EXPECT_EQ(d.one_hot, vectorOf({0, 1, 0, 0}));
  EXPECT_EQ(stepOf(d, StepId::kS3).candidate_argmax, indices({1}));
  EXPECT_EQ(stepOf(d, StepId::kS6).candidate_argmax, indices({1, 2}));
  EXPECT_EQ(d.weights[1], d.weights[2]);
}

// (α, τ) → (2ᵏα, 2ᵏτ) is exact, and so changes no bit.
TEST(Derivation, ScoresAndTemperatureScaleTogether) {
  Random random(11);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Vector scores = random.vector(6, -20, 20);
    const Derivation d = derived(scoresInput(scores, 0.7));
    for (const double factor : {0x1p-900, 0x1p3, 0x1p900}) {
      const Derivation scaled = derived(scoresInput(factor * scores, factor * 0.7));
      EXPECT_EQ(scaled.weights, d.weights);
      EXPECT_EQ(scaled.entropy, d.entropy);
      EXPECT_EQ(scaled.lse_minus_max, factor * d.lse_minus_max);
      EXPECT_EQ(scaled.total_variation_bounds, d.total_variation_bounds);
    }
  }
}

TEST(Derivation, AnExactShiftChangesNoWeight) {
  const Vector scores = vectorOf({4.75, 3.75, 3.25, 4.25, 1.875, 1.25});
  const Derivation d = derived(scoresInput(scores));
  for (const double shift : {-1024.0, 0x1p40, -0x1p45}) {
    const Derivation shifted = derived(scoresInput((scores.array() + shift).matrix()));
    EXPECT_EQ(shifted.weights, d.weights);
    EXPECT_EQ(shifted.lse_minus_max, d.lse_minus_max);
    EXPECT_EQ(shifted.entropy, d.entropy);
  }
}

// Behind the mask is as good as absent.
TEST(Derivation, AMaskedItemChangesNothing) {
  DeriveInput few = queryInput(matrixOf({{1, 2}, {0.5, -1}, {3, 0.25}}), vectorOf({0.5, 1}));
  DeriveInput many = queryInput(matrixOf({{kNaN, kInfinity}, {1, 2}, {9, 9}, {0.5, -1}, {3, 0.25}}),
                                vectorOf({0.5, 1}));
  many.mask = Mask{0, 1, 0, 1, 1};
  const Derivation d = derived(few);
  const Derivation masked = derived(many);
  const std::vector<Index> kept{1, 3, 4};
  for (Index i = 0; i < 3; ++i) {
    EXPECT_EQ(masked.scores[kept[i]], d.scores[i]);
    EXPECT_EQ(masked.weights[kept[i]], d.weights[i]);
    EXPECT_EQ(masked.shares.row(kept[i]), d.shares.row(i));
    for (Index j = 0; j < 3; ++j) {
      EXPECT_EQ(masked.jacobian(kept[i], kept[j]), d.jacobian(i, j));
    }
  }
  for (const Index i : {0, 2}) {
    EXPECT_EQ(masked.scores[i], -kInfinity);
    EXPECT_EQ(masked.weights[i], 0);
    EXPECT_TRUE((masked.shares.row(i).array() == 0).all());
    EXPECT_TRUE((masked.jacobian.row(i).array() == 0).all());
  }
  EXPECT_EQ(masked.soft_output, d.soft_output);
  EXPECT_EQ(masked.gradient_query, d.gradient_query);
  EXPECT_EQ(masked.total_variation_bounds, d.total_variation_bounds);
  EXPECT_EQ(masked.lse_minus_max_bounds, d.lse_minus_max_bounds);
  EXPECT_EQ(masked.entropy, d.entropy);
  EXPECT_EQ(masked.flags, std::vector<Flag>{Flag::kMasked});
}

TEST(Derivation, TheJacobianIsSymmetricAndItsRowsVanish) {
  Random random(12);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const double temperature = random.uniform(0.1, 5);
    const Vector scores = random.vector(7, -8, 8);
    const Derivation d = derived(scoresInput(scores, temperature));
    EXPECT_EQ(d.jacobian, d.jacobian.transpose());
    EXPECT_LE(d.jacobian.rowwise().sum().lpNorm<Eigen::Infinity>(), 8 * kUnit / temperature);
    constexpr double kStep = 1e-5;
    for (Index j = 0; j < 7; ++j) {
      const Vector step = kStep * Vector::Unit(7, j);
      const Vector slope = (derived(scoresInput(scores + step, temperature)).weights -
                            derived(scoresInput(scores - step, temperature)).weights) /
                           (2 * kStep);
      EXPECT_LE((d.jacobian.col(j) - slope).lpNorm<Eigen::Infinity>(), 1e-6);
    }
  }
}

TEST(Derivation, TheQueryGradientIsACentralDifference) {
  for (const Score score : kScores) {
    SCOPED_TRACE(scoreName(score));
    DeriveInput input = planeInput(score);
    // Keys and values apart, and of another size.
    input.K = input.X;
    input.X = matrixOf({{1, 0, 2}, {-1, 0.5, 0}, {0.25, 3, 1}, {2, -1, -1}, {0, 0, 0.5}});
    input.temperature = 0.6;
    const Derivation d = derived(input);
    ASSERT_EQ(d.gradient_query.rows(), 3);
    ASSERT_EQ(d.gradient_query.cols(), 2);
    constexpr double kStep = 1e-5;
    for (Index j = 0; j < 2; ++j) {
      DeriveInput after = input;
      DeriveInput before = input;
      (*after.q)[j] += kStep;
      (*before.q)[j] -= kStep;
      const Vector slope = (derived(after).soft_output - derived(before).soft_output) / (2 * kStep);
      EXPECT_LE((d.gradient_query.col(j) - slope).lpNorm<Eigen::Infinity>(), 1e-8);
    }
  }
}

// Both sides of the sandwich are met where docs/maths.md §1.2 says they are.
TEST(Derivation, BoundsAreTight) {
  const Derivation tied_losers = derived(scoresInput(vectorOf({1, 0.25, 0.25, 0.25}), 0.5));
  EXPECT_LE(ulpsBetween(tied_losers.total_variation_bounds[1], tied_losers.total_variation_to_ties),
            1);
  EXPECT_LE(ulpsBetween(tied_losers.lse_minus_max_bounds[1], tied_losers.lse_minus_max), 1);
  const Derivation one_loser = derived(scoresInput(vectorOf({1, 1, 0.25})));
  EXPECT_LE(ulpsBetween(one_loser.total_variation_bounds[0], one_loser.total_variation_to_ties), 1);
  const Derivation all_equal = derived(scoresInput(vectorOf({2, 2, 2})));
  EXPECT_EQ(all_equal.total_variation_to_ties, 0);
  EXPECT_EQ(all_equal.total_variation_bounds, (std::array<double, 2>{0, 0}));
  EXPECT_EQ(all_equal.lse_minus_max_bounds[0], all_equal.lse_minus_max);
  EXPECT_EQ(all_equal.lse_minus_max_bounds[1], all_equal.lse_minus_max);
}

TEST(Derivation, LimitsAreLimits) {
  DeriveInput input = planeInput(Score::kDot);
  const auto at = [&input](double temperature) {
    input.temperature = temperature;
    return derived(input);
  };
  const Derivation cold = at(0);
  const Derivation nearly_cold = at(1e-300);
  EXPECT_EQ(cold.weights, nearly_cold.weights);
  EXPECT_EQ(cold.soft_output, nearly_cold.soft_output);
  EXPECT_EQ(cold.jacobian, nearly_cold.jacobian);
  EXPECT_EQ(cold.entropy, nearly_cold.entropy);
  EXPECT_EQ(cold.flags, std::vector<Flag>{Flag::kColdLimit});
  const Derivation hot = at(kInfinity);
  const Derivation nearly_hot = at(1e300);
  EXPECT_EQ(hot.weights, nearly_hot.weights);
  EXPECT_TRUE(hot.soft_output.isApprox(nearly_hot.soft_output, 4 * kUnit));
  EXPECT_EQ(hot.entropy, nearly_hot.entropy);
  EXPECT_EQ(hot.log_sum_exp, kInfinity);
  EXPECT_TRUE((hot.jacobian.array() == 0).all());
  EXPECT_TRUE((hot.gradient_query.array() == 0).all());
  EXPECT_EQ(hot.flags, std::vector<Flag>{Flag::kHotLimit});
}

TEST(Derivation, LogWeightsReachFurtherThanWeights) {
  const Derivation d = derived(scoresInput(vectorOf({0, -1e5, -kInfinity})));
  EXPECT_EQ(d.weights[1], 0);
  EXPECT_EQ(d.log_weights[1], -1e5);
  EXPECT_EQ(d.log_weights[2], -kInfinity);
}

// o − h is a sum of the losers' shares: where o rounds to h it is still there.
TEST(Derivation, TheOutputDifferenceOutlivesRounding) {
  DeriveInput input = scoresInput(vectorOf({0, -60}));
  input.X = matrixOf({{1, 1}, {5, 4}});
  const Derivation d = derived(input);
  EXPECT_EQ(d.soft_output, d.hard_output);
  EXPECT_DOUBLE_EQ(d.output_difference[0], 4 * std::exp(-60));
  EXPECT_DOUBLE_EQ(d.output_distance, 5 * std::exp(-60));
  EXPECT_DOUBLE_EQ(d.output_difference_share[0], 0.64);
  EXPECT_DOUBLE_EQ(d.output_difference_share[1], 0.36);
}

TEST(Derivation, AMillionItemsAddUp) {
  constexpr Index kItems = 1 << 20;
  DeriveInput input = scoresInput(Vector::LinSpaced(kItems, 0, kItems - 1) / kItems);
  const Derivation d = derived(input);
  EXPECT_DOUBLE_EQ(d.log_sum_exp, 14.404267988974627);
  EXPECT_DOUBLE_EQ(d.weights[0], 5.550165027404152e-07);
  EXPECT_DOUBLE_EQ(d.weights[kItems - 1], 1.5086898350947274e-06);
  EXPECT_LE(std::abs(stepOf(d, StepId::kS7).weight_sum - 1), 4 * kUnit);
  EXPECT_EQ(d.jacobian.size(), 0);

  input.scores = Vector::Zero(1000000);
  const Derivation equal = derived(input);
  EXPECT_DOUBLE_EQ(equal.weights[12345], 1e-6);
  EXPECT_DOUBLE_EQ(equal.log_sum_exp, 13.815510557964274);
  EXPECT_DOUBLE_EQ(equal.entropy, 13.815510557964274);
}

TEST(Derivation, DerivativesAreLeftOutOnRequest) {
  DeriveInput input = queryInput(kApple, vectorOf({2, 2, 2, -1}));
  const Derivation whole = derived(input);
  EXPECT_EQ(whole.jacobian.rows(), 6);
  EXPECT_EQ(whole.gradient_query.cols(), 4);
  input.derivatives = false;
  const Derivation lean = derived(input);
  EXPECT_EQ(lean.jacobian.size(), 0);
  EXPECT_EQ(lean.gradient_query.size(), 0);
  EXPECT_EQ(lean.weights, whole.weights);
  EXPECT_EQ(lean.output_distance, whole.output_distance);
}

TEST(Derivation, TheJacobianStopsAtItsBound) {
  EXPECT_EQ(derived(scoresInput(Vector::Zero(kMaxJacobianItems))).jacobian.rows(),
            kMaxJacobianItems);
  EXPECT_EQ(derived(scoresInput(Vector::Zero(kMaxJacobianItems + 1))).jacobian.rows(), 0);
}

TEST(Derivation, RefusesSizesPastTheBounds) {
  Derivation derivation;
  DeriveInput input = scoresInput(Vector::Zero(kMaxItems + 1));
  Error error = derive(input, &derivation);
  EXPECT_EQ(error.status, Status::kTooLarge);
  EXPECT_STREQ(error.argument, "scores");
  input = scoresInput(Vector::Zero(1));
  input.X = Matrix::Zero(1, kMaxDimension + 1);
  error = derive(input, &derivation);
  EXPECT_EQ(error.status, Status::kTooLarge);
  EXPECT_STREQ(error.argument, "X");
  EXPECT_TRUE(checkSize("X", static_cast<double>(kMaxItems), 1).ok());
  EXPECT_EQ(checkSize("X", static_cast<double>(kMaxItems), 2).status, Status::kTooLarge);
  EXPECT_EQ(checkSize("X", 1e300, 1e300).status, Status::kTooLarge);
}

TEST(Derivation, RefusesEmptyRows) {
  Derivation derivation;
  DeriveInput input = queryInput(Matrix(2, 0), Vector());
  EXPECT_EQ(derive(input, &derivation).status, Status::kEmpty);
  input = queryInput(Matrix::Ones(2, 2), Vector());
  EXPECT_EQ(derive(input, &derivation).status, Status::kEmpty);
}

template <class Enum, class Name>
void expectDistinctNames(Enum last, Name name) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) names.insert(name(static_cast<Enum>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
  EXPECT_EQ(names.count(""), 0U);
}

TEST(Derivation, EveryEnumeratorHasAName) {
  expectDistinctNames(Status::kOutOfMemory, statusName);
  expectDistinctNames(Flag::kMasked, flagName);
  expectDistinctNames(StepId::kS7b, stepName);
  expectDistinctNames(Relation::kApprox, relationName);
}

}  // namespace
}  // namespace softmax_bridge
