// Hard attention: point at the best item. docs/maths.md §0, S2, S3.
//
//   m = max α    M = {i : α_i = m}    k = |M|    i* = min M    Δ = m − max_{i∉M} α_i
//
// M is taken from the scores alone: in float64 e^{α−m} can tie where α does not.
#pragma once

#include <vector>

#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// What argmax finds in the scores.
struct HardAttention {
  double max = 0;           ///< m; +∞ if one score is
  Index argmax = 0;         ///< i*, the first index of M: a convention
  std::vector<Index> ties;  ///< M in ascending order, also when it has one member
  Index runner_up = -1;     ///< the first item with the best score outside M, −1 if there is none
  double gap = 0;      ///< Δ ≥ 0; ∞ if there is no item outside M, or the difference overflows
  Index attended = 0;  ///< number of items with a score above −∞
};

/// Scores may be finite, −∞ (masked) or, once, +∞.
/// Errors: Empty; NotANumber (row); NothingToAttend (all −∞); NotDetermined (several +∞; row = the
/// second one).
Error attendHard(const Vector& scores, HardAttention* hard);

/// The positions of the maximum of `values` as float64 numbers, NaN and −∞ skipped: where this is
/// larger than M, rounding has made a false tie.
std::vector<Index> floatArgmax(const Vector& values);

}  // namespace softmax_bridge
