// "Find the apple": gradient descent on the query so that attention finds the item t.
// docs/maths.md §3, §3.1. Dot score, y = x_t held constant, q ← q − η ∂ℓ/∂q:
//
//   hard           ½‖h − y‖²       its gradient: 0
//   soft-mse       ½‖o − y‖²       Σ δ_i x_i, δ_i = p_i ⟨o − y, x_i − o⟩/τ
//   soft-ce        −log p_t        Σ δ_i x_i, δ_i = (p_i − [i = t])/τ
//   straight-through ½‖h − y‖²     δ_i = p_i ⟨h − y, x_i − o⟩/τ: the slope of p, taken at h
//   expected-hard  Σ p_i ℓ_i       δ_i = p_i (ℓ_i − Σ p_j ℓ_j)/τ, ℓ_i = ½‖x_i − y‖²
//   reinforce      the same        δ = ℓ_z (e_z − p)/τ with z ~ p drawn anew at every update
//   gumbel-softmax ½‖Σ w_i x_i − y‖², w = softmax((α/τ + g)/λ), g Gumbel, drawn at every update
//
// (q, τ, η) → (cq, cτ, c²η) leaves the weights as they are, bitwise for c = 2^k.
#pragma once

#include <cstdint>
#include <vector>

#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

enum class Estimator {
  kHard,
  kSoftMse,
  kSoftCe,
  kStraightThrough,
  kExpectedHard,
  kReinforce,
  kGumbelSoftmax,
};

/// "hard", "soft-mse", "soft-ce", "straight-through", "expected-hard", "reinforce",
/// "gumbel-softmax".
const char* estimatorName(Estimator estimator);

/// A query that is trained until hard attention picks the target.
struct TrainInput {
  Matrix X;                                   ///< keys and values, n × d
  Vector q;                                   ///< where to start, d
  Index target = 0;                           ///< t
  Estimator estimator = Estimator::kSoftMse;  ///< of the gradient
  double temperature = 1;                     ///< τ, 0 < τ < ∞
  double eta = 2;                             ///< η ≥ 0
  Index steps = 400;                          ///< updates
  std::uint64_t seed = 1;                     ///< of what is drawn
  double lambda = 0.5;                        ///< λ of gumbel-softmax, 0 < λ < ∞
};

/// Record k is the state after k updates: steps + 1 of them.
struct TrainingRun {
  Matrix q;              ///< × d
  Vector loss;           ///< of the state: for reinforce that of expected-hard, for gumbel-softmax
                         ///< that of soft-mse, so that no noise of a sample is in it
  Vector weight_target;  ///< p_t
  Vector output_distance;   ///< ‖o − h‖₂: what it costs to use the query hard
  std::vector<Index> pick;  ///< i*
};

inline constexpr Index kMaxTrainingSteps = Index{1} << 17;
inline constexpr double kMaxTrainingWork = 0x1p28;  ///< steps·n·d

/// Errors: Empty, ShapeMismatch, NotANumber or NotFinite (X, q), BadTemperature, BadArgument
/// (target, eta, lambda), TooLarge, ScoreOverflow (of the first query, or of one that runs away; row
/// = item). A loss past the float64 range is ∞.
Error train(const TrainInput& input, TrainingRun* run);

}  // namespace softmax_bridge
