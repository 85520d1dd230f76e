#include "softmax_bridge/compensated.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace softmax_bridge {
namespace {

using Eigen::numext::bit_cast;  // std::bit_cast is not in every libc++ yet

// twoSum for |a| ≥ |b| or a = 0 (Dekker).
DoubleDouble fastTwoSum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// Two halves of 26 bits each (Veltkamp).
DoubleDouble split(double a) {
  const double c = 0x1p27 * a + a;
  const double high = c - (c - a);
  return {high, a - high};
}

constexpr int kBias = 1023;
constexpr int kMantissaBits = 52;

// 2^n for −1022 ≤ n ≤ 1023.
double powerOfTwo(int n) {
  return bit_cast<double>(static_cast<std::uint64_t>(kBias + n) << kMantissaBits);
}

// std::ldexp, at a tenth of its price where 2^n is a normal number, as it nearly always is.
double timesPowerOfTwo(double x, int n) {
  return n >= 1 - kBias && n <= kBias ? x * powerOfTwo(n) : std::ldexp(x, n);
}

// std::frexp, likewise where x is a normal number.
double mantissaOf(double x, int* exponent) {
  constexpr std::uint64_t kExponentBits = 0x7ff;
  const auto bits = bit_cast<std::uint64_t>(x);
  const std::uint64_t biased = (bits >> kMantissaBits) & kExponentBits;
  if (biased == 0 || biased == kExponentBits) return std::frexp(x, exponent);
  *exponent = static_cast<int>(biased) - (kBias - 1);
  return bit_cast<double>(bits - ((biased - (kBias - 1)) << kMantissaBits));
}

Wide normalized(double hi, double lo, int exponent) {
  const DoubleDouble value = fastTwoSum(hi, lo);
  if (value.hi == 0) return {};
  int shift = 0;
  const double mantissa = mantissaOf(value.hi, &shift);
  return {mantissa, timesPowerOfTwo(value.lo, -shift), exponent + shift};
}

constexpr Wide kLog2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0};
constexpr double kInverseLog2 = 0x1.71547652b82fep+0;

}  // namespace

DoubleDouble twoSum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

DoubleDouble twoProduct(double a, double b) {
  const double product = a * b;
  const DoubleDouble x = split(a);
  const DoubleDouble y = split(b);
  return {product, x.lo * y.lo - (((product - x.hi * y.hi) - x.lo * y.hi) - x.hi * y.lo)};
}

Wide toWide(double x) { return normalized(x, 0, 0); }

Wide wideDifference(double a, double b) {
  // Near the end of the range a quarter of each is subtracted: what that can lose of the smaller
  // one is 2⁻²⁰⁰⁰ of the larger.
  const bool huge = std::max(std::abs(a), std::abs(b)) >= 0x1p1022;
  const double scale = huge ? 0.25 : 1;
  const DoubleDouble difference = twoSum(scale * a, -scale * b);
  return normalized(difference.hi, difference.lo, huge ? 2 : 0);
}

Wide wideProduct(double a, double b) {
  if (a == 0 || b == 0) return {};
  int a_exponent = 0;
  int b_exponent = 0;
  const double x = mantissaOf(a, &a_exponent);
  const double y = mantissaOf(b, &b_exponent);
  const DoubleDouble product = twoProduct(x, y);
  return normalized(product.hi, product.lo, a_exponent + b_exponent);
}

double toDouble(const Wide& x) { return timesPowerOfTwo(x.hi, x.exponent); }

Wide operator-(const Wide& x) { return {-x.hi, -x.lo, x.exponent}; }

Wide operator+(const Wide& x, const Wide& y) {
  if (x.isZero()) return y;
  if (y.isZero()) return x;
  const bool x_larger = x.exponent >= y.exponent;
  const Wide& large = x_larger ? x : y;
  const Wide& small = x_larger ? y : x;
  const int shift = small.exponent - large.exponent;
  if (shift < -1000) return large;
  const double scale = powerOfTwo(shift);
  const DoubleDouble high = twoSum(large.hi, scale * small.hi);
  const DoubleDouble low = twoSum(large.lo, scale * small.lo);
  const DoubleDouble sum = fastTwoSum(high.hi, high.lo + low.hi);
  return normalized(sum.hi, low.lo + sum.lo, large.exponent);
}

