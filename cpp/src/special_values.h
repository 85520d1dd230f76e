// ∞ and NaN of a double, by name.
#pragma once

#include <limits>

namespace softmax_bridge {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace softmax_bridge
