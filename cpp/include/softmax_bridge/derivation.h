// The derivation from argmax to softmax, every intermediate by name: one call per change of the
// input. docs/maths.md §0–§2. n items, d_q = size of q, d_k = columns of K, d = columns of X.
//
//   S1  α_i = s(q, k_i)                    definition
//   S2  h = x_{i*}, i* = argmax α          definition
//   S3  = Σ onehot(i*)_i x_i               equal
//   S4  onehot(argmax(α − m))              equal
//   S5  onehot(argmax u)                   equal
//   S6  onehot(argmax e^{(α−L)/τ})         equal
//   S7  p in place of onehot(argmax p)     approx: the only one
//   S8  p = softmax(α/τ)                   equal
//   S9  o = Σ p_i x_i                      equal
//   S7a u in place of onehot(argmax u)     approx   } S7 in two, the
//   S7b p = u/S                            approx   } other way round
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "softmax_bridge/scores.h"
#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// Either a query and keys, or the scores themselves.
struct DeriveInput {
  std::optional<Matrix> X;       ///< values, n × d; may be absent with `scores`: no outputs then
  std::optional<Matrix> K;       ///< keys, n × d_k; X if absent
  std::optional<Vector> q;       ///< query, d_q
  std::optional<Vector> scores;  ///< α, n: finite, −∞ (masked) or, once, +∞
  Score score = Score::kDot;     ///< s(q, k)
  ScoreParameters parameters;    ///< of the score
  double temperature = 1;        ///< τ ∈ [0, ∞]; 0 and ∞ are labelled limits
  std::optional<Mask> mask;      ///< n, true = attend; all if absent
  bool derivatives = true;  ///< false: ∂p/∂α and ∂o/∂q, which take most of the time, are left out
};

enum class Flag { kTie, kColdLimit, kHotLimit, kInfiniteScore, kZeroVector, kMasked };

/// "tie", "cold-limit", "hot-limit", "infinite-score", "zero-vector", "masked".
const char* flagName(Flag flag);

enum class StepId { kS1, kS2, kS3, kS4, kS5, kS6, kS7, kS8, kS9, kS7a, kS7b };

/// "S1" … "S9", "S7a", "S7b".
const char* stepName(StepId id);

enum class Relation { kDefinition, kEqual, kApprox };

/// "definition", "equal", "approx".
const char* relationName(Relation relation);

/// Which vector of the derivation a step looks at, so that steps share vectors, not copies.
enum class StepVector { kNone, kScores, kOneHot, kShifted, kExpShifted, kWeights };

/// "none", "scores", "oneHot", "shifted", "expShifted", "weights": as in the derivation.
const char* stepVectorName(StepVector which);

/// One line of the derivation.
struct Step {
  StepId id = StepId::kS1;                    ///< which line
  Relation relation = Relation::kDefinition;  ///< to the line before
  StepVector candidate = StepVector::kNone;   ///< the numbers inside; see stepVector()
  StepVector weights = StepVector::kNone;     ///< the weights that act on X; kNone for S1
  Vector output;                              ///< Σ weights_i x_i, d; empty for S1 or without X
  double weight_sum = 0;                      ///< Σ weights_i; NaN for S1
  double output_distance = 0;                 ///< ‖output − h‖₂; NaN for S1 or without X
  double weight_distance = 0;                 ///< ‖weights − e*‖₁/2; NaN for S1
  std::vector<Index> candidate_argmax;  ///< of the candidate as an exact object: M ({i*} for S3)
  std::vector<Index> candidate_float_argmax;  ///< of the float64 numbers: larger at a false tie
};

/// Every quantity of the derivation, by its name.
struct Derivation {
  Vector scores;             ///< α_i; −∞ where masked
  Vector scaled_scores;      ///< α_i/τ; as τ → 0: ±∞, or 0 for α_i = 0; as τ → ∞: 0
  Matrix score_terms;        ///< see scoreTerms(); 0 × 0 when scores were given
  double max = 0;            ///< m
  Index argmax = 0;          ///< i*
  std::vector<Index> ties;   ///< M
  double gap = 0;            ///< Δ; ∞ if there is no item outside M
  Vector one_hot;            ///< e*
  Vector shifted;            ///< α_i − m; −∞ where masked or where the difference overflows
  Vector exp_shifted;        ///< u_i = e^{(α_i − m)/τ}
  double sum_exp = 0;        ///< S
  double log_sum_exp = 0;    ///< L = m + τ log S
  double lse_minus_max = 0;  ///< L − m, accurate where the subtraction is not
  std::array<double, 2> lse_minus_max_bounds{};  ///< see lseMinusMaxBounds()
  double mean_score = 0;                         ///< μ = ⟨p, α⟩
  Vector weights;                                ///< p_i
  Vector log_weights;                            ///< log p_i; −∞ where p_i is exactly 0
  Vector hard_output;                            ///< h = x_{i*}, d
  Vector tie_mean;                               ///< mean of x_i over M, d
  Vector soft_output;                            ///< o = Σ p_i x_i, d
  Matrix shares;                                 ///< p_i x_ij, n × d; 0 where p_i is exactly 0
  Vector output_difference;                      ///< o − h = Σ p_i (x_i − h), d
  Vector output_difference_share;  ///< (o − h)_j²/‖o − h‖², d; sums to 1; 0 if ‖o − h‖ is 0
  double output_distance = 0;                      ///< ‖o − h‖₂; NaN without X
  double total_variation = 0;                      ///< TV(e*, p) = 1 − p_*
  double kl_divergence = 0;                        ///< KL(e* ‖ p) = log S
  double total_variation_to_ties = 0;              ///< TV(1_M/k, p) = 1 − k p_*
  std::array<double, 2> total_variation_bounds{};  ///< of total_variation_to_ties
  double entropy = 0;                              ///< H(p), nats
  Matrix jacobian;  ///< ∂p/∂α, n × n; 0 × 0 for n > kMaxJacobianItems and without `derivatives`
  Matrix gradient_query;  ///< ∂o/∂q = Cov_p(x, ∇_q s)/τ, d × d_q; 0 × 0 when scores were given,
                          ///< under cosine for a zero query, where it does not exist, and without
                          ///< `derivatives`
  std::vector<Flag> flags;  ///< in the order of the enum
  std::vector<Step> steps;  ///< S1 … S9, S7a, S7b
};

/// An item with weight exactly 0 (masked, score −∞, beaten by a score of +∞, or outside M at τ = 0)
/// is ignored whatever its value row holds. Every other value must be finite.
/// Errors: those of computeScores and attendHard, and BadArgument (neither or both of q and scores;
/// q without X), ShapeMismatch (X, scores, mask), BadTemperature, NotANumber or NotFinite (X with
/// row and column), NotDetermined (a score of +∞ at τ = ∞), TooLarge (before anything is
/// allocated).
Error derive(const DeriveInput& input, Derivation* derivation);

/// The vector a step names; empty for kNone.
const Vector& stepVector(const Derivation& derivation, StepVector which);

}  // namespace softmax_bridge
