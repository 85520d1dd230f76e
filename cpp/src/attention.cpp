#include "softmax_bridge/attention.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "attention_kernel.h"
#include "softmax_bridge/limits.h"

// Of OpenMP, where whoever builds asks for threads.
#ifdef _OPENMP
#define SOFTMAX_BRIDGE_PRAGMA(text) _Pragma(#text)
#define SOFTMAX_BRIDGE_OMP(directive) SOFTMAX_BRIDGE_PRAGMA(omp directive)
#else
#define SOFTMAX_BRIDGE_OMP(directive)
#endif

namespace softmax_bridge {
namespace {

using Eigen::numext::bit_cast;  // std::bit_cast is not in every libc++ yet

// Queries for which a key is read from memory once.
constexpr Index kTile = std::max<Index>(32, 2 * kGroup);
constexpr Index kBlock = 128;  // keys between two looks at the running maximum
constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();

/// To whole fours.
Index roundUp(Index size) { return (size + kFour - 1) / kFour * kFour; }

/// What is wrong with a row that holds a NaN or an infinity.
Error errorIn(const char* argument, const float* values, Index size, Index row) {
  const auto* wrong =
      std::find_if(values, values + size, [](float value) { return !std::isfinite(value); });
  const Status status = std::isnan(*wrong) ? Status::kNotANumber : Status::kNotFinite;
  return {status, argument, row, wrong - values};
}

/// The largest magnitude of the rows that count, all without `counts`; an error if one is not
/// finite.
[[gnu::noinline]] Error checkRows(const char* argument, const float* values, Index rows,
                                  Index columns, const Mask* counts, float* largest) {
  std::uint32_t bits = 0;
  for (Index row = 0; row < rows; ++row, values += columns) {
    if (counts != nullptr && !(*counts)[row]) continue;
    bits = std::max(bits, largestMagnitude(values, columns));
    if (bits >= kInfinityBits) return errorIn(argument, values, columns, row);
  }
  *largest = bit_cast<float>(bits);
  return {};
}

/// Room for the matrices of the batch, one after the other.
struct Workspace {
  explicit Workspace(const AttentionInput& input)
      : attended(input.n_keys),
        keys(roundUp(input.n_keys) * input.d),
        values(input.hard ? 0 : roundUp(input.d_value) * input.n_keys) {}

  Mask attended;       // n_keys: whether any query attends to the key
  FloatVector keys;    // by four: d × 4, and so on
  FloatVector values;  // by four features: n_keys × 4, and so on
};

// Wide vectors lie within a line of the cache.
using TileVector =
    Eigen::Matrix<float, Eigen::Dynamic, 1, (kLanes > 4) ? Eigen::AutoAlign : Eigen::DontAlign>;

/// Room for a tile of queries, group by group.
struct TileRoom {
  explicit TileRoom(const AttentionInput& input)
      : queries(kTile * input.d), outputs(kTile * roundUp(input.d_value)), scores(kTile * kBlock) {}

  TileVector queries;  // d × kGroup, and so on
  TileVector outputs;  // d_value × kGroup, and so on
  TileVector scores;   // of a block of keys: block × kGroup, and so on
};

/// One matrix of the batch.
class Head {
 public:
  Head(const AttentionInput& input, float scale, Index index, Attention* attention, Workspace* room)
      : input_(input),
        scale_(scale),
        Q_(input.Q.data() + index * input.n * input.d),
        K_(input.K.data() + index * input.n_keys * input.d),
        V_(input.V.data() + index * input.n_keys * input.d_value),
        output_(attention->output.data() + index * input.n * input.d_value),
        log_sum_exp_(attention->log_sum_exp.data() + index * input.n),
        room_(*room) {
    if (!input.mask) return;
    const Index entries = input.n * input.n_keys;
    const bool shared = static_cast<Index>(input.mask->size()) == entries;
    mask_ = input.mask->data() + (shared ? 0 : index * entries);
  }

