// What the sources share about vectors beyond double precision.
#pragma once

#include <vector>

#include "softmax_bridge/compensated.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

inline Vector toDoubles(const std::vector<Wide>& values) {
  Vector result(static_cast<Index>(values.size()));
  for (Index i = 0; i < result.size(); ++i) result[i] = toDouble(values[i]);
  return result;
}

inline std::vector<Wide> toWides(const double* values, Index size) {
  std::vector<Wide> result(size);
  for (Index i = 0; i < size; ++i) result[i] = toWide(values[i]);
  return result;
}

}  // namespace softmax_bridge
