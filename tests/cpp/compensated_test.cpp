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
  EXPECT_TRUE(exp(toWide(-2091)).isZero());
  EXPECT_TRUE(exp(toWide(-1e300) * toWide(1e300)).isZero());
  EXPECT_FALSE(exp(toWide(-2090)).isZero());
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
    // exp and log1p are those of the C library at a double, at worst within an ulp.
    const double tolerance = name == "log"                      ? 4 * kUnit
                             : name == "exp" || name == "log1p" ? 2.2 * kUnit
                                                                : 0x1p-100;
    EXPECT_LE(relativeError(actual, expected), tolerance)
        << name << " " << x.hi << "·2^" << x.exponent << ", " << y.hi << "·2^" << y.exponent;
  }
  EXPECT_EQ(rows.items.size(), 4 * 40 + 4 * 60U);
}

}  // namespace
}  // namespace softmax_bridge
