#include "scored_input.h"

#include <string_view>

#include "finite.h"
#include "softmax_bridge/limits.h"
#include "special_values.h"

namespace softmax_bridge {
namespace {

Error checkMatrixSize(const char* argument, const std::optional<Matrix>& matrix) {
  if (!matrix) return {};
  return checkSize(argument, static_cast<double>(matrix->rows()),
                   static_cast<double>(matrix->cols()));
}

// Everything that can be refused before a score is known.
Error checkInput(const DeriveInput& input) {
  if (input.q && input.scores) return {Status::kBadArgument, "scores"};
  if (!input.q && !input.scores) return {Status::kBadArgument, "q"};
  if (input.q && !input.X) return {Status::kBadArgument, "X"};
  Error error = checkMatrixSize("X", input.X);
  if (error.ok()) error = checkMatrixSize("K", input.K);
  if (error.ok() && input.q) error = checkSize("q", 1, static_cast<double>(input.q->size()));
  if (error.ok() && input.scores) {
    error = checkSize("scores", static_cast<double>(input.scores->size()), 1);
  }
  if (!error.ok()) return error;

  const Index n = input.scores ? input.scores->size() : input.X->rows();
  if (n == 0) return {Status::kEmpty, input.scores ? "scores" : "X"};
  if (input.X && input.X->rows() != n) return {Status::kShapeMismatch, "X"};
  if (input.X && input.X->cols() == 0) return {Status::kEmpty, "X"};
  if (input.K && input.q && input.K->rows() != n) return {Status::kShapeMismatch, "K"};
  if (input.mask && static_cast<Index>(input.mask->size()) != n) {
    return {Status::kShapeMismatch, "mask"};
  }
  return {};
}

Error findScores(const DeriveInput& input, ScoredInput* scored) {
  if (input.q) {
    Error error = computeScores(input.score, *input.q, keysOf(input), input.parameters,
                                scored->attended, &scored->scores, &scored->zero_vector);
    if (!input.K && error.argument == std::string_view("K")) error.argument = "X";
    return error;
  }
  scored->scores = *input.scores;
  for (Index i = 0; i < scored->scores.size(); ++i) {
    if (!scored->attended[i]) scored->scores[i] = -kInfinity;
  }
  return {};
}

Error checkValues(const Matrix& X, const Mask& support) {
  for (Index i = 0; i < X.rows(); ++i) {
    if (!support[i]) continue;
    const Error error = checkFinite("X", X.row(i).data(), X.cols(), i);
    if (!error.ok()) return error;
  }
  return {};
}

}  // namespace

Error scoreInput(const DeriveInput& input, ScoredInput* scored) {
  Error error = checkInput(input);
  if (!error.ok()) return error;
  const Index n = input.scores ? input.scores->size() : input.X->rows();
  scored->attended = input.mask ? *input.mask : Mask(n, 1);
  scored->zero_vector = false;
  error = findScores(input, scored);
  return error.ok() ? attendHard(scored->scores, &scored->hard) : error;
}

Error partitionAt(const DeriveInput& input, const ScoredInput& scored, double temperature,
                  Partition* parts) {
  if (!(temperature >= 0)) return {Status::kBadTemperature, "temperature"};
  if (scored.hard.max == kInfinity && temperature == kInfinity) {
    return {Status::kNotDetermined, "scores", scored.hard.argmax, 0};
  }
  *parts = partition(scored.scores, scored.hard, temperature);
  return input.X ? checkValues(*input.X, parts->support) : Error{};
}

const Matrix& keysOf(const DeriveInput& input) { return input.K ? *input.K : *input.X; }

std::vector<Wide> outputDifference(const Matrix& X, const Partition& parts) {
  std::vector<Wide> difference(X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    if (!parts.support[i] || i == parts.winner) continue;
    const Wide& u = parts.exp_shifted[i];
    for (Index j = 0; j < X.cols(); ++j) {
      difference[j] += u * wideDifference(X(i, j), X(parts.winner, j));
    }
  }
  for (Wide& entry : difference) entry /= parts.sum;
  return difference;
}

Wide wideNorm(const std::vector<Wide>& x) {
  Wide sum;
  for (const Wide& entry : x) sum += entry * entry;
  return sqrt(sum);
}

Vector plusHard(const std::vector<Wide>& difference, const Vector& hard_output) {
  Vector result(hard_output.size());
  for (Index j = 0; j < result.size(); ++j) {
    result[j] = toDouble(toWide(hard_output[j]) + difference[j]);
  }
  return result;
}

}  // namespace softmax_bridge
