#include "softmax_bridge/smooth_max.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "golden.h"
#include "json.h"
#include "softmax_bridge/limits.h"
#include "support.h"

namespace softmax_bridge {
namespace {

using ::testing::ElementsAre;

SmoothMaxima maximaOf(const Vector& scores, double temperature = 1, double r = 2) {
  SmoothMaxima result;
  const Error error = smoothMaxima(scores, temperature, r, &result);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return result;
}

TEST(SmoothMaxima, AgreeWithSixtyDigits) {
  const Json rows = readGolden("smooth_max.json");
  for (const Json& row : rows.items) {
    const Vector scores = toVector(row["scores"]);
    const double temperature = row["temperature"].number();
    const double r = row["r"].number();
    SCOPED_TRACE(::testing::Message()
                 << scores.transpose() << " at τ = " << temperature << ", r = " << r);
    const SmoothMaxima actual = maximaOf(scores, temperature, r);
    const double m = scores.maxCoeff();
    const auto compare = [&](const char* name, const SmoothMaximum& found, double value_tolerance,
                             const auto& gradient_tolerance) {
      const double value = row[name]["value"].number();
      EXPECT_TRUE(isNear(found.value, value, std::isfinite(value) ? value_tolerance : 0)) << name;
      const Vector gradient = toVector(row[name]["gradient"]);
      ASSERT_EQ(found.gradient.size(), gradient.size());
      for (Index i = 0; i < gradient.size(); ++i) {
        EXPECT_TRUE(isNear(found.gradient[i], gradient[i], gradient_tolerance(i))) << name << i;
      }
    };
    const Vector p = toVector(row["logSumExp"]["gradient"]);
    const auto four_ulps = [&](Index i) { return 4 * ulp(p[i]); };
    const auto distance = [&](const char* name) {
      return std::abs(m) + std::abs(row[name]["value"].number() - m);
    };
    compare("max", actual.max, 0, [](Index) { return kUnit; });
    compare("logSumExp", actual.log_sum_exp, 4 * kUnit * distance("logSumExp"), four_ulps);
    compare("mellowmax", actual.mellowmax, 4 * kUnit * distance("mellowmax"), four_ulps);
    compare("boltzmann", actual.boltzmann, 4 * kUnit * distance("boltzmann"), [&](Index i) {
      return p[i] == 0 ? 0 : 8 * kUnit * (1 + (m - scores[i]) / temperature) * p[i] + 5e-324;
    });
    const auto n = static_cast<double>(scores.size());
    compare("pNorm", actual.p_norm, 64 * kUnit * m * std::pow(n, 1 / r),
            [](Index) { return 64 * kUnit; });
  }
  EXPECT_GT(rows.items.size(), 150U);
}

// docs/maths.md §5.
TEST(SmoothMaxima, BoltzmannLetsALoserPullDown) {
  const SmoothMaxima maxima = maximaOf(vectorOf({0, 3}));
  EXPECT_NEAR(maxima.boltzmann.gradient[0], -0.0881, 5e-5);
  EXPECT_NEAR(maxima.boltzmann.gradient[1], 1.0881, 5e-5);
}

TEST(SmoothMaxima, GradientsAreSlopes) {
  Random random(1);
  const auto all = [](const SmoothMaxima& maxima) {
    return std::array{maxima.max, maxima.log_sum_exp, maxima.mellowmax, maxima.boltzmann,
                      maxima.p_norm};
  };
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const Vector scores = random.vector(random.integer(1, 5), 0.25, 3);
    const double temperature = random.uniform(0.3, 3);
    const double r = random.uniform(1, 6);
    const auto at = all(maximaOf(scores, temperature, r));
    Vector sorted = scores;
    std::sort(sorted.begin(), sorted.end());
    const Index n = scores.size();
    if (n > 1 && sorted[n - 1] - sorted[n - 2] < 1e-4) continue;  // beside a kink of max
    for (Index j = 0; j < n; ++j) {
      constexpr double kStep = 0x1p-17;
      const Vector step = Vector::Unit(n, j) * kStep;
      const auto up = all(maximaOf(scores + step, temperature, r));
      const auto down = all(maximaOf(scores - step, temperature, r));
      for (std::size_t which = 0; which < at.size(); ++which) {
        EXPECT_NEAR((up[which].value - down[which].value) / (2 * kStep), at[which].gradient[j],
                    1e-8)
            << which;
      }
    }
  }
}

TEST(SmoothMaxima, RangesAndIdentities) {
  Random random(2);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const Index n = random.integer(1, 8);
    const Vector scores = random.vector(n, 0, 4);
    const double temperature = std::exp2(random.uniform(-8, 8));
    const double r = std::exp2(random.uniform(0, 8));
    const SmoothMaxima maxima = maximaOf(scores, temperature, r);
    const double m = maxima.max.value;
    const double log_n = std::log(static_cast<double>(n));
    const double room = 1e-13 * (m + temperature * log_n);
    EXPECT_GE(maxima.log_sum_exp.value, m);
    EXPECT_LE(maxima.log_sum_exp.value, m + temperature * log_n + room);
    EXPECT_LE(maxima.mellowmax.value, m);
    EXPECT_NEAR(maxima.mellowmax.value, maxima.log_sum_exp.value - temperature * log_n, room);
    EXPECT_LE(maxima.boltzmann.value, m);
    EXPECT_GE(maxima.p_norm.value, m);
    EXPECT_LE(maxima.p_norm.value, m * std::pow(static_cast<double>(n), 1 / r) * (1 + 1e-13));
    EXPECT_EQ(maxima.log_sum_exp.gradient, maxima.mellowmax.gradient);
    EXPECT_NEAR(maxima.boltzmann.gradient.sum(), 1, 1e-13);
  }
}