Wide operator-(const Wide& x, const Wide& y) { return x + -y; }

Wide operator*(const Wide& x, const Wide& y) {
  if (x.isZero() || y.isZero()) return {};
  const DoubleDouble product = twoProduct(x.hi, y.hi);
  const double cross = x.lo * y.lo + (x.hi * y.lo + x.lo * y.hi);
  return normalized(product.hi, product.lo + cross, x.exponent + y.exponent);
}

Wide operator/(const Wide& x, const Wide& y) {
  if (x.isZero()) return {};
  const double quotient = x.hi / y.hi;
  const DoubleDouble product = twoProduct(quotient, y.hi);
  const double rest = (x.hi - product.hi) - product.lo + x.lo - quotient * y.lo;
  return normalized(quotient, rest / y.hi, x.exponent - y.exponent);
}

Wide& operator+=(Wide& x, const Wide& y) { return x = x + y; }

Wide& operator-=(Wide& x, const Wide& y) { return x = x - y; }

Wide& operator*=(Wide& x, const Wide& y) { return x = x * y; }

Wide& operator/=(Wide& x, const Wide& y) { return x = x / y; }

Wide sqrt(const Wide& x) {
  if (x.isZero()) return {};
  const bool odd = x.exponent % 2 != 0;
  const double hi = odd ? x.hi / 2 : x.hi;
  const double lo = odd ? x.lo / 2 : x.lo;
  const int exponent = odd ? x.exponent + 1 : x.exponent;
  const double root = std::sqrt(hi);
  const DoubleDouble square = twoProduct(root, root);
  const double rest = (hi - square.hi) - square.lo + lo;
  return normalized(root, rest / (2 * root), exponent / 2);
}

Wide exp(const Wide& t) {
  const double rounded = toDouble(t);
  if (rounded < -0x1p28) return {};
  // t = k log 2 + r, |r| ≤ ½ log 2, and e^r = 1 + expm1(r) as two numbers, not rounded to one.
  const double k = std::floor(rounded * kInverseLog2 + 0.5);
  const Wide r = t - toWide(k) * kLog2;
  const double above_one = std::expm1(toDouble(r));
  const double rest = timesPowerOfTwo(r.lo, r.exponent);
  Wide result = normalized(1, above_one + rest * (1 + above_one), 0);
  result.exponent += static_cast<int>(k);
  return result;
}

double exp(double x) {
  if (std::isnan(x)) return x;
  if (x > 710) return std::numeric_limits<double>::infinity();
  return x < -746 ? 0 : toDouble(exp(toWide(x)));
}

Wide log1p(const Wide& x) {
  // Below 2⁻¹¹⁰ the next term, x²/2, is beyond the precision of Wide.
  if (x.isZero() || x.exponent < -110) return x;
  const double rounded = toDouble(x);
  return normalized(std::log1p(rounded), timesPowerOfTwo(x.lo, x.exponent) / (1 + rounded), 0);
}

double log(const Wide& x) {
  // log 2 as two doubles, the first with 32 bits, so that its products with exponents are exact.
  constexpr double kLog2High = 0x1.62e42feep-1;
  constexpr double kLog2Low = 0x1.a39ef35793c76p-33;
  // A mantissa in [√½, √2), so that near x = 1 nothing cancels.
  const bool small = x.hi < 0x1.6a09e667f3bcdp-1;
  const double mantissa = small ? 2 * x.hi : x.hi;
  const int exponent = small ? x.exponent - 1 : x.exponent;
  return exponent * kLog2High + (std::log1p(mantissa - 1) + (x.lo / x.hi + exponent * kLog2Low));
}

}  // namespace softmax_bridge
