// Weights, LSE − max, KL, total variation and entropy are within 4 ulp as functions of the float64
// scores and τ, at every range and temperature (docs/maths.md §7). Twice: against the 60-digit rows
// of tests/golden/accuracy.json everywhere, and, where the compiler has a 113-bit float, against
// plain formulas in it on 200,000 random cases.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "json.h"
#include "support.h"

namespace softmax_bridge {
namespace {

constexpr double kTolerance = 4;  // ulp

/// The largest error of each quantity, in ulps, and the case it was met in.
class Errors {
 public:
  void add(const std::string& quantity, double ulps, const DeriveInput& input) {
    Worst& worst = worst_[quantity];
    if (ulps <= worst.ulps) return;
    worst.ulps = ulps;
    worst.input = input;
  }

  void expectWithin(double ulps) const {
    for (const auto& [quantity, worst] : worst_) {
      std::printf("  %-22s %.3f ulp\n", quantity.c_str(), worst.ulps);
      EXPECT_LE(worst.ulps, ulps) << quantity << " at τ = " << worst.input.temperature
                                  << ", scores "
                                  << worst.input.scores.value_or(Vector()).transpose();
    }
  }

 private:
  struct Worst {
    double ulps = -1;
    DeriveInput input;
  };
  std::map<std::string, Worst> worst_;
};

TEST(Accuracy, AgreesWithSixtyDigits) {
  const Json table = readGolden("accuracy.json");
  std::map<std::string, std::size_t> column;
  for (const Json& name : table["columns"].items) column.emplace(name.text, column.size());
  Errors errors;
  for (const Json& row : table["rows"].items) {
    const auto cell = [&](const char* name) -> const Json& { return row.items[column.at(name)]; };
    const Json& scores = cell("scores");
    DeriveInput input =
        scoresInput(Vector(static_cast<Index>(scores.items.size())), cell("temperature").number());
    for (Index i = 0; i < input.scores->size(); ++i) {
      (*input.scores)[i] = scores.items[i].number();
    }
    const Derivation d = derived(input);
    const auto compare = [&](const char* name, double actual, const Json& expected) {
      errors.add(name, ulpsBetween(actual, expected.items[0].number(), expected.items[1].value),
                 input);
    };
    for (Index i = 0; i < d.weights.size(); ++i) {
      compare("weights", d.weights[i], cell("weights").items[i]);
    }
    compare("lseMinusMax", d.lse_minus_max, cell("lseMinusMax"));
    compare("klDivergence", d.kl_divergence, cell("klDivergence"));
    compare("totalVariation", d.total_variation, cell("totalVariation"));
    compare("totalVariationToTies", d.total_variation_to_ties, cell("totalVariationToTies"));
    compare("entropy", d.entropy, cell("entropy"));
  }
  EXPECT_GE(table["rows"].items.size(), 2000U);
  errors.expectWithin(kTolerance);
}

#ifdef SOFTMAX_BRIDGE_HAS_QUADMATH

__extension__ using Quad = __float128;

// Of GCC's libquadmath, declared here since only GCC finds its header.
extern "C" {
Quad expq(Quad x);
Quad log1pq(Quad x);
Quad fabsq(Quad x);
}

double ulpsFrom(double actual, Quad expected) {
  const auto nearest = static_cast<double>(expected);
  if (std::isinf(nearest) || std::isinf(actual)) return nearest == actual ? 0 : kInfinity;
  return static_cast<double>(fabsq(actual - expected) / ulp(nearest));
}

/// |actual − expected| in unit roundoffs of a scale, beyond the spacing of the subnormals.
double unitsFrom(double actual, Quad expected, Quad scale) {
  if (!std::isfinite(static_cast<double>(expected))) return ulpsFrom(actual, expected);
  const Quad error = fabsq(actual - expected);
  if (error <= std::numeric_limits<double>::denorm_min()) return 0;
  return static_cast<double>(error / (kUnit * scale));
}

/// 2^x for x uniform.
double logUniform(Random& random, double low, double high) {
  return std::exp2(random.uniform(low, high));
}

/// Scores and τ of every kind: ordinary, far from zero, nearly tied, at every scale, with weights
/// about the least subnormal, subnormal themselves, at the end of the range, and with so large a τ
/// that τ log S is a number although log S is not.
DeriveInput randomCase(Random& random) {
  const Index n = random.integer(2, 9);
  switch (random.integer(0, 7)) {
    case 0: {
      const double spread = logUniform(random, -6, 10);
      return scoresInput(random.vector(n, -spread, spread), logUniform(random, -5, 5));
    }
    case 1: {
      const double offset = random.uniform(-1, 1) * logUniform(random, 5, 40);
      const double spread = logUniform(random, -4, 9);
      return scoresInput(random.vector(n, offset - spread, offset + spread),
                         logUniform(random, -4, 4));
    }
    case 2: {
      const double centre = random.uniform(-1, 1) * logUniform(random, -4, 8);
      DeriveInput input =
          scoresInput(random.vector(n, centre - 40, centre), logUniform(random, -3, 3));
      for (Index i = 0; i < std::min<Index>(n, 3); ++i) {
        (*input.scores)[i] = centre + random.integer(0, 3) * ulp(centre);
      }
      return input;
    }
    case 3: {
      const double scale = logUniform(random, -900, 900);
      return scoresInput(random.vector(n, -scale, scale), scale * logUniform(random, -10, 10));
    }
    case 4: {
      const double temperature = logUniform(random, -20, 20);
      const double top = random.integer(0, 1) * random.uniform(-300, 300) * temperature;
      DeriveInput input = scoresInput(
          random.vector(n, top - 755 * temperature, top - 676 * temperature), temperature);
      input.scores->head(random.integer(1, 2)).setConstant(top);
      return input;
    }
    case 5: {
      constexpr double kTiny = std::numeric_limits<double>::denorm_min();
      DeriveInput input = scoresInput(Vector(n), random.integer(1, 1 << 20) * kTiny);
      for (double& score : *input.scores) score = random.integer(-(1 << 22), 1 << 22) * kTiny;
      return input;
    }
    case 6: {
      constexpr double kMax = std::numeric_limits<double>::max();
      return scoresInput(random.vector(n, -1, 1) * kMax, logUniform(random, 1010, 1023.9));
    }
    default: {
      const double temperature = logUniform(random, 1005, 1014);
      const double half = temperature * random.uniform(350, 730);
      DeriveInput input = scoresInput(random.vector(n, -half, -0.98 * half), temperature);
      (*input.scores)[0] = half;
      return input;
    }
  }
}

TEST(Accuracy, AgreesWithQuadruplePrecision) {
  constexpr int kCases = 200000;
  Random random(7);
  Errors errors;
  Errors absolute_errors;
  for (int repeat = 0; repeat < kCases; ++repeat) {
    const DeriveInput input = randomCase(random);
    const Vector& scores = *input.scores;
    const Derivation d = derived(input);

    const Quad tau = input.temperature;
    const double m = scores.maxCoeff();
    const auto k = static_cast<Quad>((scores.array() == m).count());
    const Index n = scores.size();
    std::array<Quad, 9> t{};
    Quad losers = 0;
    Quad mean_shift = 0;
    for (Index i = 0; i < n; ++i) {
      t[i] = (static_cast<Quad>(scores[i]) - m) / tau;
      if (scores[i] != m) losers += expq(t[i]);
      mean_shift -= expq(t[i]) * t[i];
    }
    const Quad sum = k + losers;
    const Quad log_sum = log1pq((k - 1) + losers);
    mean_shift /= sum;
    for (Index i = 0; i < n; ++i) {
      errors.add("weights", ulpsFrom(d.weights[i], expq(t[i]) / sum), input);
      errors.add("expShifted", ulpsFrom(d.exp_shifted[i], expq(t[i])), input);
      const Quad log_weight = t[i] - log_sum;
      const auto scale = static_cast<double>(log_sum - t[i]);
      absolute_errors.add("logWeights",
                          static_cast<double>(fabsq(d.log_weights[i] - log_weight)) / ulp(scale),
                          input);
    }
    errors.add("sumExp", ulpsFrom(d.sum_exp, sum), input);
    errors.add("lseMinusMax", ulpsFrom(d.lse_minus_max, tau * log_sum), input);
    errors.add("klDivergence", ulpsFrom(d.kl_divergence, log_sum), input);
    errors.add("totalVariation", ulpsFrom(d.total_variation, ((k - 1) + losers) / sum), input);
    errors.add("totalVariationToTies", ulpsFrom(d.total_variation_to_ties, losers / sum), input);
    errors.add("entropy", ulpsFrom(d.entropy, log_sum + mean_shift), input);

    const Quad below_max = tau * mean_shift;
    absolute_errors.add("logSumExp",
                        unitsFrom(d.log_sum_exp, m + tau * log_sum, std::abs(m) + tau * log_sum),
                        input);
    absolute_errors.add("meanScore",
                        unitsFrom(d.mean_score, m - below_max, std::abs(m) + below_max), input);
    // The bounds hold for the computed values, and nearly for the exact ones.
    EXPECT_LE(d.total_variation_bounds[0], d.total_variation_to_ties);
    EXPECT_GE(d.total_variation_bounds[1], d.total_variation_to_ties);
    EXPECT_LE(d.lse_minus_max_bounds[0], d.lse_minus_max);
    EXPECT_GE(d.lse_minus_max_bounds[1], d.lse_minus_max);
  }
  errors.expectWithin(kTolerance);
  // Of a scale that is not the result: ulps of |t| + log S, u₀(|m| + τ log S), u₀(|m| + m − μ).
  absolute_errors.expectWithin(kTolerance);
}

#endif

}  // namespace
}  // namespace softmax_bridge
