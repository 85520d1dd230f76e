// What a normaliser makes of scores that are moved: all of them by a constant, or some of them
// removed. docs/maths.md §4.
#pragma once

#include <optional>
#include <vector>

#include "softmax_bridge/normalizers.h"
#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// Scores, and what is done to them.
struct PerturbInput {
  Vector scores = {};               ///< α, n
  Matrix X = {};                    ///< values, n × d; 0 × 0 without
  double shift = 0;                 ///< c, finite
  std::vector<Index> removed = {};  ///< items taken out; at least one must stay
  Index item = -1;   ///< i and j of the ratio; −1: those of the ratio that changes most
  Index other = -1;  ///< j
};

/// p_i/p_j of two items that stay, with the removed items and without them.
struct RatioChange {
  Index item = 0;        ///< i
  Index other = 0;       ///< j
  double before = 0;     ///< with the removed items
  double after = 0;      ///< without them
  bool changed = false;  ///< by more than rounding
};

/// The weights after a shift and without the items taken out.
struct Perturbation {
  Vector scores;                     ///< α_i + c, n; −∞ where removed or masked
  Vector weights;                    ///< p of these scores, n; 0 where removed; NaN where 0/0
  Mask support;                      ///< n; p_i ≠ 0 as an exact number
  bool defined = false;              ///< not 0/0
  Vector before;                     ///< p without the shift, n
  Vector output;                     ///< Σ p_i x_i, d; NaN where 0/0; empty without X
  std::optional<RatioChange> ratio;  ///< absent when nothing is removed, or no two have a ratio
};

/// Of more than 8 items only the ratios with the best that stays are compared. A row of X without
/// weight may hold anything.
/// Errors: those of normalize; ShapeMismatch and TooLarge (X); NotANumber and NotFinite (X with row
/// and column, shift); BadArgument (removed, pair); ScoreOverflow (α_i + c; row = item).
Error perturb(const PerturbInput& input, const Normalizer& normalizer, Perturbation* result);

}  // namespace softmax_bridge
