// The sweep from hard to uniform: what the derivation gives, at many temperatures. docs/maths.md
// §2.
//
//   dp_i/dτ = −p_i (α_i − μ)/τ²    do/dτ = −Cov_p(x, α)/τ²    dH/dτ = Var_p(α)/τ³ ≥ 0
#pragma once

#include "softmax_bridge/derivation.h"
#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// A row or an entry per temperature, to the accuracy of the derivation. As τ → 0 and τ → ∞ they
/// are its limits, with do/dτ = 0.
struct Sweep {
  Matrix weights;                  ///< p, × n
  Matrix outputs;                  ///< o, × d; × 0 without X
  Matrix output_slope;             ///< do/dτ, × d
  Vector entropy;                  ///< H(p), nats
  Vector lse_minus_max;            ///< L − m
  Vector total_variation_to_ties;  ///< TV(1_M/k, p)
  Vector lower;                    ///< bounds of it, see totalVariationBounds
  Vector upper;                    ///< see lower
  Vector output_distance;          ///< ‖o − h‖₂, not monotone in τ; NaN without X
};

/// `temperatures` ∈ [0, ∞], in any order; that of the input is not used.
/// Errors: those of derive, BadTemperature with its row in "temperatures", and TooLarge where there
/// would be more weights or outputs than a matrix may have.
Error sweep(const DeriveInput& input, const Vector& temperatures, Sweep* result);

}  // namespace softmax_bridge
