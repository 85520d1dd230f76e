// The innermost loops of attend: where its time goes, the products in vectors as wide as the target
// has them. Queries lie side by side, a group at a time, so that a maximum and a sum over keys are
// one vector's work for each key; keys, and the features of values, come in fours. Each lane does
// for its query what it would do alone: the bits are the same for every width.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "softmax_bridge/types.h"

namespace softmax_bridge {

/// Floats in a vector: of AVX-512, of AVX, or of SSE, NEON and WebAssembly.
#if defined(SOFTMAX_BRIDGE_LANES)
inline constexpr Index kLanes = SOFTMAX_BRIDGE_LANES;
#elif defined(__AVX512F__)
inline constexpr Index kLanes = 16;
#elif defined(__AVX__)
inline constexpr Index kLanes = 8;
#else
inline constexpr Index kLanes = 4;
#endif

inline constexpr Index kFour = 4;
inline constexpr Index kGroup = 2 * kLanes;  // queries

inline constexpr std::uint32_t kInfinityBits = 0x7f800000;  // of a float

/// The bits of the largest |x|; from kInfinityBits on where there is a NaN or an infinity.
std::uint32_t largestMagnitude(const float* values, Index size);

/// to[c·stride] = values[c].
void spread(const float* values, Index size, Index stride, float* to);

/// to[(c / 4)·stride + c mod 4] = factor·values[c].
void spreadFours(const float* values, Index size, Index stride, float factor, float* to);

/// The running state of a group of queries.
struct GroupState {
  GroupState() { max.fill(-std::numeric_limits<float>::infinity()); }

  std::array<float, kGroup> max;             // of the scores so far
  std::array<float, kGroup> sum{};           // Σ e^{α − max}
  std::array<float, kGroup> rescale{};       // e^{max before the last block − max}
  std::array<std::uint32_t, kGroup> best{};  // hard: the first key with the maximum
};

/// scores[j][i] = scale·Σ_c keys[c][j]·queries[c][i]: four keys, a group of queries, c < d in
/// this order.
void writeScores(const float* keys, const float* queries, Index d, float scale, float* scores);

/// Of scores[j][i], j < keys: moves on the state, and turns a score α into e^{α − max}.
void soften(float* scores, Index keys, GroupState* state);

/// weights[j][i] = e^{scores[j][i] − log_sum_exp_i}, j < keys.
void weigh(const float* scores, const float* log_sum_exp, Index keys, float* weights);

/// Of scores[j][i], j < keys: moves on max and best; the first key is the one with number `first`.
void pick(const float* scores, Index first, Index keys, GroupState* state);

/// outputs[c][i] = rescale_i·outputs[c][i] + Σ_j values[j][c]·weights[j][i], j < keys: four
/// features. The sum of a block is its own, so that its roundings do not pile up on those of the
/// others.
void addValues(const float* values, const float* weights, Index keys, const float* rescale,
               float* outputs);

/// output[c] = outputs[c][0]/sum·factor, which only rounding can bring outside of ±limit.
void writeMean(const float* outputs, Index size, float sum, float factor, float limit,
               float* output);

}  // namespace softmax_bridge
