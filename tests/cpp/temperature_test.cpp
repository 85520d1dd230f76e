#include "softmax_bridge/temperature.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "golden.h"
#include "json.h"
#include "softmax_bridge/limits.h"
#include "support.h"

namespace softmax_bridge {
namespace {

Sweep swept(const DeriveInput& input, const Vector& temperatures) {
  Sweep result;
  const Error error = sweep(input, temperatures, &result);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return result;
}

TEST(Sweep, AgreesWithSixtyDigits) {
  const Json goldens = readGolden("sweep.json");
  for (const Json& golden : goldens.items) {
    const DeriveInput input = toInput(golden["input"]);
    const Vector temperatures = toVector(golden["temperatures"]);
    const Sweep actual = swept(input, temperatures);
    // Only tanh is not rounded correctly, and what follows is off with it.
    const double score_error = input.q && input.score == Score::kAdditive ? 8 * kUnit : 0;
    ASSERT_EQ(actual.weights.rows(), temperatures.size());
    for (Index row = 0; row < temperatures.size(); ++row) {
      SCOPED_TRACE(::testing::Message() << golden["name"].text << " at τ = " << temperatures[row]);
      const Json& expected = golden["rows"].items[row];
      const double relative = 4 + (score_error > 0 ? score_error / temperatures[row] / kUnit : 0);
      const auto compare = [&](const char* name, double number) {
        const double wanted = expected[name].number();
        EXPECT_TRUE(isNear(number, wanted, relative * ulp(wanted))) << name;
      };
      compare("entropy", actual.entropy[row]);
      compare("lseMinusMax", actual.lse_minus_max[row]);
      compare("totalVariationToTies", actual.total_variation_to_ties[row]);
      compare("lower", actual.lower[row]);
      compare("upper", actual.upper[row]);
      const double distance = expected["outputDistance"].number();
      EXPECT_TRUE(isNear(actual.output_distance[row], distance, 8 * relative * kUnit * distance))
          << "outputDistance";
      const Vector weights = toVector(expected["weights"]);
      for (Index i = 0; i < weights.size(); ++i) {
        EXPECT_TRUE(isNear(actual.weights(row, i), weights[i], relative * ulp(weights[i]))) << i;
      }
      const Vector outputs = toVector(expected["outputs"]);
      const Vector slope = toVector(expected["outputSlope"]);
      ASSERT_EQ(actual.outputs.cols(), outputs.size());
      ASSERT_EQ(actual.output_slope.cols(), slope.size());
      const double size = input.X ? std::max(1.0, outputs.cwiseAbs().maxCoeff()) : 1;
      for (Index j = 0; j < outputs.size(); ++j) {
        EXPECT_TRUE(isNear(actual.outputs(row, j), outputs[j], 4 * relative * kUnit * size)) << j;
        // As accurate as the weights of the losers, of which next to nothing is left when they are
        // nearly one-hot.
        const double moving =
            slope.isZero(0) ? 0
                            : slope.cwiseAbs().maxCoeff() +
                                  actual.total_variation_to_ties[row] * size / temperatures[row];
        EXPECT_TRUE(isNear(actual.output_slope(row, j), slope[j], 8 * relative * kUnit * moving))
            << j;
      }
    }
  }
  EXPECT_GE(goldens.items.size(), 15U);
}

// A row is the derivation at its temperature, to the bit.
TEST(Sweep, IsTheDerivation) {
  Random random(1);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const Index n = random.integer(1, 7);
    const Index d = random.integer(1, 4);
    DeriveInput input = queryInput(random.matrix(n, d, -2, 2), random.vector(d, -3, 3));
    Vector temperatures = vectorOf({0, 0, random.uniform(0.01, 3), kInfinity});
    temperatures[1] = std::exp2(random.uniform(-30, 30));
    const Sweep rows = swept(input, temperatures);
    for (Index row = 0; row < temperatures.size(); ++row) {
      input.temperature = temperatures[row];
      const Derivation d_at = derived(input);
      EXPECT_EQ(Vector(rows.weights.row(row).transpose()), d_at.weights);
      EXPECT_EQ(Vector(rows.outputs.row(row).transpose()), d_at.soft_output);
      EXPECT_EQ(rows.entropy[row], d_at.entropy);
      EXPECT_EQ(rows.lse_minus_max[row], d_at.lse_minus_max);
      EXPECT_EQ(rows.total_variation_to_ties[row], d_at.total_variation_to_ties);
      EXPECT_EQ(rows.lower[row], d_at.total_variation_bounds[0]);
      EXPECT_EQ(rows.upper[row], d_at.total_variation_bounds[1]);
      EXPECT_EQ(rows.output_distance[row], d_at.output_distance);
    }
  }
}

TEST(Sweep, SlopesAreDifferences) {
  Random random(2);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    DeriveInput input = scoresInput(random.vector(5, -2, 2));
    input.X = random.matrix(5, 3, -1, 1);
    const double temperature = std::exp2(random.uniform(-3, 3));
    const double step = 0x1p-15 * temperature;
    const Sweep rows =
        swept(input, vectorOf({temperature - step, temperature, temperature + step}));
    const Vector difference = (rows.outputs.row(2) - rows.outputs.row(0)).transpose() / (2 * step);
    const Vector slope = rows.output_slope.row(1).transpose();
    EXPECT_LT((difference - slope).cwiseAbs().maxCoeff(), 1e-7 / temperature);
  }
}

