#include "softmax_bridge/attention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "softmax_bridge/softmax.h"
#include "support.h"

namespace softmax_bridge {
namespace {

constexpr double kFloatUnit = 0x1p-24;
constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();
constexpr float kFloatNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kLargestFloat = std::numeric_limits<float>::max();

struct Sizes {
  Index batch = 1;
  Index n = 1;
  Index n_keys = 1;
  Index d = 1;
  Index d_value = 1;
};

std::vector<float> randomFloats(Random& random, Index size, double magnitude) {
  std::vector<float> values(size);
  for (float& value : values) value = static_cast<float>(random.uniform(-magnitude, magnitude));
  return values;
}

/// An input with its arrays.
struct Problem {
  Problem(Random& random, const Sizes& sizes, double magnitude = 2)
      : size(sizes),
        Q(randomFloats(random, size.batch * size.n * size.d, magnitude)),
        K(randomFloats(random, size.batch * size.n_keys * size.d, magnitude)),
        V(randomFloats(random, size.batch * size.n_keys * size.d_value, 1)) {}

  [[nodiscard]] AttentionInput input() const {
    AttentionInput result;
    result.Q = Q;
    result.K = K;
    result.V = V;
    if (mask) result.mask = *mask;
    if (attended_by_others) result.attended = *attended_by_others;
    result.batch = size.batch;
    result.n = size.n;
    result.n_keys = size.n_keys;
    result.d = size.d;
    result.d_value = size.d_value;
    result.scale = scale;
    result.causal = causal;
    result.hard = hard;
    return result;
  }

  /// About half of the pairs of every matrix, at least one key of each query.
  void maskAtRandom(Random& random) {
    mask.emplace(size.batch * size.n * size.n_keys);
    for (Index row = 0; row < size.batch * size.n; ++row) {
      for (Index j = 0; j < size.n_keys; ++j) {
        (*mask)[row * size.n_keys + j] = random.integer(0, 1) * random.integer(1, 255);
      }
      const Index last = causal ? std::min(row % size.n, size.n_keys - 1) : size.n_keys - 1;
      (*mask)[row * size.n_keys + random.integer(0, static_cast<int>(last))] = 1;
    }
  }

  [[nodiscard]] bool attends(Index matrix, Index i, Index j) const {
    if (causal && j > i) return false;
    return !mask || (*mask)[(matrix * size.n + i) * size.n_keys + j] != 0;
  }

  [[nodiscard]] float usedScale() const {
    return scale.value_or(static_cast<float>(1 / std::sqrt(static_cast<double>(size.d))));
  }

  [[nodiscard]] const float* query(Index matrix, Index i) const {
    return &Q[(matrix * size.n + i) * size.d];
  }
  [[nodiscard]] const float* key(Index matrix, Index j) const {
    return &K[(matrix * size.n_keys + j) * size.d];
  }
  [[nodiscard]] float value(Index matrix, Index j, Index c) const {
    return V[(matrix * size.n_keys + j) * size.d_value + c];
  }

  /// As the header defines the score, rounding by rounding.
  [[nodiscard]] float score(Index matrix, Index i, Index j) const {
    float product = 0;
    for (Index c = 0; c < size.d; ++c) product += query(matrix, i)[c] * key(matrix, j)[c];
    return product * usedScale();
  }

