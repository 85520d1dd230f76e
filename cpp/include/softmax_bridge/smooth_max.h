// Smooth maxima of the scores. docs/maths.md §1.2, §5.
//
//   LSE        L = τ log Σ e^{α_i/τ} = m + τ log S ∈ [m, m + τ log n]  ∇ = p = softmax(α/τ)
//   mellowmax  L − τ log n ∈ [m − τ log n, m]                          ∇ = p
//   Boltzmann  μ = ⟨p, α⟩ = L − τ H ≤ m                                ∇_i = p_i (1 + (α_i − μ)/τ)
//   p-norm     ‖α‖_r = (Σ α_i^r)^{1/r} ∈ [m, n^{1/r} m], α ≥ 0, r ≥ 1  ∇_i = (α_i/‖α‖_r)^{r−1}
#pragma once

#include <array>

#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/softmax.h"
#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// L. Error ≤ 4·2⁻⁵³(|m| + τ log S); not relative to L, which can be 0. Limits: m as τ → 0; ∞ as
/// τ → ∞ unless one item alone is attended.
double logSumExp(const HardAttention& hard, const Partition& partition);

/// L − m = τ log S ≥ 0, relative error ≤ 4 ulp even where it is far below ulp(m).
double lseMinusMax(const Partition& partition);

/// τ log k ≤ L − m ≤ τ log(k + (n−k)e^{−Δ/τ}); widened where rounding would leave the computed
/// lseMinusMax outside.
std::array<double, 2> lseMinusMaxBounds(const Partition& partition);

/// μ = ⟨p, α⟩ ≤ m. Error ≤ 4·2⁻⁵³(|m| + (m − μ)).
double meanScore(const Vector& scores, const HardAttention& hard, const Partition& partition);

/// A smooth maximum of the scores and its gradient in them.
struct SmoothMaximum {
  double value = 0;  ///< at the scores
  Vector gradient;   ///< n; 0 where masked
};

/// All but Boltzmann's gradient are p or near it; that has negative components, and so is no
/// weight.
struct SmoothMaxima {
  SmoothMaximum max;  ///< m, and 1_M/k: the gradient where k = 1, else its mean over the winners
  SmoothMaximum log_sum_exp;  ///< L, and p
  SmoothMaximum mellowmax;    ///< τ log(S/n) + m, and p
  SmoothMaximum boltzmann;    ///< ⟨p, α⟩
  SmoothMaximum p_norm;       ///< NaN where a score is below 0; gradient NaN where all are 0
};

/// τ ∈ [0, ∞] (not of max and p_norm), r ∈ [1, ∞) (of p_norm alone). As τ → 0 all are m and 1_M/k;
/// as τ → ∞ mellowmax and Boltzmann are the mean, 1/n, and L is ∞. A score of +∞: all ∞, one-hot.
/// Error of a value: 4·2⁻⁵³(|m| + |value − m|), of p_norm 64·2⁻⁵³ m n^{1/r}; of a gradient 4 ulp,
/// of Boltzmann's 8·2⁻⁵³(1 + |t_i|) p_i, of p_norm's 64·2⁻⁵³. Errors: those of attendHard,
/// TooLarge, BadTemperature, BadArgument (r), NotDetermined (a score of +∞ at τ = ∞).
Error smoothMaxima(const Vector& scores, double temperature, double r, SmoothMaxima* result);

}  // namespace softmax_bridge
