#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "softmax_bridge/attention.h"
#include "support.h"

namespace softmax_bridge {
namespace {

/// One matrix of a batch in an array for each argument, none of which is longer than it must be, so
/// that a sanitizer sees a read past the end.
struct Heads {
  Index batch = 1;
  Index n = 1;
  Index d = 1;
  bool causal = false;
  std::vector<float> Q;
  std::vector<float> K;
  Attention soft;
  Attention hard;  // of which the output is the pick

  Heads(Random& random, Index batch, Index n, Index d, bool causal)
      : batch(batch), n(n), d(d), causal(causal), Q(batch * n * d), K(batch * n * d) {
    for (std::vector<float>* values : {&Q, &K}) {
      for (float& value : *values) value = static_cast<float>(random.uniform(-2, 2));
    }
    std::vector<float> places(batch * n);
    for (Index j = 0; j < batch * n; ++j) places[j] = static_cast<float>(j % n);
    AttentionInput input;
    input.Q = Q;
    input.K = K;
    input.V = places;
    input.batch = batch;
    input.n = input.n_keys = n;
    input.d = d;
    input.d_value = 1;
    input.causal = causal;
    EXPECT_TRUE(attend(input, &soft).ok());
    input.hard = true;
    EXPECT_TRUE(attend(input, &hard).ok());
  }

  [[nodiscard]] double score(Index matrix, Index i, Index j) const {
    double product = 0;
    for (Index c = 0; c < d; ++c) {
      product += static_cast<double>(Q[(matrix * n + i) * d + c]) * K[(matrix * n + j) * d + c];
    }
    return product / std::sqrt(static_cast<double>(d));
  }

