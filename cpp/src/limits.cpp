#include "softmax_bridge/limits.h"

namespace softmax_bridge {

Error checkSize(const char* argument, double rows, double columns) {
  if (rows > static_cast<double>(kMaxItems) || columns > static_cast<double>(kMaxDimension) ||
      rows * columns > static_cast<double>(kMaxEntries)) {
    return {Status::kTooLarge, argument};
  }
  return {};
}

}  // namespace softmax_bridge