  Error attend() {
    if (Error error = findAttended(); !error.ok()) return error;
    if (Error error = check(); !error.ok()) return error;
    packKeys();
    if (!input_.hard) packValues();
    return attendTiles();
  }

 private:
  [[nodiscard]] Index visibleKeys(Index query) const {
    return input_.causal ? std::min(input_.first_query + query + 1, input_.n_keys) : input_.n_keys;
  }

  Error findAttended() {
    if (input_.attended) {
      std::copy_n(input_.attended->data(), input_.n_keys, room_.attended.data());
    } else {
      std::memset(room_.attended.data(), 0, room_.attended.size());
    }
    if (mask_ == nullptr) {
      std::fill_n(room_.attended.begin(), visibleKeys(input_.n - 1), 1);
      return {};
    }
    for (Index i = 0; i < input_.n; ++i) {
      const std::uint8_t* row = mask_ + i * input_.n_keys;
      std::uint8_t any = 0;
      const Index visible = visibleKeys(i);
      for (Index j = 0; j < visible; ++j) {
        any |= row[j];
        room_.attended[j] |= row[j];
      }
      if (any == 0) return {Status::kNothingToAttend, "", i};
    }
    return {};
  }

  Error check() {
    float query = 0;
    float key = 0;
    float value = 0;
    Error error = checkRows("Q", Q_, input_.n, input_.d, nullptr, &query);
    if (error.ok()) error = checkRows("K", K_, input_.n_keys, input_.d, &room_.attended, &key);
    if (error.ok() && !input_.hard) {
      error = checkRows("V", V_, input_.n_keys, input_.d_value, &room_.attended, &value);
    }
    // Half of the range leaves room for rounding.
    may_overflow_ = static_cast<double>(query) * key * static_cast<double>(input_.d) *
                        std::max(1.0F, std::abs(scale_)) >
                    0x1p+127;
    // Σ e^{α−m} v may leave the range where o does not.
    value_limit_ = value;
    value_factor_ = static_cast<double>(value) * static_cast<double>(input_.n_keys) > 0x1p+127
                        ? 1 / static_cast<float>(kMaxItems)
                        : 1;
    return error;
  }

  void packKeys() {
    room_.keys.setZero();
    for (Index j = 0; j < input_.n_keys; ++j) {
      if (!room_.attended[j]) continue;
      float* to = &room_.keys[(j / kFour) * kFour * input_.d + j % kFour];
      spread(K_ + j * input_.d, input_.d, kFour, to);
    }
  }

  void packValues() {
    room_.values.setZero();
    for (Index j = 0; j < input_.n_keys; ++j) {
      if (!room_.attended[j]) continue;
      spreadFours(V_ + j * input_.d_value, input_.d_value, input_.n_keys * kFour, value_factor_,
                  room_.values.data() + j * kFour);
    }
  }

  void packQueries(Index first, Index rows) {
    tile_->queries.setZero();
    for (Index i = 0; i < rows; ++i) {
      float* to = &tile_->queries[(i / kGroup) * kGroup * input_.d + i % kGroup];
      spread(Q_ + (first + i) * input_.d, input_.d, kGroup, to);
    }
  }

  /// The tiles one after the other, or by several threads; the error of the first that has one.
  Error attendTiles() {
    const Index tiles = (input_.n + kTile - 1) / kTile;
    Index wrong = tiles;
    Error found;
    SOFTMAX_BRIDGE_OMP(parallel) {
      TileRoom tile_room(input_);
      Head own = *this;
      own.tile_ = &tile_room;
      SOFTMAX_BRIDGE_OMP(for schedule(dynamic))
      for (Index tile = 0; tile < tiles; ++tile) {
        Index last = 0;
        SOFTMAX_BRIDGE_OMP(atomic read)
        last = wrong;
        if (tile > last) continue;
        const Index first = tile * kTile;
        const Error error = own.attendTile(first, std::min(kTile, input_.n - first));
        if (error.ok()) continue;
        SOFTMAX_BRIDGE_OMP(critical)
        if (tile < wrong) {
          SOFTMAX_BRIDGE_OMP(atomic write)
          wrong = tile;
          found = error;
        }
      }
    }
    return found;
  }

