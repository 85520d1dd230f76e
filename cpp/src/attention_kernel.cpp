#include "attention_kernel.h"

#include <algorithm>
#include <cstring>

#include "softmax_bridge/attention.h"

namespace softmax_bridge {
namespace {

using Eigen::numext::bit_cast;  // std::bit_cast is not in every libc++ yet

// The vectors of GCC and Clang: SIMD128 in WebAssembly, SSE, AVX or NEON natively.
using Floats [[gnu::vector_size(kLanes * sizeof(float))]] = float;
using Bits [[gnu::vector_size(kLanes * sizeof(float))]] = std::uint32_t;

Floats load(const float* from) {
  Floats values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

void store(float* to, Floats values) { std::memcpy(to, &values, sizeof values); }

/// In every lane; −0 − 0 is −0.
Floats splat(float value) { return value - Floats{}; }

// e^x = 2^k e^r, k the integer nearest to x/log 2. Minimax on |r| ≤ log(2)/2: relative
// error 3.1e-9.
Floats expNonPositive(Floats x) {
  constexpr float kRound = 0x1.8p+23F;             // the last bit of a sum with it is worth 1
  constexpr float kSmallestLog = -0x1.5d589ep+6F;  // log 2⁻¹²⁶, rounded towards 0
  const Floats rounded = x * 0x1.715476p+0F + kRound;
  const Floats k = rounded - kRound;
  // log 2 in two parts: k times the first is exact.
  const Floats r = (x - k * 0x1.62e4p-1F) - k * 0x1.7f7d1cp-20F;
  Floats series = r * 0x1.6a23dp-10F + 0x1.123a2p-7F;
  series = series * r + 0x1.5558f2p-5F;
  series = series * r + 0x1.555492p-3F;
  series = series * r + 0x1.fffffcp-2F;
  const Floats exp_r = (r * r * series + r) + 1.0F;
  const Bits exp_x = bit_cast<Bits>(exp_r) + (bit_cast<Bits>(rounded) << 23U);
  return bit_cast<Floats>(exp_x & bit_cast<Bits>(x >= kSmallestLog));
}

/// A row per key or per feature, a column per query.
struct Products {
  // No std::array, whose template argument loses the attribute that makes it a vector.
  Floats low[kFour];   // NOLINT(modernize-avoid-c-arrays)
  Floats high[kFour];  // NOLINT(modernize-avoid-c-arrays)
};

/// Σ_c fours[c][row]·group[c][column]: all of the flops. Eight sums, two vectors of queries, a
/// factor and a product fit in the sixteen registers of SSE and AVX.
Products multiply(const float* fours, const float* group, Index depth) {
  Products sums;
  for (Index row = 0; row < kFour; ++row) {  // by `= {}` GCC clears memory that is not needed
    sums.low[row] = Floats{};
    sums.high[row] = Floats{};
  }
  for (Index c = 0; c < depth; ++c, fours += kFour, group += kGroup) {
    const Floats low = load(group);
    const Floats high = load(group + kLanes);
    for (Index row = 0; row < kFour; ++row) {
      const Floats factor = splat(fours[row]);
      sums.low[row] += factor * low;
      sums.high[row] += factor * high;
    }
  }
  return sums;
}

}  // namespace

std::uint32_t largestMagnitude(const float* values, Index size) {
  constexpr std::uint32_t kMagnitude = 0x7fffffff;
  std::uint32_t largest = 0;
  for (Index c = 0; c < size; ++c) {
    largest = std::max(largest, bit_cast<std::uint32_t>(values[c]) & kMagnitude);
  }
  return largest;
}

void spread(const float* values, Index size, Index stride, float* to) {
  for (Index c = 0; c < size; ++c) to[c * stride] = values[c];
}

void spreadFours(const float* values, Index size, Index stride, float factor, float* to) {
  for (Index c = 0; c < size; ++c) to[c / kFour * stride + c % kFour] = values[c] * factor;
}

void writeScores(const float* keys, const float* queries, Index d, float scale, float* scores) {
  const Products products = multiply(keys, queries, d);
  for (Index row = 0; row < kFour; ++row, scores += kGroup) {
    store(scores, products.low[row] * scale);
    store(scores + kLanes, products.high[row] * scale);
  }
}

void soften(float* scores, Index keys, GroupState* state) {
  for (Index half = 0; half < kGroup; half += kLanes, scores += kLanes) {
    const Floats max_before = load(state->max.data() + half);
    Floats max = max_before;
    for (Index j = 0; j < keys; ++j) {
      const Floats score = load(scores + j * kGroup);
      max = score > max ? score : max;
    }
    Floats sum = {};
    for (Index j = 0; j < keys; ++j) {
      float* score = scores + j * kGroup;
      const Floats exp_shifted = expNonPositive(load(score) - max);
      store(score, exp_shifted);
      sum += exp_shifted;
    }
    // 1 where the maximum has stayed, and 0 where there was none: −∞ − (−∞) is NaN.
    const Floats rescale = expNonPositive(max_before - max);
    store(state->max.data() + half, max);
    store(state->sum.data() + half, load(state->sum.data() + half) * rescale + sum);
    store(state->rescale.data() + half, rescale);
  }
}

void weigh(const float* scores, const float* log_sum_exp, Index keys, float* weights) {
  for (Index j = 0; j < keys * kGroup; j += kLanes) {
    const Floats log_weight = load(scores + j) - load(log_sum_exp + j % kGroup);
    // Only rounding can bring it above 0.
    store(weights + j, expNonPositive(log_weight > 0 ? Floats{} : log_weight));
  }
}

void pick(const float* scores, Index first, Index keys, GroupState* state) {
  for (Index j = 0; j < keys; ++j, scores += kGroup) {
    for (Index i = 0; i < kGroup; ++i) {
      if (scores[i] <= state->max[i]) continue;
      state->max[i] = scores[i];
      state->best[i] = static_cast<std::uint32_t>(first + j);
    }
  }
}

void addValues(const float* values, const float* weights, Index keys, const float* rescale,
               float* outputs) {
  const Products products = multiply(values, weights, keys);
  const Floats low = load(rescale);
  const Floats high = load(rescale + kLanes);
  for (Index row = 0; row < kFour; ++row, outputs += kGroup) {
    store(outputs, load(outputs) * low + products.low[row]);
    store(outputs + kLanes, load(outputs + kLanes) * high + products.high[row]);
  }
}

void writeMean(const float* outputs, Index size, float sum, float factor, float limit,
               float* output) {
  for (Index c = 0; c < size; ++c) {
    output[c] = std::clamp(outputs[c * kGroup] / sum * factor, -limit, limit);
  }
}

float expNonPositive(float x) { return expNonPositive(splat(x))[0]; }

}  // namespace softmax_bridge
