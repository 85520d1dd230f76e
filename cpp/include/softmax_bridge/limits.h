// Documented size bounds. They are checked before anything is allocated, so that a wrong size is a
// message and never an exhausted memory.
#pragma once

#include "softmax_bridge/status.h"

namespace softmax_bridge {

inline constexpr Index kMaxItems = Index{1} << 21;      ///< n
inline constexpr Index kMaxDimension = Index{1} << 10;  ///< d_q, d_k, d, and the width of additive
inline constexpr Index kMaxEntries = Index{1} << 21;    ///< rows × columns of any one matrix
/// The n × n Jacobian is computed up to this n and is 0 × 0 above it.
inline constexpr Index kMaxJacobianItems = Index{1} << 11;

/// TooLarge(argument) if a rows × columns argument is past the bounds. The sizes are doubles so
/// that a caller can ask before converting untrusted lengths.
Error checkSize(const char* argument, double rows, double columns);

}  // namespace softmax_bridge