  [[nodiscard]] Index pick(Index matrix, Index i) const {
    return static_cast<Index>(hard.output[matrix * n + i]);
  }
};

struct Part {
  Index first_query = 0;
  Index first_key = 0;
  Index rows = 0;
  Index columns = 0;
};

std::vector<float> slice(const float* values, Index from, Index count) {
  return {values + from, values + from + count};
}

/// `height` and `width` of the picture are those of the part if they are 0.
Window windowOf(const Heads& heads, Index matrix, const Part& part, Index height = 0,
                Index width = 0) {
  const Index row = matrix * heads.n + part.first_query;
  const Index column = matrix * heads.n + part.first_key;
  const auto Q = slice(heads.Q.data(), row * heads.d, part.rows * heads.d);
  const auto K = slice(heads.K.data(), column * heads.d, part.columns * heads.d);
  const auto log_sum_exp = slice(heads.soft.log_sum_exp.data(), row, part.rows);
  const auto picks = slice(heads.hard.output.data(), row, part.rows);
  WindowInput input;
  input.Q = Q;
  input.K = K;
  input.log_sum_exp = log_sum_exp;
  input.picks = picks;
  input.rows = part.rows;
  input.columns = part.columns;
  input.d = heads.d;
  input.first_query = part.first_query;
  input.first_key = part.first_key;
  input.height = height == 0 ? part.rows : height;
  input.width = width == 0 ? part.columns : width;
  input.causal = heads.causal;
  Window window;
  const Error error = attendWindow(input, &window);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return window;
}

/// The softmax of a row in float64.
std::vector<double> weightsOf(const Heads& heads, Index matrix, Index i) {
  std::vector<double> weights(heads.n);
  double max = -std::numeric_limits<double>::infinity();
  const Index end = heads.causal ? i + 1 : heads.n;
  for (Index j = 0; j < end; ++j) max = std::max(max, heads.score(matrix, i, j));
  double sum = 0;
  for (Index j = 0; j < end; ++j) sum += weights[j] = std::exp(heads.score(matrix, i, j) - max);
  for (double& weight : weights) weight /= sum;
  return weights;
}

// Scores are up to 4√d here: the header's bound on a weight, and as much for every digit of L.
double toleranceOf(const Heads& heads) {
  const auto d = static_cast<double>(heads.d);
  return 0x1p-24 * (2 * (d + 1) * 4 * std::sqrt(d) + static_cast<double>(heads.n) + 300);
}

void expectPart(const Heads& heads, Index matrix, const Part& part) {
  const Window window = windowOf(heads, matrix, part);
  ASSERT_EQ(window.pictures.size(), 3 * part.rows * part.columns);
  ASSERT_EQ(window.sums.size(), 2 * part.rows);
  const double tolerance = toleranceOf(heads);
  for (Index y = 0; y < part.rows; ++y) {
    const Index i = part.first_query + y;
    const std::vector<double> weights = weightsOf(heads, matrix, i);
    double variation = 0;
    double entropy = 0;
    for (Index x = 0; x < part.columns; ++x) {
      const Index j = part.first_key + x;
      const double p = weights[j];
      const double e = j == heads.pick(matrix, i) ? 1 : 0;
      const Index at = y * part.columns + x;
      const Index size = part.rows * part.columns;
      EXPECT_NEAR(window.pictures[at], p, tolerance * p) << matrix << " " << i << " " << j;
      EXPECT_EQ(window.pictures[size + at], e) << matrix << " " << i << " " << j;
      EXPECT_NEAR(window.pictures[2 * size + at], p - e, tolerance * (p + e));
      if (e == 0) variation += p;
      if (p > 0) entropy -= p * std::log(p);
    }
    EXPECT_NEAR(window.sums[2 * y], variation, tolerance * variation) << matrix << " " << i;
    EXPECT_NEAR(window.sums[2 * y + 1], entropy, tolerance * (entropy + 1)) << matrix << " " << i;
  }
}

// Around the eights and fours that the kernel goes by.
constexpr std::array<std::pair<Index, Index>, 7> kWindowSizes{
    {{1, 1}, {2, 5}, {4, 8}, {7, 3}, {8, 4}, {9, 17}, {37, 5}}};

TEST(AttendWindow, TheWholeMatrixHasTheWeightsOfEachMatrixOfABatch) {
  Random random(1);
  for (const auto& [n, d] : kWindowSizes) {
    for (const bool causal : {false, true}) {
      const Heads heads(random, 3, n, d, causal);
      for (Index matrix = 0; matrix < heads.batch; ++matrix) {
        expectPart(heads, matrix, {0, 0, n, n});
      }
    }
  }
}

TEST(AttendWindow, APartHasTheWeightsOverAllKeys) {
  Random random(2);
  for (const bool causal : {false, true}) {
    const Heads heads(random, 2, 37, 5, causal);
    for (const Part& part :
         {Part{9, 6, 13, 11}, Part{0, 30, 20, 7}, Part{36, 0, 1, 37}, Part{29, 29, 8, 8},
          Part{0, 36, 37, 1}, Part{5, 0, 9, 3}, Part{0, 33, 4, 4}}) {
      for (Index matrix = 0; matrix < heads.batch; ++matrix) expectPart(heads, matrix, part);
    }
  }
}

TEST(AttendWindow, ADotShowsTheLargestEntryOfItsCells) {
  Random random(3);
  for (const bool causal : {false, true}) {
    const Heads heads(random, 1, 37, 5, causal);
    const Part part{2, 1, 33, 35};
    const Window all = windowOf(heads, 0, part);
    for (const auto& [height, width] :
         std::vector<std::pair<Index, Index>>{{7, 5}, {33, 1}, {1, 35}, {32, 34}, {2, 3}}) {
      const Window small = windowOf(heads, 0, part, height, width);
      EXPECT_EQ(small.sums, all.sums);
      FloatVector expected = FloatVector::Zero(3 * height * width);
      for (Index picture = 0; picture < 3; ++picture) {
        for (Index i = 0; i < part.rows; ++i) {
          for (Index j = 0; j < part.columns; ++j) {
            const float entry = all.pictures[(picture * part.rows + i) * part.columns + j];
            float& dot = expected[(picture * height + i * height / part.rows) * width +
                                  j * width / part.columns];
            if (std::abs(entry) > std::abs(dot)) dot = entry;
          }
        }
      }
      EXPECT_EQ(small.pictures, expected) << height << " × " << width;
    }
  }
}

TEST(AttendWindow, KeysThatNoQueryOfACausalWindowSeesAreBlank) {
  Random random(4);
  const Heads heads(random, 1, 16, 4, true);
  const Window window = windowOf(heads, 0, {0, 9, 8, 7});
  EXPECT_EQ(window.pictures, FloatVector::Zero(168));
  EXPECT_EQ(window.sums, FloatVector::Zero(16));
}

TEST(AttendWindow, TakesTheScaleThatItIsGiven) {
  const std::vector<float> one{1};
  const std::vector<float> keys{0, -9, -18};
  const std::vector<float> log_sum_exp{
      static_cast<float>(std::log1p(std::exp(-18) + std::exp(-36)))};
  const std::vector<float> picks{0};
  WindowInput input;
  input.Q = one;
  input.K = keys;
  input.log_sum_exp = log_sum_exp;
  input.picks = picks;
  input.rows = input.height = input.d = 1;
  input.columns = input.width = 3;
  input.scale = 2.0F;
  Window window;
  ASSERT_TRUE(attendWindow(input, &window).ok());
  EXPECT_EQ(window.pictures[0], 1);
  EXPECT_NEAR(window.pictures[1], std::exp(-18), 1e-14);
  // Digits that a sum with the pick's own weight of 1 would lose.
  EXPECT_NEAR(window.sums[0], std::exp(-18) + std::exp(-36), 1e-14);
  EXPECT_NEAR(window.sums[1], 19 * std::exp(-18), 1e-13);
}

// L of 4,096 equal scores, rounded to float32: 2⁻¹⁰ apart at 1e4, 8 at 1e8.
TEST(AttendWindow, SumsToOneWhateverRoundingLeavesOfL) {
  constexpr Index kKeys = 4096;
  for (const float score : {1.0F, 1e4F, 1e8F, -1e8F, 1e30F}) {
    const std::vector<float> one{1};
    const std::vector<float> K(kKeys, score);
    const std::vector<float> log_sum_exp{score + std::log(4096.0F)};
    const std::vector<float> picks{0};
    WindowInput input;
    input.Q = one;
    input.K = K;
    input.log_sum_exp = log_sum_exp;
    input.picks = picks;
    input.rows = input.d = input.height = 1;
    input.columns = input.width = kKeys;
    Window window;
    ASSERT_TRUE(attendWindow(input, &window).ok());
    EXPECT_NEAR(window.pictures[0], 0x1p-12, 0x1p-28) << score;
    EXPECT_NEAR(window.sums[0], 1 - 0x1p-12, 0x1p-16) << score;
    EXPECT_LE(window.sums[0], 1) << score;
    EXPECT_NEAR(window.sums[1], 8.317766166719343, 0x1p-12) << score;  // log 4096
  }
}

TEST(AttendWindow, RefusesPicksAndScoresThatAreNone) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto expectError = [](Status status, const char* argument, Index row, Index column,
                              std::vector<float> K, std::vector<float> log_sum_exp,
                              std::vector<float> picks) {
    const std::vector<float> Q{0, 1e30F};
    WindowInput input;
    input.Q = Q;
    input.K = K;
    input.log_sum_exp = log_sum_exp;
    input.picks = picks;
    input.rows = input.columns = input.height = input.width = 2;
    input.d = 1;
    Window window;
    const Error error = attendWindow(input, &window);
    EXPECT_EQ(error.status, status);
    EXPECT_STREQ(error.argument, argument);
    EXPECT_EQ(error.row, row);
    EXPECT_EQ(error.column, column);
  };
  const std::vector<float> K{0, 1e-30F};
  const std::vector<float> L{0.6931472F, 1.3132617F};
  expectError(Status::kOk, "", -1, -1, K, L, {0, 1});
  expectError(Status::kOk, "", -1, -1, K, L, {0, 5});  // outside of the window
  expectError(Status::kNotANumber, "picks", 1, 0, K, L, {0, nan});
  expectError(Status::kNotFinite, "picks", 0, 0, K, L, {HUGE_VALF, 0});
  expectError(Status::kBadArgument, "picks", 1, 0, K, L, {0, 0.5F});
  expectError(Status::kBadArgument, "picks", 0, 0, K, L, {-1, 0});
  expectError(Status::kScoreOverflow, "", 1, 1, {0, 1e30F}, L, {0, 1});
}

TEST(AttendWindow, RefusesWhatIsNoWindow) {
  const std::vector<float> one{1};
  const std::vector<float> nan{std::numeric_limits<float>::quiet_NaN()};
  const std::vector<float> infinite{std::numeric_limits<float>::infinity()};
  const auto expectError = [&](Status status, const char* argument, auto change) {
    WindowInput input;
    input.Q = input.K = input.log_sum_exp = input.picks = one;
    input.rows = input.columns = input.d = input.height = input.width = 1;
    change(input);
    Window window;
    const Error error = attendWindow(input, &window);
    EXPECT_EQ(error.status, status) << argument;
    EXPECT_STREQ(error.argument, argument);
  };
  expectError(Status::kOk, "", [](WindowInput&) {});
  expectError(Status::kNotANumber, "Q", [&](WindowInput& input) { input.Q = nan; });
  expectError(Status::kNotFinite, "K", [&](WindowInput& input) { input.K = infinite; });
  expectError(Status::kNotANumber, "logSumExp", [&](WindowInput& it) { it.log_sum_exp = nan; });
  expectError(Status::kNotFinite, "scale", [](WindowInput& it) { it.scale = HUGE_VALF; });
  expectError(Status::kEmpty, "Q", [](WindowInput& it) { it.rows = 0; });
  expectError(Status::kEmpty, "K", [](WindowInput& it) { it.columns = 0; });
  expectError(Status::kShapeMismatch, "picks", [](WindowInput& it) { it.picks = {}; });
  expectError(Status::kShapeMismatch, "logSumExp", [](WindowInput& it) { it.log_sum_exp = {}; });
  expectError(Status::kBadArgument, "height", [](WindowInput& it) { it.height = 0; });
  expectError(Status::kBadArgument, "width", [](WindowInput& it) { it.width = 2; });
  expectError(Status::kTooLarge, "firstKey", [](WindowInput& it) { it.first_key = -1; });
  expectError(Status::kTooLarge, "firstQuery", [](WindowInput& it) { it.first_query = 1 << 30; });
}

}  // namespace
}  // namespace softmax_bridge
