// Error-free transformations and a number type that carries them: `Wide` = (hi + lo)·2^exponent,
// about 106 significant bits with an exponent of its own, so that products, quotients and sums
// neither overflow nor underflow. Only +, −, × and ÷ of IEEE binary64 in round-to-nearest are used
// (no fused multiply-add), so the bits are the same on every machine.
//
// Sources: Knuth, TAOCP 2, 4.2.2 (twoSum); Dekker, Numer. Math. 18 (1971) (split, twoProduct);
// Joldes, Muller, Popescu, ACM TOMS 44 (2017) (double-word +, ×, ÷; relative errors ≤ 3u², 5u²,
// 10u², u = 2⁻⁵³). docs/maths.md §7.
#pragma once

#include "softmax_bridge/arithmetic.h"

namespace softmax_bridge {

/// hi + lo, unevaluated, |lo| ≤ ulp(hi)/2.
struct DoubleDouble {
  double hi = 0;  ///< the nearest double
  double lo = 0;  ///< what is left
};

/// a + b exactly; the sum must not overflow.
DoubleDouble twoSum(double a, double b);

/// a·b exactly, for |a|, |b| in {0} ∪ [2⁻⁴⁸⁰, 2⁴⁸⁰] (Dekker's splitting overflows above 2⁹⁹⁶, and
/// the error term underflows below 2⁻⁹⁶⁹).
DoubleDouble twoProduct(double a, double b);

/// (hi + lo)·2^exponent with ½ ≤ |hi| < 1, or all zero. Finite. No scalar of Eigen, and its vectors
/// are loops: the bits would be the same, but a dot product alone was slower and 0.3 kB larger.
struct Wide {
  double hi = 0;     ///< the nearest double of the mantissa
  double lo = 0;     ///< what is left of it
  int exponent = 0;  ///< of 2

  /// Exactly.
  [[nodiscard]] bool isZero() const { return hi == 0; }
};

/// x exactly; x must be finite.
Wide toWide(double x);

/// a − b exactly (as two doubles can hold it); a and b finite, the difference may overflow float64.
Wide wideDifference(double a, double b);

/// a·b exactly; a and b finite.
Wide wideProduct(double a, double b);

/// The nearest double: ±∞ past the float64 range, gradually underflowing to 0. Error ≤ ½ ulp
/// (1 + 2⁻⁵⁰).
double toDouble(const Wide& x);

Wide operator-(const Wide& x);
Wide operator+(const Wide& x, const Wide& y);
Wide operator-(const Wide& x, const Wide& y);
Wide operator*(const Wide& x, const Wide& y);
Wide operator/(const Wide& x, const Wide& y);  // y ≠ 0

Wide& operator+=(Wide& x, const Wide& y);
Wide& operator-=(Wide& x, const Wide& y);
Wide& operator*=(Wide& x, const Wide& y);
Wide& operator/=(Wide& x, const Wide& y);  // y ≠ 0

/// √x, x ≥ 0; relative error below 2⁻¹⁰⁰.
Wide sqrt(const Wide& x);

/// e^t for |t| ≤ 2²⁸, and 0 below: it neither overflows nor underflows before. Relative error ≤
/// 2⁻⁵³, half of that of std::exp: by std::expm1, whose result is not added to 1, and with the part
/// of t below double precision.
Wide exp(const Wide& t);

/// e^x to within an ulp, at every x.
double exp(double x);

/// log(1 + x) for x ≥ 0, relative error that of std::log1p at a double.
Wide log1p(const Wide& x);

/// log x for x > 0, error ≤ 2 ulp. (By std::log1p. The tables of musl's log and exp are 6 kB of
/// wasm.)
double log(const Wide& x);

}  // namespace softmax_bridge