  Sizes size;
  std::vector<float> Q;
  std::vector<float> K;
  std::vector<float> V;
  std::optional<std::vector<std::uint8_t>> mask;
  std::optional<float> scale;
  std::optional<std::vector<std::uint8_t>> attended_by_others;
  bool causal = false;
  bool hard = false;
};

Attention attended(const Problem& problem) {
  Attention attention;
  const Error error = attend(problem.input(), &attention);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument << " " << error.row
                          << " " << error.column;
  return attention;
}

/// Which scores the float64 reference starts from.
enum class From { kInput, kFloat32Scores };

/// Largest |error| of the outputs and of the log-sum-exp, as a part of the header's bounds, and of
/// the outputs in units of u Σ p_j |v_j|.
struct WorstErrors {
  double output = 0;
  double log_sum_exp = 0;
  double output_units = 0;
};

/// Against the float64 softmax of the library.
WorstErrors errorsOf(const Problem& problem, From from) {
  const auto& [batch, n, n_keys, d, d_value] = problem.size;
  const Attention attention = attended(problem);
  const double rounds = 2 * 128 + 12 * std::ceil(static_cast<double>(n_keys) / 128) + 12;
  WorstErrors errors;
  for (Index row = 0; row < batch * n; ++row) {
    const Index matrix = row / n;
    const Index i = row % n;
    Vector scores(n_keys);
    double sigma = 0;
    for (Index j = 0; j < n_keys; ++j) {
      if (!problem.attends(matrix, i, j)) {
        scores[j] = -kInfinity;
        continue;
      }
      double exact = 0;
      double magnitude = 0;
      for (Index c = 0; c < d; ++c) {
        const double product =
            static_cast<double>(problem.query(matrix, i)[c]) * problem.key(matrix, j)[c];
        exact += product;
        magnitude += std::abs(product);
      }
      const double scale = problem.usedScale();
      scores[j] = from == From::kInput ? scale * exact : problem.score(matrix, i, j);
      if (from == From::kInput) sigma = std::max(sigma, std::abs(scale) * magnitude);
    }
    HardAttention hard;
    EXPECT_TRUE(attendHard(scores, &hard).ok());
    const Partition exact = partition(scores, hard, 1);
    const Vector weights = softmaxWeights(exact);
    double mean_shift = 0;
    for (Index j = 0; j < n_keys; ++j) {
      if (weights[j] > 0) mean_shift += weights[j] * (hard.max - scores[j]);
    }
    const double score_error = static_cast<double>(d + 1) * sigma;
    const double log_sum_exp = hard.max + klDivergence(exact);
    const double log_bound =
        kFloatUnit * (score_error + mean_shift + rounds / 2 + std::abs(log_sum_exp));
    errors.log_sum_exp = std::max(errors.log_sum_exp,
                                  std::abs(attention.log_sum_exp[row] - log_sum_exp) / log_bound);
    for (Index c = 0; c < d_value; ++c) {
      double output = 0;
      double weighted = 0;
      double bound = 0;
      double values = 0;
      for (Index j = 0; j < n_keys; ++j) {
        if (weights[j] == 0) continue;
        const double value = problem.value(matrix, j, c);
        const double share = weights[j] * std::abs(value);
        output += weights[j] * value;
        weighted += share;
        bound += share * (2 * score_error + (hard.max - scores[j]) + mean_shift + rounds);
        values += std::abs(value);
      }
      const double error = std::abs(attention.output[row * d_value + c] - output);
      const double underflow = 0x1p-126 * values + 0x1p-126;
      errors.output = std::max(errors.output, error / (kFloatUnit * bound + underflow));
      if (weighted > 0) {
        errors.output_units = std::max(errors.output_units, error / (kFloatUnit * weighted));
      }
    }
  }
  return errors;
}

void expectAccurate(const Problem& problem) {
  for (const From from : {From::kInput, From::kFloat32Scores}) {
    const WorstErrors errors = errorsOf(problem, from);
    EXPECT_LE(errors.output, 1);
    EXPECT_LE(errors.log_sum_exp, 1);
  }
}

bool sameBits(const FloatVector& a, const FloatVector& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

void expectSameBits(const Attention& a, const Attention& b) {
  EXPECT_TRUE(sameBits(a.output, b.output));
  EXPECT_TRUE(sameBits(a.log_sum_exp, b.log_sum_exp));
}

const std::vector<Sizes> kSizes = {
    {1, 1, 1, 1, 1},    {1, 1, 1, 5, 3},      {1, 3, 2, 1, 1},      {2, 7, 13, 5, 3},
    {1, 31, 33, 17, 2}, {1, 32, 128, 64, 64}, {1, 33, 129, 65, 67}, {3, 9, 257, 16, 16},
    {1, 97, 101, 3, 1}, {1, 5, 1009, 2, 7},   {2, 64, 4, 1024, 8},  {1, 2, 8, 3, 1024},
    {4, 1, 131, 29, 5}, {1, 130, 130, 8, 4},
};

TEST(Attention, IsWithinItsBoundOfTheFloat64Softmax) {
  Random random(1);
  for (const Sizes& sizes : kSizes) {
    for (const bool causal : {false, true}) {
      for (const bool masked : {false, true}) {
        SCOPED_TRACE(std::to_string(sizes.n) + "×" + std::to_string(sizes.n_keys) + "×" +
                     std::to_string(sizes.d) + (causal ? " causal" : "") +
                     (masked ? " masked" : ""));
        Problem problem(random, sizes);
        problem.causal = causal;
        if (masked) problem.maskAtRandom(random);
        expectAccurate(problem);
        problem.scale = -3.0F;
        expectAccurate(problem);
      }
    }
  }
}

TEST(Attention, IsWithinItsBoundOfScoresFarApart) {
  Random random(2);
  for (const double magnitude : {1e-30, 1e-3, 10.0, 50.0, 1e4}) {
    SCOPED_TRACE(magnitude);
    Problem problem(random, {1, 40, 300, 4, 6}, magnitude);
    problem.scale = 1.0F;
    expectAccurate(problem);
  }
}

TEST(Attention, IsWithinItsBoundOfScoresOfTenThousandEitherWay) {
  Random random(3);
  for (const float level : {1e4F, -1e4F}) {
    Problem problem(random, {1, 16, 300, 2, 3});
    problem.scale = 1.0F;
    for (Index i = 0; i < 16; ++i) problem.Q[2 * i] = level;
    for (Index j = 0; j < 300; ++j) problem.K[2 * j] = 1;
    expectAccurate(problem);
  }
}

TEST(Attention, AScoreAboveAllOthersTakesAll) {
  Random random(4);
  Problem problem(random, {1, 1, 300, 1, 3});
  problem.Q[0] = 1;
  problem.scale = 1.0F;
  for (const Index winner : {0, 127, 128, 299}) {
    std::fill(problem.K.begin(), problem.K.end(), -60.0F);
    problem.K[winner] = 60.0F;
    const Attention attention = attended(problem);
    for (Index c = 0; c < 3; ++c) EXPECT_EQ(attention.output[c], problem.value(0, winner, c));
    EXPECT_EQ(attention.log_sum_exp[0], 60.0F);
  }
}

TEST(Attention, EqualScoresShareAlike) {
  Random random(5);
  Problem problem(random, {1, 3, 256, 2, 1});
  std::fill(problem.K.begin(), problem.K.end(), 0.5F);
  for (Index j = 0; j < 256; ++j) problem.V[j] = static_cast<float>(j);
  const Attention attention = attended(problem);
  for (Index i = 0; i < 3; ++i) {
    EXPECT_EQ(attention.output[i], 127.5F);
    EXPECT_NEAR(attention.log_sum_exp[i], problem.score(0, i, 0) + std::log(256.0), 1e-6);
  }
}

TEST(Attention, AShiftBeyondFloat32IsNoWeight) {
  Random random(6);
  Problem problem(random, {1, 1, 3, 1, 1});
  problem.scale = 1.0F;
  problem.Q = {1.0F};
  problem.K = {kLargestFloat, -kLargestFloat, 0};
  EXPECT_EQ(attended(problem).output[0], problem.V[0]);
  EXPECT_EQ(attended(problem).log_sum_exp[0], kLargestFloat);
}

// Random roundings cancel: what is usual is far inside what is possible.
TEST(Attention, UsuallyErrsByFewRoundings) {
  Random random(7);
  const Problem problem(random, {1, 64, 2048, 64, 16}, 1.5);
  for (const From from : {From::kInput, From::kFloat32Scores}) {
    EXPECT_LE(errorsOf(problem, from).output_units, 2);
  }
}

TEST(Attention, ExpIsWithinAnUlp) {
  const float smallest = -0x1.5d589ep+6F;
  double worst = 0;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &smallest, sizeof bits);
  for (; bits >= 0x80000000U; bits -= std::min(1021U, bits - 0x7fffffffU)) {
    float x = 0;
    std::memcpy(&x, &bits, sizeof x);
    const double exact = std::exp(static_cast<double>(x));
    const auto nearest = static_cast<float>(exact);
    const double spacing = std::nextafter(nearest, 2.0F) - nearest;
    worst = std::max(worst, std::abs(expNonPositive(x) - exact) / spacing);
  }
  EXPECT_LE(worst, 1);
  EXPECT_EQ(expNonPositive(0), 1);
  EXPECT_EQ(expNonPositive(-0.0F), 1);
  EXPECT_GE(expNonPositive(smallest), std::numeric_limits<float>::min());
  EXPECT_EQ(expNonPositive(std::nextafter(smallest, -100.0F)), 0);
  EXPECT_EQ(expNonPositive(-kLargestFloat), 0);
  EXPECT_EQ(expNonPositive(-kFloatInfinity), 0);
  EXPECT_EQ(expNonPositive(kFloatNaN), 0);
}

/// The hard twin by the definition in the header.
void expectHard(const Problem& problem) {
  const Attention attention = attended(problem);
  for (Index row = 0; row < problem.size.batch * problem.size.n; ++row) {
    const Index matrix = row / problem.size.n;
    const Index i = row % problem.size.n;
    Index best = -1;
    for (Index j = 0; j < problem.size.n_keys; ++j) {
      if (!problem.attends(matrix, i, j)) continue;
      if (best < 0 || problem.score(matrix, i, j) > problem.score(matrix, i, best)) best = j;
    }
    EXPECT_EQ(attention.log_sum_exp[row], problem.score(matrix, i, best));
    for (Index c = 0; c < problem.size.d_value; ++c) {
      EXPECT_EQ(attention.output[row * problem.size.d_value + c], problem.value(matrix, best, c));
    }
  }
}

TEST(Attention, TheHardTwinIsTheArgmaxOfTheFloat32Scores) {
  Random random(8);
  for (const Sizes& sizes : kSizes) {
    for (const bool causal : {false, true}) {
      Problem problem(random, sizes);
      problem.hard = true;
      problem.causal = causal;
      expectHard(problem);
      problem.maskAtRandom(random);
      expectHard(problem);
      // Few different keys, so that most maxima are tied.
      for (float& entry : problem.K) entry = std::round(entry);
      for (float& entry : problem.Q) entry = std::round(entry);
      expectHard(problem);
    }
  }
}

TEST(Attention, SoftAndHardSeeTheSameScores) {
  Random random(9);
  Problem problem(random, {2, 50, 200, 7, 3}, 300);
  const Attention soft = attended(problem);
  problem.hard = true;
  const Attention hard = attended(problem);
  for (Index row = 0; row < 100; ++row) {
    EXPECT_GE(soft.log_sum_exp[row], hard.log_sum_exp[row]);
    EXPECT_LE(soft.log_sum_exp[row], hard.log_sum_exp[row] + 6);
  }
}

TEST(Attention, WhatIsMaskedMayBeAnything) {
  Random random(10);
  for (const bool hard : {false, true}) {
    for (const bool causal : {false, true}) {
      Problem problem(random, {2, 37, 150, 6, 5});
      problem.hard = hard;
      problem.causal = causal;
      problem.maskAtRandom(random);
      // Keys that no query attends to.
      for (Index row = 0; row < 74; ++row) {
        for (Index j = 0; j < 150; ++j) {
          if (j % 3 == 1) (*problem.mask)[row * 150 + j] = 0;
        }
        (*problem.mask)[row * 150] = 1;
      }
      const Attention expected = attended(problem);
      const std::array<float, 4> wild{kFloatNaN, kFloatInfinity, -kFloatInfinity, kLargestFloat};
      for (Index j = 0; j < 300; ++j) {
        if (j % 150 % 3 != 1 && !(causal && j % 150 >= 37)) continue;
        for (Index c = 0; c < 6; ++c) problem.K[j * 6 + c] = wild[random.integer(0, 3)];
        for (Index c = 0; c < 5; ++c) problem.V[j * 5 + c] = wild[random.integer(0, 3)];
      }
      expectSameBits(attended(problem), expected);
    }
  }
}

// The largest of floats is a key like any other, so here a masked pair overflows and an attended
// one does not.
TEST(Attention, AMaskedPairMayOverflow) {
  Random random(11);
  Problem problem(random, {1, 2, 2, 2, 1});
  problem.Q = {1, 0, 1e30F, 1e30F};
  problem.K = {1, 1, 1e30F, 1e30F};
  problem.scale = 1.0F;
  problem.mask = {1, 0, 1, 0};
  const Attention attention = attended(problem);
  EXPECT_EQ(attention.output[0], problem.V[0]);
  EXPECT_EQ(attention.output[1], problem.V[0]);
  EXPECT_EQ(attention.log_sum_exp[0], 1);
  problem.mask = {1, 0, 1, 1};
  Attention none;
  const Error error = attend(problem.input(), &none);
  EXPECT_EQ(error.status, Status::kScoreOverflow);
  EXPECT_EQ(error.row, 1);
  EXPECT_EQ(error.column, 1);
}

TEST(Attention, CausalIsTheLowerTriangle) {
  Random random(12);
  for (const Index n_keys : {20, 60, 300}) {
    Problem problem(random, {1, 60, n_keys, 4, 4});
    problem.causal = true;
    const Attention causal = attended(problem);
    problem.causal = false;
    problem.mask.emplace(60 * n_keys);
    for (Index i = 0; i < 60; ++i) {
      for (Index j = 0; j < n_keys; ++j) (*problem.mask)[i * n_keys + j] = j <= i ? 1 : 0;
    }
    expectSameBits(causal, attended(problem));
    for (Index c = 0; c < 4; ++c) EXPECT_EQ(causal.output[c], problem.value(0, 0, c));
  }
}

TEST(Attention, AQueryHasTheSameBitsInAnyCompany) {
  Random random(13);
  const Problem together(random, {3, 41, 200, 9, 6});
  const Attention expected = attended(together);
  for (Index row = 0; row < 123; ++row) {
    const Index matrix = row / 41;
    Problem alone(random, {1, 1, 200, 9, 6});
    std::copy_n(together.query(matrix, row % 41), 9, alone.Q.begin());
    std::copy_n(together.key(matrix, 0), 200 * 9, alone.K.begin());
    std::copy_n(&together.V[matrix * 200 * 6], 200 * 6, alone.V.begin());
    const Attention attention = attended(alone);
    EXPECT_EQ(attention.log_sum_exp[0], expected.log_sum_exp[row]);
    for (Index c = 0; c < 6; ++c) EXPECT_EQ(attention.output[c], expected.output[row * 6 + c]);
  }
}

TEST(Attention, OneMaskServesAllOfTheBatch) {
  Random random(14);
  Problem problem(random, {3, 5, 7, 2, 2});
  problem.maskAtRandom(random);
  for (Index i = 0; i < 70; ++i) (*problem.mask)[35 + i] = (*problem.mask)[i];
  const Attention each = attended(problem);
  problem.mask->resize(35);
  expectSameBits(attended(problem), each);
}

TEST(Attention, AMeanOfTheLargestValuesIsOneOfThem) {
  Random random(15);
  Problem problem(random, {1, 3, 500, 2, 2});
  std::fill(problem.V.begin(), problem.V.end(), kLargestFloat);
  const Attention attention = attended(problem);
  for (const float output : attention.output) {
    EXPECT_LE(output, kLargestFloat);
    EXPECT_GE(output, kLargestFloat * (1 - 0x1p-20F));
  }
}

// The sum of so many large values leaves the range; their mean does not, and is none of them.
TEST(Attention, AMeanOfLargeValuesIsRightWhereTheirSumOverflows) {
  Random random(15);
  Problem problem(random, {1, 3, 512, 2, 2});
  std::fill(problem.Q.begin(), problem.Q.end(), 0.0F);  // all keys weigh alike
  for (Index j = 0; j < 512; ++j) {
    problem.V[2 * j] = j % 2 == 0 ? kLargestFloat : kLargestFloat / 2;
    problem.V[2 * j + 1] = j % 4 == 0 ? -kLargestFloat : kLargestFloat;
  }
  const Attention attention = attended(problem);
  for (Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(attention.output[2 * i] / kLargestFloat, 0.75, 1e-5);
    EXPECT_NEAR(attention.output[2 * i + 1] / kLargestFloat, 0.5, 1e-5);
  }
}

TEST(Attention, AKeyAloneGivesItsScoreAndValue) {
  Random random(16);
  const Problem problem(random, {1, 40, 1, 3, 4});
  const Attention attention = attended(problem);
  for (Index i = 0; i < 40; ++i) {
    EXPECT_EQ(attention.log_sum_exp[i], problem.score(0, i, 0));
    for (Index c = 0; c < 4; ++c) EXPECT_EQ(attention.output[i * 4 + c], problem.value(0, 0, c));
  }
}

void expectError(const Problem& problem, const Error& expected) {
  Attention attention;
  const Error error = attend(problem.input(), &attention);
  EXPECT_STREQ(statusName(error.status), statusName(expected.status));
  EXPECT_STREQ(error.argument, expected.argument);
  EXPECT_EQ(error.row, expected.row);
  EXPECT_EQ(error.column, expected.column);
  EXPECT_EQ(error.batch, expected.batch);
}

TEST(Attention, SaysWhereANumberIsMissing) {
  Random random(17);
  const Problem good(random, {2, 3, 4, 5, 6});
  for (const float wrong : {kFloatNaN, kFloatInfinity, -kFloatInfinity}) {
    const Status status = std::isnan(wrong) ? Status::kNotANumber : Status::kNotFinite;
    Problem problem = good;
    problem.Q[1 * 15 + 2 * 5 + 4] = wrong;
    expectError(problem, {status, "Q", 2, 4, 1});
    problem = good;
    problem.K[0 * 20 + 3 * 5 + 1] = wrong;
    expectError(problem, {status, "K", 3, 1, 0});
    problem.hard = true;
    expectError(problem, {status, "K", 3, 1, 0});
    problem = good;
    problem.V[1 * 24 + 0 * 6 + 5] = wrong;
    expectError(problem, {status, "V", 0, 5, 1});
    problem = good;
    problem.scale = wrong;
    expectError(problem, {status, "scale"});
  }
  Problem single(random, {1, 3, 4, 5, 6});
  single.Q[7] = kFloatNaN;
  expectError(single, {Status::kNotANumber, "Q", 1, 2});
}

TEST(Attention, AHardChoiceCountsWhatItPicksOfTheValues) {
  Random random(18);
  Problem problem(random, {1, 1, 2, 1, 1});
  problem.hard = true;
  problem.Q = {1};
  problem.K = {1, 2};
  problem.V = {kFloatNaN, 5};
  EXPECT_EQ(attended(problem).output[0], 5);
  problem.K = {3, 2};
  expectError(problem, {Status::kNotANumber, "V", 0, 0});
}

TEST(Attention, SaysWhichQueryHasNothingToAttendTo) {
  Random random(19);
  Problem problem(random, {2, 3, 4, 5, 6});
  problem.mask.emplace(24, 1);
  std::fill_n(problem.mask->begin() + 16, 4, 0);
  expectError(problem, {Status::kNothingToAttend, "", 1, -1, 1});
  problem.causal = true;
  std::fill_n(problem.mask->begin(), 24, 0);
  for (Index row = 0; row < 6; ++row) (*problem.mask)[row * 4 + 1] = 1;
  expectError(problem, {Status::kNothingToAttend, "", 0, -1, 0});
}

TEST(Attention, SaysWhichScoreOverflows) {
  Random random(20);
  Problem problem(random, {1, 40, 200, 2, 1});
  problem.scale = 1.0F;
  problem.Q[70] = 1e20F;
  for (const float key : {1e20F, -1e20F}) {
    problem.K[300] = key;
    expectError(problem, {Status::kScoreOverflow, "", 35, 150});
  }
  problem.K[300] = 1e18F;
  EXPECT_TRUE(attended(problem).output.allFinite());
  problem.scale = 10.0F;
  expectError(problem, {Status::kScoreOverflow, "", 35, 150});
}

TEST(Attention, AQueryHasItsBitsAlsoWhereTheOthersAreOnlyTold) {
  // Rounding brings a mean of 0.1 above 0.1; it may stay there, as others attend to a larger value.
  Random random(25);
  Problem together(random, {1, 60, 300, 4, 1});
  std::fill_n(together.V.begin(), 250, 0.1F);
  together.causal = true;
  Problem all = together;
  all.size.n = 300;
  all.Q = randomFloats(random, Index{300} * 4, 2);
  std::copy(together.Q.begin(), together.Q.end(), all.Q.begin());
  const Attention expected = attended(all);
  const auto first = expected.output.head(60);
  EXPECT_GT(first.maxCoeff(), 0.1F);
  EXPECT_NE(attended(together).output, first);
  together.attended_by_others.emplace(300, 1);
  EXPECT_EQ(attended(together).output, first);
  // And what they attend to counts.
  together.K[std::size_t{299} * 4] = kFloatNaN;
  expectError(together, {Status::kNotANumber, "K", 299, 0});
  together.attended_by_others->back() = 0;
  EXPECT_EQ(attended(together).output, first);
  together.attended_by_others->pop_back();
  expectError(together, {Status::kShapeMismatch, "attended"});
}

TEST(Attention, RefusesSizesBeforeItReadsAnything) {
  Random random(21);
  const Problem good(random, {1, 2, 3, 4, 5});
  Problem problem = good;
  problem.size.n = 0;
  expectError(problem, {Status::kEmpty, "Q"});
  problem = good;
  problem.size.n_keys = 0;
  expectError(problem, {Status::kEmpty, "K"});
  problem = good;
  problem.size.d = 0;
  expectError(problem, {Status::kEmpty, "Q"});
  problem = good;
  problem.size.d_value = 0;
  expectError(problem, {Status::kEmpty, "V"});
  problem = good;
  problem.size.batch = 0;
  expectError(problem, {Status::kBadArgument, "batch"});
  problem = good;
  problem.size.n = 3;
  expectError(problem, {Status::kShapeMismatch, "Q"});
  problem = good;
  problem.K.pop_back();
  expectError(problem, {Status::kShapeMismatch, "K"});
  problem = good;
  problem.V.pop_back();
  expectError(problem, {Status::kShapeMismatch, "V"});
  problem = good;
  problem.mask.emplace(5, 1);
  expectError(problem, {Status::kShapeMismatch, "mask"});
  problem = good;
  problem.size.n = Index{1} << 30;
  expectError(problem, {Status::kTooLarge, "Q"});
  problem = good;
  problem.size.d = 1025;
  expectError(problem, {Status::kTooLarge, "Q"});
  problem = good;
  problem.size.d_value = 1025;
  expectError(problem, {Status::kTooLarge, "V"});
  problem = good;
  problem.size.batch = Index{1} << 24;
  expectError(problem, {Status::kTooLarge, "Q"});
  Problem wide(random, {1, 20000, 1, 1, 1000});
  expectError(wide, {Status::kTooLarge, "V"});
}

}  // namespace
}  // namespace softmax_bridge
