// Gradients of a loss through soft attention, and the difference quotients beside them.
// docs/maths.md §3. With the target t, y = x_t held constant and g = ∂ℓ/∂o:
//
//   squared error  ℓ = ½‖o − y‖²   g = Σ p_i (x_i − y)   δ_i = p_i ⟨g, x_i − o⟩/τ
//   cross-entropy  ℓ = −log p_t                          δ_i = (p_i − [i = t])/τ
//
//   ∂ℓ/∂α = δ    ∂ℓ/∂q = Σ δ_i ∇_q s_i    ∂ℓ/∂k_i = δ_i ∇_k s_i    ∂ℓ/∂x_i = p_i g (+ ∂ℓ/∂k_i)
#pragma once

#include <optional>
#include <vector>

#include "softmax_bridge/derivation.h"
#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

enum class Loss { kSquaredError, kCrossEntropy };

/// "squared-error", "cross-entropy".
const char* lossName(Loss loss);

/// A loss, and its gradient in all that it depends on.
struct LossGradients {
  double loss = 0;  ///< ∞ for a cross-entropy with p_t = 0
  Vector output;    ///< g, d; empty for the cross-entropy
  Vector scores;    ///< δ, n; sums to 0
  /// Absent when scores were given; NaN where ∇s does not exist (cosine of a zero vector).
  std::optional<Vector> query;  ///< d_q
  std::optional<Matrix> keys;   ///< n × d_k
  Matrix values;            ///< n × d; with the keys' rows added where X is both; 0 × 0 without X
  std::optional<Matrix> W;  ///< d_q × d_k, of the bilinear score
  std::optional<Matrix> Wq;  ///< h × d_q, of the additive score, as are U and v
  std::optional<Matrix> U;   ///< h × d_k
  std::optional<Vector> v;   ///< h
};

/// As τ → ∞ δ = 0; as τ → 0 it is 0, or NaN where the limit does not exist (ties; a cross-entropy
/// whose target is not the winner). Error ≤ 32·2⁻⁵³ for data of size 1; at saturation the slopes are
/// small and keep their digits. ±∞ past the float64 range.
/// Errors: those of derive, and BadArgument (target not an attended item; the squared error without
/// X), NotANumber and NotFinite (the target's row of X, in the squared error).
Error lossGradients(const DeriveInput& input, Loss loss, Index target, LossGradients* gradients);

/// (f(q + step·e_j) − f(q − step·e_j))/(2 step), j a column, as float64 computes it: beside the
/// formula it is off by rounding/step and by step². Of h it is 0, or O(1/step) astride a boundary.
struct OutputDifferences {
  Matrix soft;  ///< f = o, d × d_q: beside gradient_query
  Matrix hard;  ///< f = h, d × d_q
};

/// Errors: those of derive at every query; BadArgument (no query; step not above 0 and finite);
/// NotFinite ("step": it takes the query out of the float64 range).
Error outputDifferences(const DeriveInput& input, double step, OutputDifferences* differences);

/// The losses of many queries, an entry each: what hard attention makes a staircase of, and soft
/// attention a slope.
struct QueryLosses {
  Vector soft;              ///< ½‖o − x_t‖²
  Vector hard;              ///< ½‖h − x_t‖²
  Vector cross_entropy;     ///< −log p_t
  std::vector<Index> pick;  ///< i*
  /// Along a direction v, both empty without one: ⟨∂ℓ/∂q, v⟩ of ℓ = soft, NaN where there is none
  /// (ties as τ → 0; cosine of a zero query), and (ℓ(q + step·v) − ℓ(q − step·v))/(2 step) with a step of 2⁻¹³ as float64 computes
  /// it.
  Vector soft_slope;
  Vector soft_difference;  ///< see soft_slope
};

/// `queries` has a query per row; that of the input is not used, and must be absent. `direction` is
/// empty or as long as a query.
/// Losses and slopes are ±∞ past the float64 range.
/// Errors: those of lossGradients, in the order of the queries ("queries" with row and column);
/// ShapeMismatch, NotANumber and NotFinite (direction: also where it takes a query out of range).
Error queryLosses(const DeriveInput& input, const Matrix& queries, const Vector& direction,
                  Index target, QueryLosses* losses);

/// What holds of every Jacobian of softmax, J = (diag p − ppᵀ)/τ, as float64 finds it.
struct JacobianIdentities {
  Vector row_sums;       ///< Σ_j J_ij: 0
  double asymmetry = 0;  ///< max |J_ij − J_ji|: 0
  double norm = 0;       ///< ‖J‖∞ = max_i Σ_j |J_ij| ≤ 1/2τ
};

/// The sums are rounded at every term.
/// Errors: ShapeMismatch (not square); NotANumber and NotFinite (with row and column).
Error jacobianIdentities(const Matrix& jacobian, JacobianIdentities* identities);

}  // namespace softmax_bridge
