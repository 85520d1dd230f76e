// The bits of the results over a fixed corpus. WebAssembly's arithmetic is exact to the bit and its
// C library is in the module, so every engine and every Emscripten must give the same; natively the
// C library is the machine's, and the hash is only printed.

#include <gtest/gtest.h>

#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "support.h"

namespace softmax_bridge {
namespace {

/// FNV-1a over the bits of doubles.
class Hash {
 public:
  void add(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    // The sign and payload of a NaN are not determined, even in WebAssembly.
    if (std::isnan(value)) bits = 0x7ff8000000000000U;
    for (unsigned shift = 0; shift < 64; shift += 8) {
      state_ = (state_ ^ ((bits >> shift) & 0xffU)) * 0x100000001b3U;
    }
  }

  template <class Values>
  void addAll(const Values& values) {
    for (Index i = 0; i < values.size(); ++i) add(values.data()[i]);
  }

  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

void addDerivation(const Derivation& d, Hash& hash) {
  for (const Vector* values :
       {&d.scores, &d.scaled_scores, &d.shifted, &d.exp_shifted, &d.weights, &d.log_weights,
        &d.tie_mean, &d.soft_output, &d.output_difference, &d.output_difference_share}) {
    hash.addAll(*values);
  }
  for (const Matrix* values : {&d.score_terms, &d.shares, &d.jacobian, &d.gradient_query}) {
    hash.addAll(*values);
  }
  for (const double value :
       {d.gap, d.sum_exp, d.log_sum_exp, d.lse_minus_max, d.lse_minus_max_bounds[0],
        d.lse_minus_max_bounds[1], d.mean_score, d.total_variation, d.kl_divergence,
        d.total_variation_to_ties, d.total_variation_bounds[0], d.total_variation_bounds[1],
        d.entropy, d.output_distance}) {
    hash.add(value);
  }
  for (const Step& step : d.steps) {
    hash.addAll(step.output);
    hash.add(step.weight_sum);
    hash.add(step.output_distance);
    hash.add(step.weight_distance);
  }
}

TEST(Determinism, BitsOfAFixedCorpus) {
  Random random(20);
  Hash hash;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const int n = random.integer(1, 8);
    const int d = random.integer(1, 4);
    DeriveInput input;
    input.X = random.matrix(n, d, -4, 4);
    input.q = random.vector(d, -30, 30);
    // All but additive, whose tanh is less alike from one C library to the next.
    constexpr std::array kScores{Score::kDot, Score::kScaled, Score::kBilinear, Score::kCosine,
                                 Score::kGaussian};
    input.score = kScores[random.integer(0, 4)];
    input.parameters.W = random.matrix(d, d, -1, 1);
    input.parameters.sigma = random.uniform(0.5, 3);
    input.temperature = random.uniform(0.01, 4);
    addDerivation(derived(input), hash);
  }
  std::printf("  bits %016" PRIx64 "\n", hash.value());
#ifdef __EMSCRIPTEN__
  // To be renewed when the core computes something differently on purpose, and only then.
  EXPECT_EQ(hash.value(), 0xb8871bac7fb52158U);
#endif
}

}  // namespace
}  // namespace softmax_bridge
