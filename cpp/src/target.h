// Losses relative to a target item t: everything is measured from x_t, so that near convergence,
// where the output is nearly x_t, nothing cancels. docs/maths.md §3, §7.
#pragma once

#include <vector>

#include "softmax_bridge/softmax.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// x_i − x_t, d.
std::vector<Wide> fromTarget(const Matrix& X, Index item, Index target);

/// o − x_t = Σ_{i≠t} p_i (x_i − x_t), d.
std::vector<Wide> outputFromTarget(const Matrix& X, const Partition& parts, Index target);

Wide wideDot(const std::vector<Wide>& a, const std::vector<Wide>& b);

/// ½‖x‖²
Wide halfSquare(const std::vector<Wide>& x);

/// −log p_t
double crossEntropy(const Partition& parts, Index target);

}  // namespace softmax_bridge
