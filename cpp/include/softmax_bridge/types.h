// The vector and matrix types of the library: float64, dense, row-major, so that a matrix crosses
// to row-major callers (NumPy, JavaScript) without being transposed.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace softmax_bridge {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One entry per item; true = attend. (Bytes: the bits of std::vector<bool> cost 5 kB of wasm.)
using Mask = std::vector<std::uint8_t>;

}  // namespace softmax_bridge
