#include "softmax_bridge/temperature.h"

#include <algorithm>

#include "scored_input.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/smooth_max.h"
#include "softmax_bridge/softmax.h"
#include "special_values.h"

namespace softmax_bridge {
namespace {

// do/dτ = −(Σ p_i t_i (x_i − h) − t̄ (o − h))/τ, t̄ = Σ p_i t_i: relative to the winner, so that near
// one-hot there are no large terms to cancel.
Vector outputSlope(const Matrix& X, const Partition& parts, const std::vector<Wide>& difference) {
  Vector slope = Vector::Zero(X.cols());
  if (parts.temperature == 0 || parts.temperature == kInfinity) return slope;
  std::vector<Wide> sum(X.cols());
  Wide mean;
  for (Index i = 0; i < X.rows(); ++i) {
    if (parts.scaled_shifts[i].isZero()) continue;
    const Wide weight = wideWeight(parts, i) * parts.scaled_shifts[i];
    mean += weight;
    for (Index j = 0; j < X.cols(); ++j) {
      sum[j] += weight * wideDifference(X(i, j), X(parts.winner, j));
    }
  }
  for (Index j = 0; j < X.cols(); ++j) {
    slope[j] = toDouble((mean * difference[j] - sum[j]) / toWide(parts.temperature));
  }
  return slope;
}

void setRow(Index row, const Vector& values, Matrix* matrix) {
  for (Index j = 0; j < values.size(); ++j) (*matrix)(row, j) = values[j];
}

}  // namespace

Error sweep(const DeriveInput& input, const Vector& temperatures, Sweep* result) {
  ScoredInput scored;
  Error error = scoreInput(input, &scored);
  if (!error.ok()) return error;
  const Index rows = temperatures.size();
  const Index n = scored.scores.size();
  const Index d = input.X ? input.X->cols() : 0;
  if (static_cast<double>(rows) * static_cast<double>(std::max(n, d)) >
      static_cast<double>(kMaxEntries)) {
    return {Status::kTooLarge, "temperatures"};
  }
  result->weights.resize(rows, n);
  result->outputs.resize(rows, d);
  result->output_slope.resize(rows, d);
  for (Vector* values : {&result->entropy, &result->lse_minus_max, &result->total_variation_to_ties,
                         &result->lower, &result->upper, &result->output_distance}) {
    values->resize(rows);
  }
  for (Index row = 0; row < rows; ++row) {
    Partition parts;
    error = partitionAt(input, scored, temperatures[row], &parts);
    if (error.status == Status::kBadTemperature) return {error.status, "temperatures", row, 0};
    if (!error.ok()) return error;
    setRow(row, softmaxWeights(parts), &result->weights);
    if (input.X) {
      const std::vector<Wide> difference = outputDifference(*input.X, parts);
      const Vector hard_output = input.X->row(parts.winner).transpose();
      setRow(row, plusHard(difference, hard_output), &result->outputs);
      setRow(row, outputSlope(*input.X, parts, difference), &result->output_slope);
      result->output_distance[row] = toDouble(wideNorm(difference));
    } else {
      result->output_distance[row] = kNaN;
    }
    result->entropy[row] = entropy(parts);
    result->lse_minus_max[row] = lseMinusMax(parts);
    result->total_variation_to_ties[row] = totalVariationToTies(parts);
    const auto [lower, upper] = totalVariationBounds(parts);
    result->lower[row] = lower;
    result->upper[row] = upper;
  }
  return {};
}

}  // namespace softmax_bridge