TEST(Sweep, EntropyRisesFromLogKToLogN) {
  const DeriveInput input = scoresInput(vectorOf({2, 2, 1, -3, 0.5}));
  Vector temperatures(122);
  for (Index row = 0; row < 120; ++row) {
    temperatures[row + 1] = std::exp2(static_cast<double>(row) / 4 - 10);
  }
  temperatures[0] = 0;
  temperatures[121] = kInfinity;
  const Sweep rows = swept(input, temperatures);
  EXPECT_DOUBLE_EQ(rows.entropy[0], std::log(2));
  EXPECT_DOUBLE_EQ(rows.entropy[121], std::log(5));
  for (Index row = 1; row < temperatures.size(); ++row) {
    EXPECT_GE(rows.entropy[row], rows.entropy[row - 1]);
    EXPECT_GE(rows.total_variation_to_ties[row], rows.total_variation_to_ties[row - 1]);
    EXPECT_LE(rows.lower[row], rows.total_variation_to_ties[row]);
    EXPECT_GE(rows.upper[row], rows.total_variation_to_ties[row]);
  }
}

// Hotter is not always farther: docs/maths.md §1.2.
TEST(Sweep, OutputDistanceMayRiseAndFall) {
  DeriveInput input = scoresInput(vectorOf({2, 1, 0}));
  input.X = matrixOf({{0}, {1}, {-1}});
  const Sweep rows = swept(input, vectorOf({0, 0.5, 1.125, 4, kInfinity}));
  EXPECT_EQ(rows.output_distance[0], 0);
  EXPECT_LT(rows.output_distance[1], rows.output_distance[2]);
  EXPECT_NEAR(rows.output_distance[2], 0.155, 0.002);
  EXPECT_GT(rows.output_distance[2], rows.output_distance[3]);
  EXPECT_EQ(rows.output_distance[4], 0);
  EXPECT_TRUE(std::isnan(swept(scoresInput(vectorOf({1, 2})), vectorOf({1})).output_distance[0]));
}

TEST(Sweep, RefusesWhatHasNoAnswer) {
  Sweep result;
  const DeriveInput input = scoresInput(vectorOf({1, 2}));
  const Error bad = sweep(input, vectorOf({1, 2, -1}), &result);
  EXPECT_EQ(bad.status, Status::kBadTemperature);
  EXPECT_STREQ(bad.argument, "temperatures");
  EXPECT_EQ(bad.row, 2);
  EXPECT_EQ(sweep(input, vectorOf({kNaN}), &result).status, Status::kBadTemperature);
  EXPECT_EQ(sweep(input, Vector::Zero(kMaxEntries), &result).status, Status::kTooLarge);
  const DeriveInput infinite = scoresInput(vectorOf({1, kInfinity}));
  EXPECT_EQ(sweep(infinite, vectorOf({kInfinity}), &result).status, Status::kNotDetermined);
  EXPECT_EQ(sweep(scoresInput(Vector()), vectorOf({1}), &result).status, Status::kEmpty);
  // What has no weight as τ → 0 has some above.
  DeriveInput nan = input;
  nan.X = matrixOf({{kNaN}, {1}});
  EXPECT_TRUE(sweep(nan, vectorOf({0}), &result).ok());
  EXPECT_EQ(sweep(nan, vectorOf({0, 1}), &result).status, Status::kNotANumber);
}

}  // namespace
}  // namespace softmax_bridge
