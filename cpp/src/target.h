// Losses relative to a target item t, and their slopes in the scores. What is small is never a
// difference of large numbers: outputs are measured from x_t, so that nothing cancels near
// convergence, and items from the winner, so that nothing does at saturation. Beyond double
// precision and range. docs/maths.md §3, §7.
#pragma once

#include <vector>

#include "softmax_bridge/softmax.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// x_i − x_k, d.
std::vector<Wide> differenceOfItems(const Matrix& X, Index i, Index k);

/// o − x_t = Σ p_i (x_i − x_t), d.
std::vector<Wide> outputFromTarget(const Matrix& X, const Partition& parts, Index target);

/// Σ a_j b_j
Wide dot(const std::vector<Wide>& a, const std::vector<Wide>& b);

/// ½‖x‖²
Wide halfSquare(const std::vector<Wide>& x);

/// Σ δ_i x_i of δ with the sum 0, as Σ δ_i (x_i − x_{i*}): d.
std::vector<Wide> sumFromWinner(const Matrix& X, const Partition& parts,
                                const std::vector<Wide>& delta);

/// −log p_t
double crossEntropy(const Partition& parts, Index target);

/// p_i (a_i − Σ p_j a_j), n, for `from_winner` = a_i − a_{i*}: τ times what the scores feel of a.
std::vector<Wide> centred(const Partition& parts, const std::vector<Wide>& from_winner);

/// p_i ⟨direction, x_i − o⟩, n: τδ of a loss whose slope in o is the direction.
std::vector<Wide> outputSlopes(const Matrix& X, const Partition& parts,
                               const std::vector<Wide>& direction);

/// p_i − [i = t], n: τδ of the cross-entropy.
std::vector<Wide> crossEntropySlopes(const Partition& parts, Index target);

}  // namespace softmax_bridge