  Error attendTile(Index first, Index rows) {
    const Index groups = (rows + kGroup - 1) / kGroup;
    std::array<GroupState, kTile / kGroup> states;
    packQueries(first, rows);
    tile_->outputs.setZero();
    const Index n_keys = visibleKeys(first + rows - 1);
    for (Index key = 0; key < n_keys; key += kBlock) {
      const Index keys = std::min(kBlock, n_keys - key);
      computeScores(key, keys, groups);
      if (may_overflow_) {
        if (Error error = findOverflow(first, rows, key, keys); !error.ok()) return error;
      }
      const bool crosses_diagonal = key + keys > visibleKeys(first);
      if (mask_ != nullptr || crosses_diagonal) hideScores(first, rows, key, keys);
      for (Index g = 0; g < groups; ++g) {
        float* scores = scoresOf(g);
        if (input_.hard) {
          pick(scores, key, keys, &states[g]);
        } else {
          soften(scores, keys, &states[g]);
        }
      }
      if (!input_.hard) addValues(key, keys, groups, states.data());
    }
    if (input_.hard) return writeHard(first, rows, states.data());
    writeSoft(first, rows, states.data());
    return {};
  }

  float* scoresOf(Index group) { return tile_->scores.data() + group * kBlock * kGroup; }

  void computeScores(Index key, Index keys, Index groups) {
    for (Index j = 0; j < keys; j += kFour) {
      const float* fours = room_.keys.data() + (key + j) * input_.d;
      for (Index g = 0; g < groups; ++g) {
        const float* queries = tile_->queries.data() + g * kGroup * input_.d;
        writeScores(fours, queries, input_.d, scale_, scoresOf(g) + j * kGroup);
      }
    }
  }

  float* scoresOfQuery(Index row) { return scoresOf(row / kGroup) + row % kGroup; }

  Error findOverflow(Index first, Index rows, Index key, Index keys) {
    for (Index i = 0; i < rows; ++i) {
      const Index query = first + i;
      const float* scores = scoresOfQuery(i);
      const Index visible = std::min(keys, visibleKeys(query) - key);
      for (Index j = 0; j < visible; ++j) {
        const bool attends = mask_ == nullptr || mask_[query * input_.n_keys + key + j] != 0;
        if (attends && !std::isfinite(scores[j * kGroup])) {
          return {Status::kScoreOverflow, "", query, key + j};
        }
      }
    }
    return {};
  }

  void hideScores(Index first, Index rows, Index key, Index keys) {
    for (Index i = 0; i < rows; ++i) {
      const Index query = first + i;
      float* scores = scoresOfQuery(i);
      const Index visible = std::clamp<Index>(visibleKeys(query) - key, 0, keys);
      if (mask_ != nullptr) {
        const std::uint8_t* mask = mask_ + query * input_.n_keys + key;
        for (Index j = 0; j < visible; ++j) {
          scores[j * kGroup] = mask[j] ? scores[j * kGroup] : -kFloatInfinity;
        }
      }
      for (Index j = visible; j < keys; ++j) scores[j * kGroup] = -kFloatInfinity;
    }
  }

  void addValues(Index key, Index keys, Index groups, const GroupState* states) {
    for (Index c = 0; c < input_.d_value; c += kFour) {
      const float* fours = room_.values.data() + c * input_.n_keys + key * kFour;
      for (Index g = 0; g < groups; ++g) {
        softmax_bridge::addValues(fours, scoresOf(g), keys, states[g].rescale.data(),
                                  outputsOf(g) + c * kGroup);
      }
    }
  }

