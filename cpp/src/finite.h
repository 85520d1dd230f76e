// The check of a row of numbers that count.
#pragma once

#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// NotANumber or NotFinite at the first entry that is no finite number, its column in this row.
Error checkFinite(const char* argument, const double* values, Index size, Index row);

}  // namespace softmax_bridge
