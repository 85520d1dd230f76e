// Every field of every derivation in tests/golden/derivation.json, and every refusal.

#include "golden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "json.h"
#include "support.h"

namespace softmax_bridge {
namespace {

// A tolerance for a number: so many ulps of it, plus something absolute.
struct Tolerance {
  double ulps = 0;
  double absolute = 0;

  [[nodiscard]] double of(double expected) const { return ulps * ulp(expected) + absolute; }
};

void expectNumber(double actual, const Json& expected, const Tolerance& tolerance,
                  const std::string& what) {
  const double number = expected.number();
  const double allowed = std::isfinite(number) ? tolerance.of(number) : 0;
  EXPECT_TRUE(isNear(actual, number, allowed)) << what;
}

void expectVector(const Vector& actual, const Json& expected, const Tolerance& tolerance,
                  const std::string& what) {
  ASSERT_EQ(actual.size(), static_cast<Index>(expected.items.size())) << what;
  for (Index i = 0; i < actual.size(); ++i) {
    expectNumber(actual[i], expected.items[i], tolerance, what + "[" + std::to_string(i) + "]");
  }
}

void expectMatrix(const Matrix& actual, const Json& expected, const Tolerance& tolerance,
                  const std::string& what) {
  ASSERT_EQ(actual.rows(), static_cast<Index>(expected.items.size())) << what;
  for (Index i = 0; i < actual.rows(); ++i) {
    expectVector(actual.row(i).transpose(), expected.items[i], tolerance,
                 what + "[" + std::to_string(i) + "]");
  }
}

double largestFinite(const Matrix& values) {
  double largest = 0;
  for (Index i = 0; i < values.size(); ++i) {
    const double magnitude = std::abs(values.data()[i]);
    if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
  }
  return largest;
}

Vector toStepVector(const Json& expected, const Json& field) {
  return field.kind == Json::Kind::kNull ? Vector() : toVector(expected[field.text]);
}

void expectDerivation(const DeriveInput& input, const Derivation& d, const Json& expected) {
  const bool additive = input.q && input.score == Score::kAdditive;
  // Where the scores themselves may be off, so may all that follows from them.
  const double score_error = additive ? 8 * kUnit : 0;
  const double exponent_error =
      additive && input.temperature > 0 ? score_error / input.temperature : 0;
  const double relative = 4 + exponent_error / kUnit;
  const Tolerance four_ulps{relative, 0};
  const double values = input.X ? largestFinite(*input.X) : 0;
  const Tolerance output{0, (16 + 2 * exponent_error / kUnit) * kUnit * values};

  expectVector(d.scores, expected["scores"], {1, score_error}, "scores");
  expectVector(d.scaled_scores, expected["scaledScores"], {1, exponent_error}, "scaledScores");
  if (expected.has("scoreTerms")) {
    expectMatrix(d.score_terms, expected["scoreTerms"], {1, 0}, "scoreTerms");
  } else {
    EXPECT_EQ(d.score_terms.size(), 0);
  }
  expectNumber(d.max, expected["max"], {0, score_error}, "max");
  EXPECT_EQ(d.argmax, static_cast<Index>(expected["argmax"].value));
  EXPECT_EQ(d.ties, toIndices(expected["ties"]));
  expectNumber(d.gap, expected["gap"], {1, 2 * score_error}, "gap");
  expectVector(d.one_hot, expected["oneHot"], {}, "oneHot");
  expectVector(d.shifted, expected["shifted"], {1, 2 * score_error}, "shifted");
  expectVector(d.exp_shifted, expected["expShifted"], four_ulps, "expShifted");
  expectNumber(d.sum_exp, expected["sumExp"], four_ulps, "sumExp");
  const double lse_scale = std::isfinite(d.max) && std::isfinite(d.lse_minus_max)
                               ? std::abs(d.max) + d.lse_minus_max
                               : 0;
  expectNumber(d.log_sum_exp, expected["logSumExp"], {0, 4 * kUnit * lse_scale + score_error},
               "logSumExp");
  expectNumber(d.lse_minus_max, expected["lseMinusMax"], four_ulps, "lseMinusMax");
  expectNumber(d.mean_score, expected["meanScore"],
               {0, 4 * kUnit * largestFinite(d.scores) + 2 * score_error}, "meanScore");
  expectVector(d.weights, expected["weights"], four_ulps, "weights");
  expectVector(d.log_weights, expected["logWeights"], {4, 2 * exponent_error}, "logWeights");
  expectNumber(d.total_variation, expected["totalVariation"], four_ulps, "totalVariation");
  expectNumber(d.kl_divergence, expected["klDivergence"], four_ulps, "klDivergence");
  expectNumber(d.total_variation_to_ties, expected["totalVariationToTies"], four_ulps,
               "totalVariationToTies");
  for (int side = 0; side < 2; ++side) {
    expectNumber(d.total_variation_bounds[side], expected["totalVariationBounds"].items[side],
                 four_ulps, "totalVariationBounds");
    expectNumber(d.lse_minus_max_bounds[side], expected["lseMinusMaxBounds"].items[side], four_ulps,
                 "lseMinusMaxBounds");
  }
  expectNumber(d.entropy, expected["entropy"], four_ulps, "entropy");
  expectMatrix(d.jacobian, expected["jacobian"], {8 + 2 * exponent_error / kUnit, 0}, "jacobian");

  if (input.X) {
    expectVector(d.hard_output, expected["hardOutput"], {}, "hardOutput");
    expectVector(d.tie_mean, expected["tieMean"], {1, 0}, "tieMean");
    expectVector(d.soft_output, expected["softOutput"], output, "softOutput");
    expectMatrix(d.shares, expected["shares"], four_ulps, "shares");
    expectVector(d.output_difference, expected["outputDifference"], output, "outputDifference");
    const Tolerance share{0, expected["outputDistance"].number() == 0
                                 ? 0
                                 : 4 * output.absolute / expected["outputDistance"].number()};
    expectVector(d.output_difference_share, expected["outputDifferenceShare"], share,
                 "outputDifferenceShare");
    expectNumber(d.output_distance, expected["outputDistance"], output, "outputDistance");
  } else {
    EXPECT_EQ(d.hard_output.size() + d.tie_mean.size() + d.soft_output.size() + d.shares.size() +
                  d.output_difference.size() + d.output_difference_share.size(),
              0);
    EXPECT_TRUE(std::isnan(d.output_distance));
  }
  if (input.q) {
    const double scale = largestFinite(toMatrix(expected["gradientQuery"]));
    expectMatrix(d.gradient_query, expected["gradientQuery"],
                 {8, (8 + exponent_error / kUnit) * kUnit * scale}, "gradientQuery");
  } else {
    EXPECT_EQ(d.gradient_query.size(), 0);
  }

  std::vector<std::string> flags;
  for (const Flag flag : d.flags) flags.emplace_back(flagName(flag));
  std::vector<std::string> expected_flags;
  for (const Json& flag : expected["flags"].items) expected_flags.push_back(flag.text);
  EXPECT_EQ(flags, expected_flags);

  ASSERT_EQ(d.steps.size(), expected["steps"].items.size());
  for (std::size_t i = 0; i < d.steps.size(); ++i) {
    const Step& step = d.steps[i];
    const Json& expected_step = expected["steps"].items[i];
    const std::string id = expected_step["id"].text;
    EXPECT_EQ(stepName(step.id), id);
    EXPECT_EQ(relationName(step.relation), expected_step["relation"].text) << id;
    const double shift_error = 2 * score_error;
    const auto expectSame = [&](StepVector which, const char* field) {
      const Vector actual = stepVector(d, which);
      const Vector wanted = toStepVector(expected, expected_step[field]);
      ASSERT_EQ(actual.size(), wanted.size()) << id << " " << field;
      for (Index item = 0; item < actual.size(); ++item) {
        EXPECT_TRUE(
            isNear(actual[item], wanted[item],
                   std::isfinite(wanted[item]) ? relative * ulp(wanted[item]) + shift_error : 0))
            << id << " " << field;
      }
    };
    expectSame(step.candidate, "candidate");
    expectSame(step.weights, "weights");
    const double step_scale = step.id == StepId::kS7a ? d.sum_exp : 1;
    const Tolerance step_output{0, output.absolute * step_scale};
    expectVector(step.output, expected_step["output"], step_output, id + " output");
    expectNumber(step.output_distance, expected_step["outputDistance"], step_output,
                 id + " outputDistance");
    expectNumber(step.weight_sum, expected_step["weightSum"],
                 {4, static_cast<double>(d.weights.size()) * kUnit}, id + " weightSum");
    expectNumber(step.weight_distance, expected_step["weightDistance"], four_ulps,
                 id + " weightDistance");
    EXPECT_EQ(step.candidate_argmax, toIndices(expected_step["candidateArgmax"])) << id;
  }
}

TEST(Golden, Derivations) {
  const Json cases = readGolden("derivation.json");
  int derivations = 0;
  int refusals = 0;
  for (const Json& golden : cases.items) {
    SCOPED_TRACE(golden["name"].text);
    const DeriveInput input = toInput(golden["input"]);
    Derivation derivation;
    const Error error = derive(input, &derivation);
    if (golden.has("error")) {
      const Json& expected = golden["error"];
      EXPECT_EQ(statusName(error.status), expected["code"].text);
      EXPECT_EQ(error.argument, expected["argument"].text);
      EXPECT_EQ(error.row, static_cast<Index>(expected["row"].value));
      EXPECT_EQ(error.column, static_cast<Index>(expected["column"].value));
      ++refusals;
    } else {
      ASSERT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
      expectDerivation(input, derivation, golden["expected"]);
      ++derivations;
    }
  }
  EXPECT_GE(derivations, 80);
  EXPECT_GE(refusals, 30);
}

}  // namespace
}  // namespace softmax_bridge
