// Smooth maxima of the scores. docs/maths.md §1.2, §5.
//
//   LSE: L = τ log Σ e^{α_i/τ} = m + τ log S ∈ [m, m + τ log n],  ∇L = softmax(α/τ)
#pragma once

#include <array>

#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/softmax.h"

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

}  // namespace softmax_bridge
