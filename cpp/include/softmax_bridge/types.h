// The vector and matrix types of the library: dense and row-major, so that a matrix crosses to
// row-major callers (NumPy, JavaScript) without being transposed.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "softmax_bridge/arithmetic.h"

namespace softmax_bridge {

using Index = Eigen::Index;
static_assert(std::is_same_v<Index, std::ptrdiff_t>,
              "softmax_bridge needs EIGEN_DEFAULT_DENSE_INDEX_TYPE as it is by default");

// DontAlign: their memory is malloc's. Eigen's allocator for the others is another under -mavx,
// -march=native or -fsanitize=address, and a caller may be compiled with what the library was not:
// each would free what the other has allocated. Any other vector or matrix of Eigen converts.
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::DontAlign>;
using FloatVector = Eigen::Matrix<float, Eigen::Dynamic, 1, Eigen::DontAlign>;
using Matrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor | Eigen::DontAlign>;

/// One entry per item; true = attend. (Bytes: the bits of std::vector<bool> cost 5 kB of wasm.)
using Mask = std::vector<std::uint8_t>;

}  // namespace softmax_bridge
