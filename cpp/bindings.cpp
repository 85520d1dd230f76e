// The core as a JavaScript module. It adapts and never computes: a call takes one message and gives
// one message back, both runs of doubles. Inside a message a number is itself; a vector is its
// length and its entries, or −1 − j if it is the j-th vector of the message again (so for index
// sets, counted apart); a matrix is its rows, its columns and its entries row by row; what may be
// absent is preceded by 0 or 1. For each call f there is a file web/src/core/f.ts that writes and
// reads in the same order.
//
// A result is copied out before the call returns, since growing memory would detach a view of it.

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "softmax_bridge/derivation.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/naive_softmax.h"
#include "softmax_bridge/sampling.h"

// clang-format off: JavaScript
// A copy of the numbers, or null where JavaScript has no room for one. Its exception must not pass
// through C++, which would never give back its stack.
EM_JS(emscripten::EM_VAL, copyOrNull, (const double* values, std::size_t size), {
  try {
    return Emval.toHandle(HEAPF64.slice(values >>> 3, (values >>> 3) + size));
  } catch (error) {
    return Emval.toHandle(null);
  }
});
#ifdef EM_JS_DEPS  // since 3.1.31, before which embind always came whole
EM_JS_DEPS(copyOrNull, "$Emval");
#endif
// clang-format on

namespace softmax_bridge {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

// std::malloc, since operator new aborts where std::malloc tells.
struct Free {
  void operator()(double* values) const { std::free(values); }
};
using Buffer = std::unique_ptr<double[], Free>;

Buffer allocate(std::size_t size) {
  return Buffer(static_cast<double*>(std::malloc(size * sizeof(double))));
}

class MessageReader {
 public:
  explicit MessageReader(const double* values) : next_(values) {}

  double number() { return *next_++; }

  Index index() { return static_cast<Index>(number()); }

  Vector vector() {
    const Index size = index();
    const double* values = take(size);
    return Eigen::Map<const Vector>(values, size);
  }

  Matrix matrix() {
    const Index rows = index();
    const Index columns = index();
    const double* values = take(rows * columns);
    return Eigen::Map<const Matrix>(values, rows, columns);
  }

  Mask mask() {
    const Index size = index();
    const double* values = take(size);
    return Mask(values, values + size);
  }

  template <class T>
  std::optional<T> optional(T (MessageReader::*read)()) {
    if (number() == 0) return std::nullopt;
    return (this->*read)();
  }

 private:
  const double* take(Index size) {
    const double* values = next_;
    next_ += size;
    return values;
  }

  const double* next_;
};

/// Counts the numbers of a message when `out` is null, and writes them otherwise.
class MessageWriter {
 public:
  explicit MessageWriter(double* out) : out_(out) {}

  [[nodiscard]] std::size_t size() const { return size_; }

  void number(double value) {
    if (out_ != nullptr) out_[size_] = value;
    ++size_;
  }

  void vector(const Vector& values) {
    if (repeat(vectors_, [&](const Vector* earlier) { return earlier == &values; })) return;
    vectors_.push_back(&values);
    number(static_cast<double>(values.size()));
    numbers(values.data(), values.size());
  }

  void indices(const std::vector<Index>& values) {
    if (repeat(indices_, [&](const auto* earlier) { return *earlier == values; })) return;
    indices_.push_back(&values);
    number(static_cast<double>(values.size()));
    numbers(values.data(), values.size());
  }

  void matrix(const Matrix& values) {
    number(static_cast<double>(values.rows()));
    number(static_cast<double>(values.cols()));
    numbers(values.data(), values.size());
  }

  template <class Enum>
  void name(Enum value) {
    number(static_cast<double>(value));
  }

 private:
  template <class Earlier, class Same>
  bool repeat(const Earlier& earlier, const Same& same) {
    const auto found = std::find_if(earlier.begin(), earlier.end(), same);
    if (found == earlier.end()) return false;
    number(static_cast<double>(-1 - (found - earlier.begin())));
    return true;
  }

  template <class T>
  void numbers(const T* values, std::size_t size) {
    if (out_ != nullptr) std::copy(values, values + size, out_ + size_);
    size_ += size;
  }

