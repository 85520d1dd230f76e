// The bits of batched attention over a fixed corpus: the same in WebAssembly and natively, for
// vectors of every width and any number of threads. It needs nothing but attention itself, so that
// it can be compiled for each of them.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "softmax_bridge/attention.h"
#include "support.h"

namespace softmax_bridge {
namespace {

std::vector<float> randomFloats(Random& random, Index size) {
  std::vector<float> values(size);
  for (float& value : values) value = static_cast<float>(random.uniform(-2, 2));
  return values;
}

/// A key for every query, and about half of the others.
std::vector<std::uint8_t> randomMask(Random& random, Index rows, Index columns) {
  std::vector<std::uint8_t> mask(rows * columns);
  for (Index i = 0; i < rows * columns; ++i) {
    mask[i] = i % columns == 0 ? 1 : static_cast<std::uint8_t>(random.integer(0, 1));
  }
  return mask;
}

TEST(AttentionBits, AreThoseOfEveryMachine) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  Random random(26);
  for (int repeat = 0; repeat < 200; ++repeat) {
    AttentionInput input;
    input.batch = random.integer(1, 2);
    input.n = random.integer(1, 150);
    input.n_keys = random.integer(1, 300);
    input.d = random.integer(1, 20);
    input.d_value = random.integer(1, 20);
    input.causal = repeat % 3 == 0;
    input.hard = repeat % 5 == 0;
    const std::vector<float> Q = randomFloats(random, input.batch * input.n * input.d);
    const std::vector<float> K = randomFloats(random, input.batch * input.n_keys * input.d);
    const std::vector<float> V = randomFloats(random, input.batch * input.n_keys * input.d_value);
    const std::vector<std::uint8_t> mask = randomMask(random, input.n, input.n_keys);
    input.Q = Q;
    input.K = K;
    input.V = V;
    if (repeat % 2 == 0) input.mask = mask;
    Attention attention;
    ASSERT_TRUE(attend(input, &attention).ok());
    // Not of L, which is a logarithm of the C library's.
    for (const float entry : attention.output) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &entry, sizeof bits);
      hash = (hash ^ bits) * 0x100000001b3U;
    }
  }
  EXPECT_EQ(hash, 0x277f16d4f1e5dd9fU);
}

TEST(AttentionBits, AnErrorIsThatOfTheFirstQueryThatHasOne) {
  std::vector<float> ones(1000, 1);
  AttentionInput input;
  input.n = input.n_keys = 1000;
  input.d = input.d_value = 1;
  input.scale = 1;
  std::vector<float> Q = ones;
  std::vector<float> K = ones;
  K[500] = 1e20F;
  for (const Index query : {999, 700, 301}) Q[query] = 1e20F;
  input.Q = Q;
  input.K = K;
  input.V = ones;
  Attention attention;
  const Error error = attend(input, &attention);
  EXPECT_EQ(error.status, Status::kScoreOverflow);
  EXPECT_EQ(error.row, 301);
  EXPECT_EQ(error.column, 500);
}

}  // namespace
}  // namespace softmax_bridge
