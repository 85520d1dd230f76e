// What a computer gets from the formulas as they are written, for the reader to see. Nothing else
// in this library uses it: see softmax.h for the formulas that lose no digits. docs/maths.md §7.
//
//   unshifted      p_i = e^{α_i/τ} / Σ_j e^{α_j/τ}     overflows to ∞/∞, or underflows to 0/0
//   division-free  p_i = e^{(α_i − L)/τ}               Σp misses 1 by about |α|/τ roundoffs
#pragma once

#include <optional>

#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// Softmax as it is written, without a shift.
struct NaiveSoftmax {
  Vector exp;      ///< e^{α_i/τ}, n
  double sum = 0;  ///< Σ e^{α_j/τ}
  Vector weights;  ///< exp/sum; NaN where ∞/∞ or 0/0
};

/// Every operation rounded to float64.
NaiveSoftmax naiveSoftmax(const Vector& scores, double temperature);

/// Every operation rounded to float32, as most models compute; the results are exact float64.
NaiveSoftmax naiveSoftmaxFloat32(const Vector& scores, double temperature);

/// Softmax by L alone, and by how much it misses a sum of 1.
struct DivisionFreeSoftmax {
  Vector weights;        ///< e^{(α_i − fl(L))/τ}, n
  double sum = 0;        ///< Σ weights, correctly rounded
  double sum_error = 0;  ///< sum − 1, without cancellation
};

/// The article's literal e^{α − LSE}, 0 < τ < ∞. Errors: those of attendHard, BadTemperature.
Error divisionFreeSoftmax(const Vector& scores, double temperature, DivisionFreeSoftmax* result);

/// The same weights by each formula that is not careful.
struct NaiveFormulas {
  NaiveSoftmax float64;                              ///< see naiveSoftmax()
  NaiveSoftmax float32;                              ///< see naiveSoftmaxFloat32()
  std::optional<DivisionFreeSoftmax> division_free;  ///< absent where L or 1/τ is not a number
};

/// All of them at once, τ ∈ [0, ∞]. What overflows or is 0/0 is in the result: that is its point.
/// Errors: Empty, TooLarge, NotANumber (row), BadTemperature.
Error naiveFormulas(const Vector& scores, double temperature, NaiveFormulas* result);

}  // namespace softmax_bridge