  double* out_;
  std::size_t size_ = 0;
  std::vector<const Vector*> vectors_;
  std::vector<const std::vector<Index>*> indices_;
};

DeriveInput readInput(MessageReader message) {
  DeriveInput input;
  input.temperature = message.number();
  input.scores = message.optional(&MessageReader::vector);
  input.X = message.optional(&MessageReader::matrix);
  input.mask = message.optional(&MessageReader::mask);
  input.q = message.optional(&MessageReader::vector);
  input.K = message.optional(&MessageReader::matrix);
  input.score = static_cast<Score>(message.index());
  input.parameters.W = message.optional(&MessageReader::matrix);
  input.parameters.Wq = message.optional(&MessageReader::matrix);
  input.parameters.U = message.optional(&MessageReader::matrix);
  input.parameters.v = message.optional(&MessageReader::vector);
  input.parameters.sigma = message.number();
  return input;
}

void writeStep(const Derivation& derivation, const Step& step, MessageWriter& message) {
  message.name(step.id);
  message.name(step.relation);
  message.vector(stepVector(derivation, step.candidate));
  message.indices(step.candidate_argmax);
  message.indices(step.candidate_float_argmax);
  message.vector(stepVector(derivation, step.weights));
  message.number(step.weight_sum);
  message.vector(step.output);
  message.number(step.output_distance);
  message.number(step.weight_distance);
}

void writeDerivation(const Derivation& derivation, MessageWriter& message) {
  message.vector(derivation.scores);
  message.vector(derivation.scaled_scores);
  message.matrix(derivation.score_terms);
  message.number(derivation.max);
  message.number(static_cast<double>(derivation.argmax));
  message.indices(derivation.ties);
  message.number(derivation.gap);
  message.vector(derivation.one_hot);
  message.vector(derivation.shifted);
  message.vector(derivation.exp_shifted);
  message.number(derivation.sum_exp);
  message.number(derivation.log_sum_exp);
  message.number(derivation.lse_minus_max);
  for (const double bound : derivation.lse_minus_max_bounds) message.number(bound);
  message.vector(derivation.weights);
  message.vector(derivation.log_weights);
  message.number(derivation.mean_score);
  message.vector(derivation.hard_output);
  message.vector(derivation.tie_mean);
  message.vector(derivation.soft_output);
  message.matrix(derivation.shares);
  message.vector(derivation.output_difference);
  message.vector(derivation.output_difference_share);
  message.number(derivation.output_distance);
  message.number(derivation.total_variation);
  message.number(derivation.kl_divergence);
  message.number(derivation.total_variation_to_ties);
  for (const double bound : derivation.total_variation_bounds) message.number(bound);
  message.number(derivation.entropy);
  message.matrix(derivation.jacobian);
  message.matrix(derivation.gradient_query);
  message.number(static_cast<double>(derivation.flags.size()));
  for (const Flag flag : derivation.flags) message.name(flag);
  message.number(static_cast<double>(derivation.steps.size()));
  for (const Step& step : derivation.steps) writeStep(derivation, step, message);
}

void writeHardSamples(const HardSamples& samples, MessageWriter& message) {
  message.indices(samples.counts);
  message.vector(samples.frequencies);
  message.vector(samples.mean_output);
  message.number(samples.total_variation);
  message.number(static_cast<double>(samples.last));
}

void writeNaiveSoftmax(const NaiveSoftmax& naive, MessageWriter& message) {
  message.vector(naive.exp);
  message.number(naive.sum);
  message.vector(naive.weights);
}

void writeNaiveFormulas(const NaiveFormulas& formulas, MessageWriter& message) {
  writeNaiveSoftmax(formulas.float64, message);
  writeNaiveSoftmax(formulas.float32, message);
  message.number(formulas.division_free ? 1 : 0);
  if (!formulas.division_free) return;
  message.vector(formulas.division_free->weights);
  message.number(formulas.division_free->sum);
  message.number(formulas.division_free->sum_error);
}

val failure(const Error& error) {
  val object = val::object();
  object.set("code", std::string(statusName(error.status)));
  object.set("argument", std::string(error.argument));
  object.set("row", static_cast<double>(error.row));
  object.set("column", static_cast<double>(error.column));
  return object;
}

/// Whether so much memory is to be had: a container that finds none aborts the module.
bool hasRoomFor(double bytes) {
  if (bytes >= 0x1p31) return false;
  // Volatile, or the compiler removes an allocation that nobody uses and assumes that it succeeds.
  static void* volatile block;
  block = std::malloc(static_cast<std::size_t>(bytes));
  const bool found = block != nullptr;
  std::free(block);
  return found;
}

/// No fewer bytes than derive and the message of its result ever hold at once beside the input:
/// per item, per entry of the matrices with a row per item, and per entry of those without.
double roomToDerive(const DeriveInput& input) {
  const auto columns = [](const auto& matrix) {
    return matrix ? static_cast<double>(matrix->cols()) : 0;
  };
  const auto size = [](const auto& vector) {
    return vector ? static_cast<double>(vector->size()) : 0;
  };
  const double n = size(input.scores) + (input.X ? static_cast<double>(input.X->rows()) : 0);
  const double d = columns(input.X);
  const double d_q = size(input.q);
  const double hidden =
      size(input.parameters.v) +
      (input.parameters.Wq ? static_cast<double>(input.parameters.Wq->rows()) : 0) +
      (input.parameters.U ? static_cast<double>(input.parameters.U->rows()) : 0);
  const double jacobian = n <= static_cast<double>(kMaxJacobianItems) ? n * n : 0;
  return 65536 + 512 * n + 64 * n * (d + d_q) + 32 * jacobian +
         64 * (d * d_q + d + d_q + columns(input.K) + hidden);
}

/// A call: the answer to one message as another, in `out`; everything else is freed again.
using Call = Error (*)(Buffer in, Buffer* out, std::size_t* size);

template <class Result>
Error write(const Result& result, void (*writeResult)(const Result&, MessageWriter&), Buffer* out,
            std::size_t* size) {
  MessageWriter counter(nullptr);
  writeResult(result, counter);
  *size = counter.size();
  *out = allocate(*size);
  if (*out == nullptr) return {Status::kOutOfMemory};
  MessageWriter writer(out->get());
  writeResult(result, writer);
  return {};
}

Error deriveCall(Buffer in, Buffer* out, std::size_t* size) {
  const DeriveInput input = readInput(MessageReader(in.get()));
  in.reset();
  if (!hasRoomFor(roomToDerive(input))) return {Status::kOutOfMemory};
  Derivation derivation;
  if (const Error error = derive(input, &derivation); !error.ok()) return error;
  return write(derivation, writeDerivation, out, size);
}

/// No fewer bytes than a call needs that holds this many numbers per item and their message.
double roomPerItem(const Vector& scores) {
  return 65536 + 512.0 * static_cast<double>(scores.size());
}

Error sampleHardCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const double temperature = message.number();
  const Index draws = message.index();
  const auto seed = static_cast<std::uint64_t>(message.number());
  const Vector scores = message.vector();
  const Matrix X = message.matrix();
  in.reset();
  if (!hasRoomFor(roomPerItem(scores))) return {Status::kOutOfMemory};
  HardSamples samples;
  if (const Error error = sampleHard(scores, temperature, X, draws, seed, &samples); !error.ok()) {
    return error;
  }
  return write(samples, writeHardSamples, out, size);
}

