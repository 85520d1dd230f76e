#include "finite.h"

#include <cmath>

namespace softmax_bridge {

Error checkFinite(const char* argument, const double* values, Index size, Index row) {
  for (Index j = 0; j < size; ++j) {
    if (std::isnan(values[j])) return {Status::kNotANumber, argument, row, j};
    if (std::isinf(values[j])) return {Status::kNotFinite, argument, row, j};
  }
  return {};
}

}  // namespace softmax_bridge
