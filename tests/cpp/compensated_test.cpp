#include "softmax_bridge/compensated.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "json.h"
#include "support.h"

namespace softmax_bridge {
namespace {

__extension__ using Integer = __int128;

// Integers of at most 53 bits: their sums and products are known exactly.
TEST(Compensated, TransformationsAreErrorFree) {
  Random random(1);
  for (int repeat = 0; repeat < 100000; ++repeat) {
    const auto bits = [&] {
      return static_cast<std::int64_t>(random.next() >> 11U) >> random.integer(0, 50);
    };
    const std::int64_t a = bits() * (random.integer(0, 1) == 0 ? -1 : 1);
    const std::int64_t b = bits();
    const auto x = static_cast<double>(a);
    const auto y = static_cast<double>(b);
    const DoubleDouble sum = twoSum(x, y);
    EXPECT_EQ(static_cast<Integer>(sum.hi) + static_cast<Integer>(sum.lo), Integer{a} + b);
    EXPECT_EQ(sum.hi, x + y);
    const DoubleDouble product = twoProduct(x, y);
    EXPECT_EQ(static_cast<Integer>(product.hi) + static_cast<Integer>(product.lo), Integer{a} * b);
    EXPECT_EQ(product.hi, x * y);
  }
}

TEST(Compensated, DoublesSurviveTheRoundTrip) {
  for (const double x : {0.0, 1.0, -1.5, 0x1p-1074, -3 * 0x1p-1074, 0x1p-1022, 1e-310, 1e308,
                         std::numeric_limits<double>::max(), -0x1p1023}) {
    const Wide wide = toWide(x);
    EXPECT_EQ(toDouble(wide), x);
    EXPECT_EQ(toDouble(-wide), -x);
    EXPECT_TRUE(x == 0 || (std::abs(wide.hi) >= 0.5 && std::abs(wide.hi) < 1)) << x;
  }
}

TEST(Compensated, TheExponentHasRoom) {
  constexpr double kMax = std::numeric_limits<double>::max();
  EXPECT_EQ(toDouble(wideDifference(kMax, -kMax)), kInfinity);
  EXPECT_EQ(toDouble(wideDifference(kMax, -kMax) / toWide(4)), kMax / 2);
  EXPECT_EQ(toDouble(wideDifference(kMax, kMax)), 0);
  EXPECT_EQ(toDouble(wideDifference(1, std::nextafter(1, 0))), 0x1p-53);
  EXPECT_EQ(toDouble(wideProduct(kMax, kMax) / toWide(kMax)), kMax);
  EXPECT_EQ(toDouble(wideProduct(0x1p-1074, 0x1p-1074)), 0);
  EXPECT_EQ(toDouble(wideProduct(0x1p-1074, 0x1p-1074) / toWide(0x1p-1074)), 0x1p-1074);
  EXPECT_EQ(toDouble(toWide(1) + wideProduct(0x1p-1074, 0x1p-1074)), 1);
  EXPECT_EQ(toDouble(toWide(1e300) - toWide(1e300)), 0);
  EXPECT_TRUE(exp(toWide(-1e9)).isZero());
  EXPECT_TRUE(exp(toWide(-1e300) * toWide(1e300)).isZero());
  EXPECT_EQ(toDouble(exp(toWide(-100000)) / exp(toWide(-100001))), 0x1.5bf0a8b145769p+1);
  EXPECT_EQ(toDouble(exp(toWide(100000)) * exp(toWide(-99999))), 0x1.5bf0a8b145769p+1);
}

TEST(Compensated, LogarithmOfEveryMagnitude) {
  EXPECT_EQ(log(toWide(1)), 0);
  EXPECT_EQ(log(toWide(1) - toWide(0x1p-60)), -0x1p-60);
  EXPECT_EQ(log(toWide(1) + toWide(0x1p-60)), 0x1p-60);
  // ±2²⁰ log 2, far past the range of doubles.
  constexpr double kExpected = 0x1.62e42fefa39efp+19;
  EXPECT_LE(ulpsBetween(log(Wide{0.5, 0, (1 << 20) + 1}), kExpected), 1);
  EXPECT_LE(ulpsBetween(log(Wide{0.5, 0, 1 - (1 << 20)}), -kExpected), 1);
}

TEST(Compensated, ExponentialOfADouble) {
  Random random(9);
  for (int repeat = 0; repeat < 100000; ++repeat) {
    const double x = random.uniform(-745, 709.7);
    EXPECT_LE(ulpsBetween(exp(x), std::exp(x)), 1) << x;
  }
  EXPECT_EQ(exp(0.0), 1);
  EXPECT_EQ(exp(kInfinity), kInfinity);
  EXPECT_EQ(exp(710.0), kInfinity);
  EXPECT_EQ(exp(-kInfinity), 0);
  EXPECT_EQ(exp(-746.0), 0);
  EXPECT_TRUE(std::isnan(exp(kNaN)));
}

// Relative to the 106 bits expected.
double relativeError(const Wide& actual, const Wide& expected) {
  if (expected.isZero()) return actual.isZero() ? 0 : kInfinity;
  const int shift = actual.exponent - expected.exponent;
  const double hi = std::ldexp(actual.hi, shift) - expected.hi;
  const double lo = std::ldexp(actual.lo, shift) - expected.lo;
  return std::abs((hi + lo) / expected.hi);
}

Wide toWide(const Json& json) {
  return {json.items[0].value, json.items[1].value, static_cast<int>(json.items[2].value)};
}

TEST(Compensated, OperationsAreRight) {
  const Json rows = readGolden("wide.json");
  for (const Json& row : rows.items) {
    const std::string& name = row.items[0].text;
    const Wide x = toWide(row.items[1]);
    const Wide y = toWide(row.items[2]);
    const Wide expected = toWide(row.items[3]);
    const Wide actual = name == "+"      ? x + y
                        : name == "-"    ? x - y
                        : name == "*"    ? x * y
                        : name == "/"    ? x / y
                        : name == "sqrt" ? sqrt(x)
                        : name == "exp"  ? exp(x)
                        : name == "log"  ? softmax_bridge::toWide(log(x))
                                         : log1p(x);
    // log1p is that of the C library at a double, at worst within an ulp; expm1 too, which is at
    // most half of what it is added to.
    const double tolerance = name == "log"     ? 4 * kUnit
                             : name == "log1p" ? 2.2 * kUnit
                             : name == "exp"   ? kUnit
                                               : 0x1p-100;
    EXPECT_LE(relativeError(actual, expected), tolerance)
        << name << " " << x.hi << "·2^" << x.exponent << ", " << y.hi << "·2^" << y.exponent;
  }
  EXPECT_EQ(rows.items.size(), 4 * 40 + 4 * 60U);
}

}  // namespace
}  // namespace softmax_bridge