Error naiveSoftmaxCall(Buffer in, Buffer* out, std::size_t* size) {
  MessageReader message(in.get());
  const double temperature = message.number();
  const Vector scores = message.vector();
  in.reset();
  if (!hasRoomFor(roomPerItem(scores))) return {Status::kOutOfMemory};
  NaiveFormulas formulas;
  if (const Error error = naiveFormulas(scores, temperature, &formulas); !error.ok()) return error;
  return write(formulas, writeNaiveFormulas, out, size);
}

/// A Float64Array, or { code, argument, row, column } where there is no answer.
val answer(Call call, const val& message) {
  const auto length = message["length"].as<std::size_t>();
  Buffer in = allocate(length);
  // The input is read out of the message into as many doubles again.
  if (in == nullptr || !hasRoomFor(65536 + 8.0 * static_cast<double>(length))) {
    return failure({Status::kOutOfMemory});
  }
  val(typed_memory_view(length, in.get())).call<void>("set", message);
  Buffer out;
  std::size_t size = 0;
  const Error error = call(std::move(in), &out, &size);
  if (!error.ok()) return failure(error);
  val copy = val::take_ownership(copyOrNull(out.get(), size));
  return copy.isNull() ? failure({Status::kOutOfMemory}) : copy;
}

template <Call kCall>
val answerTo(const val& message) {
  return answer(kCall, message);
}

/// Whether an argument of this size is within the bounds of limits.h.
bool fits(double rows, double columns) { return checkSize("", rows, columns).ok(); }

template <class Enum, class Name>
val namesUpTo(Enum last, const Name& name) {
  val names = val::array();
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    names.set(i, std::string(name(static_cast<Enum>(i))));
  }
  return names;
}

/// What the numbers of an enum in a message mean.
val names() {
  val object = val::object();
  object.set("scores", namesUpTo(Score::kGaussian, scoreName));
  object.set("flags", namesUpTo(Flag::kMasked, flagName));
  object.set("steps", namesUpTo(StepId::kS7b, stepName));
  object.set("relations", namesUpTo(Relation::kApprox, relationName));
  return object;
}

EMSCRIPTEN_BINDINGS(softmax_bridge) {
  emscripten::function("derive", &answerTo<deriveCall>);
  emscripten::function("sampleHard", &answerTo<sampleHardCall>);
  emscripten::function("naiveSoftmax", &answerTo<naiveSoftmaxCall>);
  emscripten::function("fits", &fits);
  emscripten::function("names", &names);
}

}  // namespace
}  // namespace softmax_bridge
