// What the tests share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "softmax_bridge/derivation.h"

namespace softmax_bridge {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kUnit = 0x1p-53;  // unit roundoff

/// Distance of x and its successor in magnitude.
inline double ulp(double x) {
  const double magnitude = std::abs(x);
  if (magnitude >= std::numeric_limits<double>::max()) return 0x1p971;
  return std::nextafter(magnitude, kInfinity) - magnitude;
}

/// |actual − (expected + residue ulp)| in ulps of `expected`; 0 if both are the same infinity or
/// NaN, ∞ if only one is.
inline double ulpsBetween(double actual, double expected, double residue = 0) {
  if (std::isnan(actual) && std::isnan(expected)) return 0;
  if (actual == expected && std::isinf(actual)) return 0;
  if (!std::isfinite(actual) || !std::isfinite(expected)) return kInfinity;
  return std::abs((actual - expected) / ulp(expected) - residue);
}

/// |actual − expected| ≤ tolerance, where infinities and NaN must agree.
inline ::testing::AssertionResult isNear(double actual, double expected, double tolerance) {
  const bool same = actual == expected || (std::isnan(actual) && std::isnan(expected));
  if (same || std::abs(actual - expected) <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << std::hexfloat << actual << " is not " << expected << std::defaultfloat << " but "
         << actual << ", off by " << ulpsBetween(actual, expected) << " ulp or "
         << std::abs(actual - expected) << ", more than " << tolerance;
}

inline Vector vectorOf(std::initializer_list<double> values) {
  Vector vector(static_cast<Index>(values.size()));
  // Assigned as a Map, a constant list of one makes GCC 12 warn of a packet store that never runs.
  std::copy(values.begin(), values.end(), vector.begin());
  return vector;
}

inline Matrix matrixOf(std::initializer_list<std::initializer_list<double>> rows) {
  Matrix matrix(static_cast<Index>(rows.size()),
                rows.size() == 0 ? 0 : static_cast<Index>(rows.begin()->size()));
  Index i = 0;
  for (const auto& row : rows) {
    matrix.row(i++) = Eigen::Map<const Eigen::RowVectorXd>(row.begin(), matrix.cols());
  }
  return matrix;
}

/// The values of the scene "find the apple".
inline const Matrix kApple = matrixOf({{0.875, 0.875, 0.75, 0.25},
                                       {1, 0.75, 0.25, 0.25},
                                       {0.875, 1, 0, 0.5},
                                       {0.5, 1, 0.75, 0.25},
                                       {0.125, 0.125, 0.875, 0.375},
                                       {1, 0.125, 0, 1}});

inline DeriveInput scoresInput(Vector scores, double temperature = 1) {
  DeriveInput input;
  input.scores = std::move(scores);
  input.temperature = temperature;
  return input;
}

inline DeriveInput queryInput(Matrix X, Vector q, Score score = Score::kDot) {
  DeriveInput input;
  input.X = std::move(X);
  input.q = std::move(q);
  input.score = score;
  return input;
}

/// The derivation of an input that must be right.
inline Derivation derived(const DeriveInput& input) {
  Derivation derivation;
  const Error error = derive(input, &derivation);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return derivation;
}

inline std::vector<Index> indices(std::initializer_list<Index> values) { return values; }

/// splitmix64: the same numbers on every platform, which <random>'s distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// Uniform in [low, high).
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11U) * 0x1p-53);
  }

  /// Uniform in [low, high], both included.
  int integer(int low, int high) {
    return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
  }

  Vector vector(Index size, double low, double high) {
    Vector result(size);
    for (double& entry : result) entry = uniform(low, high);
    return result;
  }

  Matrix matrix(Index rows, Index columns, double low, double high) {
    Matrix result(rows, columns);
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < columns; ++j) result(i, j) = uniform(low, high);
    }
    return result;
  }

 private:
  std::uint64_t state_;
};

}  // namespace softmax_bridge