  float* outputsOf(Index group) {
    return tile_->outputs.data() + group * roundUp(input_.d_value) * kGroup;
  }

  void writeSoft(Index first, Index rows, const GroupState* states) {
    for (Index i = 0; i < rows; ++i) {
      const Index lane = i % kGroup;
      const GroupState& state = states[i / kGroup];
      const float sum = state.sum[lane];
      const float* outputs = outputsOf(i / kGroup) + lane;
      writeMean(outputs, input_.d_value, sum, 1 / value_factor_, value_limit_,
                output_ + (first + i) * input_.d_value);
      // The largest term of the sum is exactly 1.
      const double excess = static_cast<double>(sum) - 1;
      log_sum_exp_[first + i] = static_cast<float>(state.max[lane] + std::log1p(excess));
    }
  }

  Error writeHard(Index first, Index rows, const GroupState* states) {
    for (Index i = 0; i < rows; ++i) {
      const Index lane = i % kGroup;
      const GroupState& state = states[i / kGroup];
      const auto best = static_cast<Index>(state.best[lane]);
      const float* value = V_ + best * input_.d_value;
      if (largestMagnitude(value, input_.d_value) >= kInfinityBits) {
        return errorIn("V", value, input_.d_value, best);
      }
      std::copy_n(value, input_.d_value, output_ + (first + i) * input_.d_value);
      log_sum_exp_[first + i] = state.max[lane];
    }
    return {};
  }

