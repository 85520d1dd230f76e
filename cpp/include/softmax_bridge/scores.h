// Scores α_i = s(q, k_i): how relevant item i is to the query. q ∈ R^{d_q}, K ∈ R^{n × d_k} (a key
// per row). docs/maths.md §3.
//
//   dot        qᵀk                         ∇_q = k              ∇_k = q
//   scaled     qᵀk / √d_q                  ∇_q = k/√d_q         ∇_k = q/√d_q
//   bilinear   qᵀWk                        ∇_q = Wk             ∇_k = Wᵀq
//   additive   vᵀtanh(W_q q + U k)         ∇_q = W_qᵀw          ∇_k = Uᵀw     w = v ⊙ (1 − tanh²)
//   cosine     q̂ᵀk̂                         ∇_q = (k̂ − s q̂)/‖q‖  ∇_k = (q̂ − s k̂)/‖k‖
//   gaussian   −‖q − k‖²/2σ²               ∇_q = (k − q)/σ²     ∇_k = (q − k)/σ²
//
// Accuracy of a score: ≤ 1 ulp of the score + 2⁻¹⁰⁰ Σ|terms| (compensated products and sums), for
// additive 4 ulp of Σ|v_j tanh_j| (std::tanh). The gaussian sums squared differences, never the
// expansion, so it is never positive.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "softmax_bridge/compensated.h"
#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

enum class Score { kDot, kScaled, kBilinear, kAdditive, kCosine, kGaussian };

/// "dot", "scaled", "bilinear", "additive", "cosine", "gaussian".
const char* scoreName(Score score);
std::optional<Score> scoreFromName(std::string_view name);

/// W: d_q × d_k (bilinear). Wq: h × d_q, U: h × d_k, v: h (additive). sigma > 0 (gaussian).
/// Absent: identity, identity, identity, ones.
struct ScoreParameters {
  std::optional<Matrix> W;   ///< identity if absent
  std::optional<Matrix> Wq;  ///< identity if absent
  std::optional<Matrix> U;   ///< identity if absent
  std::optional<Vector> v;   ///< ones if absent
  double sigma = 1;          ///< σ of gaussian
};

/// α ∈ R^n; −∞ where `attended` is false, whatever the key holds. Under cosine a zero vector
/// scores 0 and sets `zero_vector`.
/// Errors: Empty, ShapeMismatch, TooLarge; NotANumber or NotFinite (q, K with row and column, a
/// parameter the score uses); BadArgument (sigma ≤ 0); ScoreOverflow (row = item).
Error computeScores(Score score, const Vector& q, const Matrix& K,
                    const ScoreParameters& parameters, const Mask& attended, Vector* scores,
                    bool* zero_vector);

/// ∇_q s(q, k), d_q, beyond double range. Under cosine 0 for a zero key (its score is 0 for every
/// q); q must not be zero. The arguments are those for which computeScores returned no error.
std::vector<Wide> wideScoreGradientQuery(Score score, const Eigen::Ref<const Vector>& q,
                                         const Eigen::Ref<const Vector>& key,
                                         const ScoreParameters& parameters);

/// ∇_k s(q, k), d_k, likewise: under cosine 0 for a zero query, and the key must not be zero.
std::vector<Wide> wideScoreGradientKey(Score score, const Eigen::Ref<const Vector>& q,
                                       const Eigen::Ref<const Vector>& key,
                                       const ScoreParameters& parameters);

/// Whether s has a gradient in a vector: none under cosine in one that is zero.
bool hasScoreGradient(Score score, const Eigen::Ref<const Vector>& x);

/// ∇_q s(q, k), d_q, and ∇_k s(q, k), d_k. NaN where it does not exist: under cosine, in a vector
/// that is zero. 0 if only the other one is. ±∞ past the float64 range.
/// The arguments are those for which computeScores returned no error.
Vector scoreGradientQuery(Score score, const Vector& q, const Vector& key,
                          const ScoreParameters& parameters);
Vector scoreGradientKey(Score score, const Vector& q, const Vector& key,
                        const ScoreParameters& parameters);

/// Of the additive score at one key, h each. Of `hidden` a difference keeps its digits where both
/// tanh are nearly 1.
struct AdditiveTerms {
  std::vector<Wide> hidden;  ///< tanh(W_q q + U k) = ∂s/∂v
  std::vector<Wide> slopes;  ///< w: ∂s/∂W_q = w qᵀ, ∂s/∂U = w kᵀ
};
AdditiveTerms additiveTerms(const Vector& q, const Vector& key, const ScoreParameters& parameters);

/// The terms whose sum over a row is the score, n × d_q: q_j k_ij (dot), q_j k_ij/√d_q (scaled);
/// 0 where not attended; 0 × 0 for the other scores.
Matrix scoreTerms(Score score, const Vector& q, const Matrix& K, const Mask& attended);

}  // namespace softmax_bridge
