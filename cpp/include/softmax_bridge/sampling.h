// Sampled hard attention: hard in the sense of Xu et al. (2015). docs/maths.md §1.3.
//
//   z = argmax_i (α_i/τ + g_i), g_i independent standard Gumbel  ⇒  P(z = i) = p_i exactly,
//
// so that the mean of the sampled outputs x_z tends to the soft output o = Σ p_i x_i.
#pragma once

#include <cstdint>
#include <vector>

#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

inline constexpr Index kMaxDraws = Index{1} << 20;

/// Many draws of an item, counted.
struct HardSamples {
  std::vector<Index> counts;   ///< how often item i was drawn, n
  Vector frequencies;          ///< counts/draws, n
  Vector mean_output;          ///< Σ frequencies_i x_i, d; empty without X
  double total_variation = 0;  ///< TV(frequencies, p) ∈ [0, 1]
  Index last = 0;              ///< the last item drawn
};

/// The first `draws` ∈ [1, kMaxDraws] draws of the stream of `seed`; more draws of the same seed
/// continue the same stream. τ ∈ [0, ∞]; as τ → 0 the noise only decides among ties, as τ → ∞ it
/// alone decides. X is n × d, or 0 × 0 for no outputs.
/// Errors: those of attendHard, TooLarge, BadTemperature, NotDetermined (a score of +∞ at τ = ∞),
/// BadArgument (draws), ShapeMismatch (X), NotANumber and NotFinite (X, row and column of a value
/// that was drawn).
Error sampleHard(const Vector& scores, double temperature, const Matrix& X, Index draws,
                 std::uint64_t seed, HardSamples* samples);

}  // namespace softmax_bridge
