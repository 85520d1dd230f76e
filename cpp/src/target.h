// Losses relative to a target item t: everything is measured from x_t, so that near convergence,
// where the output is nearly x_t, nothing cancels. docs/maths.md §3, §7.
#pragma once

#include "softmax_bridge/softmax.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// x_i − x_t, n × d; a row without weight in any of `used` is 0, whatever X holds there.
Matrix fromTarget(const Matrix& X, const Mask& used, Index target);

/// o − x_t = Σ p_i (x_i − x_t), d, of the values as fromTarget gives them.
Vector outputFromTarget(const Matrix& values, const Vector& weights);

/// Σ a_j b_j, added in this order: Eigen's dot adds as many at once as the processor has lanes.
double dot(const double* a, const double* b, Index size);

/// ½‖x‖²
double halfSquare(const double* x, Index size);

/// −log p_t
double crossEntropy(const Partition& parts, Index target);

}  // namespace softmax_bridge
