// What can go wrong, and where. The library never throws, traps or aborts: every function that can
// fail returns an Error, and leaves its results unspecified when it does.
#pragma once

#include "softmax_bridge/types.h"

namespace softmax_bridge {

enum class Status {
  kOk,
  kBadArgument,      ///< a missing, contradictory or out-of-range argument
  kShapeMismatch,    ///< sizes that do not fit together
  kEmpty,            ///< no items, or no features
  kNotANumber,       ///< NaN where it counts
  kNotFinite,        ///< ±∞ where it counts
  kNothingToAttend,  ///< every item is masked or has score −∞
  kNotDetermined,    ///< a limit that depends on the way it is taken, such as two scores of +∞
  kBadTemperature,   ///< τ < 0 or NaN
  kScoreOverflow,    ///< a score outside the float64 range; `row` is the item
  kTooLarge,         ///< past the bounds of limits.h
  kOutOfMemory,
};

/// `argument` names the input as the caller knows it ("X", "K", "q", "scores", "mask",
/// "temperature", "score", "W", "Wq", "U", "v", "sigma", "Q", "V", …), "" if none is to blame.
/// `row` and `column` are 0-based, −1 if unknown. A vector with one entry per item ("scores",
/// "mask") is a column: row = item, column = 0. A vector with one entry per feature ("q", "v") is
/// a row: row = 0, column = feature. `batch` is the matrix, where an argument holds several.
struct [[nodiscard]] Error {
  Status status = Status::kOk;  ///< kOk, or what is wrong
  const char* argument = "";    ///< see above
  Index row = -1;               ///< −1 if unknown
  Index column = -1;            ///< −1 if unknown
  Index batch = -1;             ///< −1 if there is but one

  /// Whether there is none.
  [[nodiscard]] bool ok() const { return status == Status::kOk; }
};

/// "Ok", or the code of the TypeScript SoftmaxBridgeError: "BadArgument", "ShapeMismatch", …
const char* statusName(Status status);

}  // namespace softmax_bridge
