// Batched attention in float32: for every query a soft, or hard, choice among the keys. For each
// matrix of the batch, with scale s:
//
//   score  α_ij = s·(q_i · k_j)
//   max    m_i  = max_j α_ij
//   LSE    L_i  = m_i + log Σ_j e^{α_ij − m_i}
//   soft   o_i  = Σ_j e^{α_ij − L_i} v_j
//   hard   o_i  = v_{j*},  j* = min argmax_j α_ij
//
//   Q  n × d
//   K  n_keys × d
//   V  n_keys × d_value
//   o  n × d_value
//
// Row-major, each as many times in a row as the batch has matrices (heads are a batch too). j runs
// over the keys that i attends to.
//
// Online softmax (Milakov, Gimelshein, arXiv:1805.02867; tiled as by Dao et al., arXiv:2205.14135):
// each key and value is read once for 32 queries, and no n × n_keys matrix is kept; beside its
// input and result, attend needs the room of K and V again. Only IEEE binary32 +, −, ×, ÷ in
// round-to-nearest, each rounded by itself, so the bits are the same in every engine.
//
// Accuracy, u = 2⁻²⁴ (docs/maths.md §8). The score is the float32 number
// fl(s·fl(((q_1 k_1) + q_2 k_2) + …)), added in this order: hard attention is its exact argmax.
// With
//
//   σ_ij = |s| Σ_c |q_ic k_jc|      σ = max_j σ_ij
//   t_j  = m − α_j                  t̄ = Σ_j p_j t_j
//   B    = 128                      R = 2B + 12⌈n_keys/B⌉ + 12
//
// it is, to first order in u (a weight below 2⁻¹²⁶ of the largest counts as 0),
//
//   |ô_c − o_c| ≤ u Σ_j p_j |v_jc| (2(d+1)σ + t_j + t̄ + R) + 2⁻¹²⁶ Σ_j |v_jc| + 2⁻¹²⁶
//   |L̂ − L|    ≤ u ((d+1)σ + t̄ + R/2 + |L|)
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "softmax_bridge/status.h"

namespace softmax_bridge {

/// Of Q, K, V and the output together with the batch: entries of each.
inline constexpr Index kMaxAttentionEntries = Index{1} << 24;
inline constexpr Index kMaxAttentionMaskEntries = Index{1} << 26;

/// What attention is worked out of: row-major matrices, one behind the other.
struct AttentionInput {
  std::span<const float> Q;  ///< batch × n × d
  std::span<const float> K;  ///< batch × n_keys × d
  std::span<const float> V;  ///< batch × n_keys × d_value
  /// n × n_keys for all of the batch, or batch × n × n_keys; other than 0 = attend.
  std::optional<std::span<const std::uint8_t>> mask;
  /// n_keys: the keys that other queries of the same matrix attend to, those that Q leaves out, other
  /// than 0 = attended. They count too: a query has the bits that it has among all of them.
  std::optional<std::span<const std::uint8_t>> attended;
  Index batch = 1;             ///< matrices
  Index n = 0;                 ///< queries
  Index n_keys = 0;            ///< keys
  Index d = 0;                 ///< columns of Q and K
  Index d_value = 0;           ///< columns of V
  std::optional<float> scale;  ///< s, finite; 1/√d by default
  bool causal = false;         ///< query i attends to keys j ≤ first_query + i, for any n_keys
  Index first_query = 0;       ///< of a matrix of which Q holds the queries from here on
  bool hard = false;           ///< the value of the best key alone
};

/// What attend gives.
struct Attention {
  FloatVector output;       ///< o, batch × n × d_value
  FloatVector log_sum_exp;  ///< L, batch × n; hard: its limit m
};

/// What attend says of the sizes alone, whatever the spans point to.
/// Errors: Empty, ShapeMismatch, TooLarge (limits.h: n and n_keys as items, d and d_value as
/// dimensions).
Error checkAttention(const AttentionInput& input);

/// An entry counts if the query of its row exists, or a query attends to the key of its row; of V
/// in hard attention, if it is picked. What does not count may be anything, and changes no bit.
/// Errors: those of checkAttention; NotANumber, NotFinite (an entry that counts, or "scale");
/// NothingToAttend (row = query); ScoreOverflow (row = query, column = key, of one such: a score
/// that counts, or a partial sum of it, is outside the float32 range). `row` counts within a matrix
/// of the batch and `batch` says which, unless there is but one.
Error attend(const AttentionInput& input, Attention* attention);

/// A part of the n × n_keys matrix of weights that attend never keeps, for one matrix of a batch.
struct WindowInput {
  std::span<const float> Q;            ///< rows × d: its queries
  std::span<const float> K;            ///< columns × d: its keys
  std::span<const float> log_sum_exp;  ///< L of its queries over all keys, as attend gives it
  std::span<const float> picks;        ///< j* of its queries over all keys
  Index rows = 0;                      ///< queries
  Index columns = 0;                   ///< keys
  Index d = 0;                         ///< columns of Q and K
  Index first_query = 0;               ///< where the window begins in the matrix
  Index first_key = 0;                 ///< likewise, of the keys
  Index height = 0;                    ///< of the picture: at most rows and columns
  Index width = 0;                     ///< likewise
  std::optional<float> scale;          ///< s, finite; 1/√d by default
  bool causal = false;                 ///< query i attends to keys j ≤ i, of the matrix
};

/// What attendWindow gives.
struct Window {
  /// Three pictures, each height × width, of p_ij = e^{α_ij − L_i}, of the one-hot e*_ij = [j =
  /// j*_i] and of p − e*. A dot shows, of the cells (i, j) with ⌊i·height/rows⌋ = y and
  /// ⌊j·width/columns⌋ = x, the entry of the largest magnitude, the first of several; 0 where no
  /// query attends.
  FloatVector pictures;
  /// Of each query, over the keys of the window, two numbers: Σ_{j ≠ j*} p_j, which over all keys
  /// is TV(e*, p), and Σ p_j (L − α_j), which is the entropy H(p) in nats.
  FloatVector sums;
};

/// What attendWindow says of the sizes and options alone, whatever the spans point to.
Error checkWindow(const WindowInput& input);

/// Weights have a relative error of u (2(d+1)σ + |L| + …) like those of attend: for pictures, where
/// derive gives a row to the last bit; those of a row never sum to more than 1, whatever rounding has
/// left of L. O(rows·columns·d) time, O(rows + columns·d) memory beside
/// the pictures. Errors: Empty, ShapeMismatch, TooLarge as attend, and of a window past the bounds
/// ("firstQuery", "firstKey"); BadArgument ("height", "width"; "picks" that are no keys, with
/// the row); NotANumber, NotFinite; ScoreOverflow (row = query, column = key).
Error attendWindow(const WindowInput& input, Window* window);

/// e^x as attend computes it, x ≤ 0: error ≤ 1 ulp; 1 at 0; 0 for x < log 2⁻¹²⁶ and for NaN.
float expNonPositive(float x);

}  // namespace softmax_bridge
