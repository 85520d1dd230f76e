// Softmax at temperature τ, by the formulas that lose no digits (docs/maths.md §2, §7):
//
//   t_i = (α_i − m)/τ    u_i = e^{t_i}    S = Σu_i = k + losers    losers = Σ_{i∉M} u_i
//   p_i = u_i/S          1 − p_* = (S − 1)/S          H = log S + Σ p_i(−t_i)
//
// The shift and the division are carried beyond double precision, and the losers are summed on
// their own, so that p, 1 − p_*, log S and H have relative error ≤ 4 ulp as functions of the
// float64 scores and τ at every range and temperature, subnormal results included.
// τ = 0 and τ = ∞ are the limits: u = 1 on M and 0 elsewhere; u = 1 on every attended item.
#pragma once

#include <array>
#include <vector>

#include "softmax_bridge/compensated.h"
#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// The unnormalised softmax of n scores, beyond double precision and range.
struct Partition {
  double temperature = 1;           ///< τ ∈ [0, ∞]
  Index winner = 0;                 ///< i*
  Index ties = 0;                   ///< k
  Index attended = 0;               ///< items with a score above −∞
  Mask support;                     ///< n; p_i > 0 as an exact number, even where it underflows
  std::vector<Wide> scaled_shifts;  ///< t_i ≤ 0, n; 0 outside the support
  std::vector<Wide> exp_shifted;    ///< u_i ∈ [0, 1], n; exactly 1 on M
  Wide losers;                      ///< Σ_{i∉M} u_i
  Wide sum;                         ///< S ∈ [k, n]
  Wide excess;                      ///< S − 1
  Wide runner_up;                   ///< e^{−Δ/τ}, 0 if there is no loser
};

/// τ ∈ [0, ∞]; `hard` is that of the scores. A score of +∞ with τ = ∞ is the caller's to refuse.
Partition partition(const Vector& scores, const HardAttention& hard, double temperature);

/// p_i = u_i/S, beyond double precision and range.
Wide wideWeight(const Partition& partition, Index item);

/// p ∈ R^n, Σp = 1 up to rounding.
Vector softmaxWeights(const Partition& partition);

/// log p_i = t_i − log S; −∞ where p_i is exactly 0. Absolute error ≤ 2 ulp of |t_i| + log S.
Vector softmaxLogWeights(const Partition& partition);

/// TV(e*, p) = 1 − p_* ∈ [0, 1).
double totalVariation(const Partition& partition);

/// KL(e* ‖ p) = log S ≥ 0, nats.
double klDivergence(const Partition& partition);

/// TV(1_M/k, p) = 1 − k p_* = losers/S ∈ [0, 1).
double totalVariationToTies(const Partition& partition);

/// ε/(k + ε) ≤ TV(1_M/k, p) ≤ (n−k)ε/(k + (n−k)ε), ε = e^{−Δ/τ}; widened where rounding would
/// leave the computed totalVariationToTies outside.
std::array<double, 2> totalVariationBounds(const Partition& partition);

/// H(p) = −Σ p_i log p_i ∈ [log k, log n], nats.
double entropy(const Partition& partition);

/// ∂p/∂α = (diag p − ppᵀ)/τ, n × n, symmetric. 0 as τ → ∞, and as τ → 0 for k = 1; for k > 1 the
/// limit τ → 0 is ±∞ on M × M and 0 elsewhere.
Matrix softmaxJacobian(const Partition& partition);

}  // namespace softmax_bridge