TEST(SmoothMaxima, LimitsMasksAndInfiniteScores) {
  const Vector scores = vectorOf({1, 3, 3, -kInfinity});
  const SmoothMaxima cold = maximaOf(scores, 0);
  for (const SmoothMaximum& it : {cold.max, cold.log_sum_exp, cold.mellowmax, cold.boltzmann}) {
    EXPECT_EQ(it.value, 3);
    EXPECT_THAT(it.gradient, ElementsAre(0, 0.5, 0.5, 0));
  }
  const SmoothMaxima hot = maximaOf(scores, kInfinity);
  EXPECT_EQ(hot.max.value, 3);
  EXPECT_EQ(hot.log_sum_exp.value, kInfinity);
  for (const SmoothMaximum& it : {hot.mellowmax, hot.boltzmann}) {
    EXPECT_NEAR(it.value, 7.0 / 3, 1e-15);
    EXPECT_NEAR(it.gradient[0], 1.0 / 3, 1e-16);
    EXPECT_EQ(it.gradient[3], 0);
  }
  EXPECT_NEAR(cold.p_norm.value, std::sqrt(19), 1e-14);
  EXPECT_EQ(cold.p_norm.gradient[3], 0);
  const SmoothMaxima infinite = maximaOf(vectorOf({1, kInfinity}));
  for (const SmoothMaximum& it : {infinite.max, infinite.log_sum_exp, infinite.mellowmax,
                                  infinite.boltzmann, infinite.p_norm}) {
    EXPECT_EQ(it.value, kInfinity);
    EXPECT_THAT(it.gradient, ElementsAre(0, 1));
  }
  EXPECT_TRUE(std::isnan(maximaOf(vectorOf({1, -1})).p_norm.value));
}

TEST(SmoothMaxima, RefuseWhatHasNoAnswer) {
  SmoothMaxima result;
  const auto status = [&](const Vector& scores, double temperature, double r) {
    return smoothMaxima(scores, temperature, r, &result).status;
  };
  const Vector scores = vectorOf({1, 2});
  EXPECT_EQ(status(Vector(), 1, 2), Status::kEmpty);
  EXPECT_EQ(status(Vector::Zero(kMaxItems + 1), 1, 2), Status::kTooLarge);
  EXPECT_EQ(status(vectorOf({kNaN}), 1, 2), Status::kNotANumber);
  EXPECT_EQ(status(vectorOf({kInfinity, 1}), kInfinity, 2), Status::kNotDetermined);
  for (const double temperature : {-1.0, kNaN}) {
    EXPECT_EQ(status(scores, temperature, 2), Status::kBadTemperature);
  }
  for (const double r : {0.5, kInfinity, kNaN}) {
    EXPECT_EQ(status(scores, 1, r), Status::kBadArgument);
  }
}

}  // namespace
}  // namespace softmax_bridge