  const AttentionInput& input_;
  float scale_;
  const float* Q_;
  const float* K_;
  const float* V_;
  const std::uint8_t* mask_ = nullptr;
  float* output_;
  float* log_sum_exp_;
  Workspace& room_;
  TileRoom* tile_ = nullptr;
  bool may_overflow_ = false;
  float value_limit_ = 0;
  float value_factor_ = 1;
};

double entriesOf(Index batch, Index rows, Index columns) {
  return static_cast<double>(batch) * static_cast<double>(rows) * static_cast<double>(columns);
}

Error checkMatrices(const char* argument, std::size_t entries, Index batch, Index rows,
                    Index columns) {
  if (rows == 0 || columns == 0) return {Status::kEmpty, argument};
  const double expected = entriesOf(batch, rows, columns);
  if (rows > kMaxItems || columns > kMaxDimension || expected > kMaxAttentionEntries) {
    return {Status::kTooLarge, argument};
  }
  if (static_cast<double>(entries) != expected) return {Status::kShapeMismatch, argument};
  return {};
}

Error checkFirst(const char* argument, Index first) {
  if (first < 0 || first > kMaxItems) return {Status::kTooLarge, argument};
  return {};
}

/// s, or why it is none.
Error findScale(const std::optional<float>& given, Index d, float* scale) {
  *scale = given.value_or(static_cast<float>(1 / std::sqrt(static_cast<double>(d))));
  if (std::isnan(*scale)) return {Status::kNotANumber, "scale"};
  if (std::isinf(*scale)) return {Status::kNotFinite, "scale"};
  return {};
}

Error checkMask(const AttentionInput& input) {
  if (input.attended && static_cast<Index>(input.attended->size()) != input.n_keys)
    return {Status::kShapeMismatch, "attended"};
  if (!input.mask) return {};
  const auto given = static_cast<double>(input.mask->size());
  const double one = entriesOf(1, input.n, input.n_keys);
  if (given != one && given != entriesOf(input.batch, input.n, input.n_keys))
    return {Status::kShapeMismatch, "mask"};
  if (given > kMaxAttentionMaskEntries) return {Status::kTooLarge, "mask"};
  return {};
}

}  // namespace

Error checkAttention(const AttentionInput& input) {
  if (input.batch < 1) return {Status::kBadArgument, "batch"};
  Error error = checkMatrices("Q", input.Q.size(), input.batch, input.n, input.d);
  if (error.ok()) error = checkMatrices("K", input.K.size(), input.batch, input.n_keys, input.d);
  if (error.ok()) {
    error = checkMatrices("V", input.V.size(), input.batch, input.n_keys, input.d_value);
  }
  if (error.ok() && entriesOf(input.batch, input.n, input.d_value) > kMaxAttentionEntries) {
    error = {Status::kTooLarge, "V"};
  }
  if (error.ok()) error = checkFirst("firstQuery", input.first_query);
  return error.ok() ? checkMask(input) : error;
}

Error attend(const AttentionInput& input, Attention* attention) {
  if (Error error = checkAttention(input); !error.ok()) return error;
  float scale = 0;
  if (Error error = findScale(input.scale, input.d, &scale); !error.ok()) return error;
  attention->output.resize(input.batch * input.n * input.d_value);
  attention->log_sum_exp.resize(input.batch * input.n);
  Workspace room(input);
  for (Index index = 0; index < input.batch; ++index) {
    Error error = Head(input, scale, index, attention, &room).attend();
    if (!error.ok()) {
      if (input.batch > 1) error.batch = index;
      return error;
    }
  }
  return {};
}

namespace {

/// Keys by their numbers.
Error checkPicks(std::span<const float> picks) {
  float largest = 0;
  const auto rows = static_cast<Index>(picks.size());
  Error error = checkRows("picks", picks.data(), rows, 1, nullptr, &largest);
  for (Index i = 0; error.ok() && i < rows; ++i) {
    const bool isKey = picks[i] >= 0 && picks[i] < kMaxItems && picks[i] == std::floor(picks[i]);
    if (!isKey) error = {Status::kBadArgument, "picks", i, 0};
  }
  return error;
}

/// 1/Σ p of a row, in the place of its query in every group, where the sum tells that the rounding of L, 2⁻²⁴ of it, is
/// much of a weight: it is more than 1, or less by no more than that rounding, and then no weight of
/// a key outside of the window would be left beside it. Otherwise 1, so that a window has the bits
/// of the whole.
double correction(const float* weights, Index visible, float log_sum_exp) {
  double sum = 0;
  for (Index j = 0; j < visible; ++j) sum += weights[j * kGroup];
  const double excess = std::log1p(sum - 1);
  return excess > 0x1p-16 || (excess < -0x1p-16 && excess >= -0x1p-24 * std::abs(log_sum_exp))
             ? 1 / sum
             : 1;
}

/// Where on `size` dots the cell `index` of `count` lies.
Index dotOf(Index index, Index size, Index count) {
  return static_cast<Index>(static_cast<std::int64_t>(index) * size / count);
}

}  // namespace

Error checkWindow(const WindowInput& input) {
  Error error = checkMatrices("Q", input.Q.size(), 1, input.rows, input.d);
  if (error.ok()) error = checkMatrices("K", input.K.size(), 1, input.columns, input.d);
  if (error.ok()) error = checkMatrices("logSumExp", input.log_sum_exp.size(), 1, input.rows, 1);
  if (error.ok()) error = checkMatrices("picks", input.picks.size(), 1, input.rows, 1);
  if (error.ok()) error = checkFirst("firstQuery", input.first_query);
  if (error.ok()) error = checkFirst("firstKey", input.first_key);
  if (!error.ok()) return error;
  if (input.height < 1 || input.height > input.rows) return {Status::kBadArgument, "height"};
  if (input.width < 1 || input.width > input.columns) return {Status::kBadArgument, "width"};
  const bool too_large = entriesOf(3, input.height, input.width) > kMaxAttentionEntries;
  return too_large ? Error{Status::kTooLarge, "height"} : Error{};
}

Error attendWindow(const WindowInput& input, Window* window) {
  float scale = 0;
  float largest = 0;
  Error error = checkWindow(input);
  if (error.ok()) error = findScale(input.scale, input.d, &scale);
  if (error.ok()) {
    error = checkRows("Q", input.Q.data(), input.rows, input.d, nullptr, &largest);
  }
  if (error.ok()) {
    error = checkRows("K", input.K.data(), input.columns, input.d, nullptr, &largest);
  }
  if (error.ok()) {
    error = checkRows("logSumExp", input.log_sum_exp.data(), input.rows, 1, nullptr, &largest);
  }
  if (error.ok()) error = checkPicks(input.picks);
  if (!error.ok()) return error;
  const Index dots = input.height * input.width;
  window->pictures.setZero(3 * dots);
  window->sums.setZero(2 * input.rows);
  FloatVector keys(roundUp(input.columns) * input.d);
  FloatVector queries(kGroup * input.d);
  FloatVector scores(roundUp(input.columns) * kGroup);
  FloatVector weights(scores.size());
  keys.setZero();
  for (Index j = 0; j < input.columns; ++j) {
    spread(input.K.data() + j * input.d, input.d, kFour,
           &keys[j / kFour * kFour * input.d + j % kFour]);
  }
  std::array<float, kGroup> log_sum_exp{};
  for (Index i = 0; i < input.rows; ++i) {
    const Index lane = i % kGroup;
    if (lane == 0) {
      const Index rows = std::min(kGroup, input.rows - i);
      queries.setZero();
      for (Index row = 0; row < rows; ++row) {
        spread(input.Q.data() + (i + row) * input.d, input.d, kGroup, &queries[row]);
        log_sum_exp[row] = input.log_sum_exp[i + row];
      }
      for (Index j = 0; j < input.columns; j += kFour) {
        writeScores(&keys[j * input.d], queries.data(), input.d, scale, &scores[j * kGroup]);
      }
      weigh(scores.data(), log_sum_exp.data(), input.columns, weights.data());
    }
    const Index visible =
        input.causal
            ? std::clamp<Index>(input.first_query + i + 1 - input.first_key, 0, input.columns)
            : input.columns;
    for (Index j = 0; j < visible; ++j) {
      if (!std::isfinite(scores[j * kGroup + lane])) return {Status::kScoreOverflow, "", i, j};
    }
    const double factor = correction(&weights[lane], visible, log_sum_exp[lane]);
    const double left = -std::log1p(factor - 1);  // log Σ p, of which L has lost as much
    const float pick = input.picks[i] - static_cast<float>(input.first_key);
    float* soft = window->pictures.data() + dotOf(i, input.height, input.rows) * input.width;
    double variation = 0;
    double entropy = 0;
    double pick_weight = 0;
    double pick_entropy = 0;
    Index x = 0;
    for (Index j = 0, next = 0; j < visible; ++j) {
      const double exact = factor * weights[j * kGroup + lane];
      const float below = log_sum_exp[lane] - scores[j * kGroup + lane];
      const double term = exact * (below + left);
      const auto weight = static_cast<float>(exact);
      float difference = weight;
      if (static_cast<float>(j) == pick) {
        pick_weight = exact;
        pick_entropy = term;
        soft[dots + x] = 1;
        difference -= 1;
      } else {
        variation += exact;
        entropy += term;
      }
      soft[x] = std::max(soft[x], weight);
      float& shown = soft[2 * dots + x];
      if (std::abs(difference) > std::abs(shown)) shown = difference;
      next += input.width;
      if (next >= input.columns) {
        next -= input.columns;
        ++x;
      }
    }
    variation = std::min(variation, 1.0);
    // L − α of the pick, which rounding would lose where it is small: then the weight of the others
    // tells, unless keys outside of the window have some of it.
    if (pick_weight > 0.5) {
      const double others = 1 - pick_weight - variation > 0x1p-20 ? 1 - pick_weight : variation;
      pick_entropy = -(1 - others) * std::log1p(-others);
    }
    entropy = std::max(entropy + pick_entropy, 0.0);
    window->sums[2 * i] = static_cast<float>(variation);
    window->sums[2 * i + 1] = static_cast<float>(entropy);
  }
  return {};
}

}  // namespace softmax_bridge
