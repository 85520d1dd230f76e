#include "softmax_bridge/derivation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "scored_input.h"
#include "softmax_bridge/compensated.h"
#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/smooth_max.h"
#include "softmax_bridge/softmax.h"
#include "special_values.h"
#include "wide_vector.h"

namespace softmax_bridge {
namespace {

Vector scaleScores(const Vector& scores, double temperature) {
  return scores.unaryExpr([temperature](double score) {
    if (score == -kInfinity || score == 0) return score;
    return temperature == kInfinity ? 0 : score / temperature;
  });
}

// A matrix of Wide entries as doubles in [−1, 1] with one power of two per column, for inner loops
// that must be fast and still neither overflow nor underflow.
struct ScaledColumns {
  Matrix mantissas;
  std::vector<int> exponents;
};

ScaledColumns scaleColumns(const std::vector<Wide>& entries, Index rows, Index columns) {
  ScaledColumns result{Matrix(rows, columns), std::vector<int>(columns)};
  for (Index j = 0; j < columns; ++j) {
    int largest = std::numeric_limits<int>::min();
    for (Index i = 0; i < rows; ++i) {
      const Wide& entry = entries[i * columns + j];
      if (!entry.isZero()) largest = std::max(largest, entry.exponent);
    }
    result.exponents[j] = largest;
    for (Index i = 0; i < rows; ++i) {
      const Wide& entry = entries[i * columns + j];
      result.mantissas(i, j) = entry.isZero() ? 0 : std::ldexp(entry.hi, entry.exponent - largest);
    }
  }
  return result;
}

// Xᵀu − h, to which the winner adds nothing, as u_* x_* = h.
std::vector<Wide> unnormalisedDifference(const Matrix& X, const Partition& partition) {
  std::vector<Wide> difference(X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    if (!partition.support[i] || i == partition.winner) continue;
    for (Index j = 0; j < X.cols(); ++j) {
      difference[j] += partition.exp_shifted[i] * toWide(X(i, j));
    }
  }
  return difference;
}

Vector meanOverTies(const Matrix& X, const std::vector<Index>& ties) {
  Vector mean(X.cols());
  for (Index j = 0; j < X.cols(); ++j) {
    Wide sum;
    for (const Index i : ties) sum += toWide(X(i, j));
    mean[j] = toDouble(sum / toWide(static_cast<double>(ties.size())));
  }
  return mean;
}

// ∂o/∂q = (1/τ) Σ p_i (x_i − o)(g_i − g_*)ᵀ, g_i = ∇_q s_i: subtracting the winner's g_* changes
// nothing, as Σ p_i (x_i − o) = 0, and leaves no large terms to cancel where p is nearly one-hot.
Matrix gradientQuery(const DeriveInput& input, const Partition& partition,
                     const std::vector<Wide>& output_difference) {
  const Matrix& X = *input.X;
  const Matrix& K = keysOf(input);
  const Vector& q = *input.q;
  const Index d = X.cols();
  const Index d_q = q.size();
  Matrix gradient = Matrix::Zero(d, d_q);
  if (partition.temperature == kInfinity) return gradient;

  std::vector<Index> items;
  for (Index i = 0; i < X.rows(); ++i) {
    if (i != partition.winner && !partition.exp_shifted[i].isZero()) items.push_back(i);
  }
  if (items.empty()) return gradient;
  const auto count = static_cast<Index>(items.size());
  std::vector<Wide> weights(count);
  std::vector<Wide> values(count * d);
  std::vector<Wide> slopes(count * d_q);
  const auto slopeOf = [&](Index item) {
    return wideScoreGradientQuery(input.score, q, K.row(item).transpose(), input.parameters);
  };
  const std::vector<Wide> winner_slope = slopeOf(partition.winner);
  for (Index r = 0; r < count; ++r) {
    weights[r] = wideWeight(partition, items[r]);
    for (Index j = 0; j < d; ++j) {
      values[r * d + j] =
          wideDifference(X(items[r], j), X(partition.winner, j)) - output_difference[j];
    }
    const std::vector<Wide> slope = slopeOf(items[r]);
    for (Index j = 0; j < d_q; ++j) slopes[r * d_q + j] = slope[j] - winner_slope[j];
  }
  const ScaledColumns p = scaleColumns(weights, count, 1);
  const ScaledColumns x = scaleColumns(values, count, d);
  const ScaledColumns g = scaleColumns(slopes, count, d_q);

  Matrix rounding = Matrix::Zero(d, d_q);
  for (Index r = 0; r < count; ++r) {
    for (Index i = 0; i < d; ++i) {
      const double weighted = p.mantissas(r, 0) * x.mantissas(r, i);
      for (Index j = 0; j < d_q; ++j) {
        const DoubleDouble sum = twoSum(gradient(i, j), weighted * g.mantissas(r, j));
        gradient(i, j) = sum.hi;
        rounding(i, j) += sum.lo;
      }
    }
  }
  int temperature_exponent = 0;
  const double temperature = std::frexp(partition.temperature, &temperature_exponent);
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j < d_q; ++j) {
      const double covariance = gradient(i, j) + rounding(i, j);
      // As τ → 0 a covariance within the tied set is divided by 0.
      gradient(i, j) =
          covariance == 0 ? 0
          : partition.temperature == 0
              ? std::copysign(kInfinity, covariance)
              : std::ldexp(covariance / temperature,
                           p.exponents[0] + x.exponents[i] + g.exponents[j] - temperature_exponent);
    }
  }
  return gradient;
}

void fillOutputs(const DeriveInput& input, const Partition& partition, bool gradient_exists,
                 Derivation* result, Vector* unnormalised_output, double* unnormalised_distance) {
  const Matrix& X = *input.X;
  const std::vector<Wide> difference = outputDifference(X, partition);
  const std::vector<Wide> unnormalised = unnormalisedDifference(X, partition);
  const Wide distance = wideNorm(difference);
  result->hard_output = X.row(partition.winner).transpose();
  result->tie_mean = meanOverTies(X, result->ties);
  result->soft_output = plusHard(difference, result->hard_output);
  result->output_difference = toDoubles(difference);
  result->output_distance = toDouble(distance);
  result->output_difference_share.setZero(X.cols());
  result->shares.setZero(X.rows(), X.cols());
  for (Index j = 0; j < X.cols() && result->output_distance > 0; ++j) {
    const Wide ratio = difference[j] / distance;
    result->output_difference_share[j] = toDouble(ratio * ratio);
  }
  for (Index i = 0; i < X.rows(); ++i) {
    if (!partition.support[i]) continue;
    const Wide weight = wideWeight(partition, i);
    for (Index j = 0; j < X.cols(); ++j) {
      result->shares(i, j) = toDouble(weight * toWide(X(i, j)));
    }
  }
  if (input.q && gradient_exists && input.derivatives) {
    result->gradient_query = gradientQuery(input, partition, difference);
  }
  *unnormalised_output = plusHard(unnormalised, result->hard_output);
  *unnormalised_distance = toDouble(wideNorm(unnormalised));
}

double compensatedSum(const Vector& values) {
  Wide sum;
  for (const double value : values) sum += toWide(value);
  return toDouble(sum);
}

// What a step's weights do; see StepVector.
struct Acting {
  StepVector weights;
  Vector output;
  double weight_sum;
  double output_distance;
  double weight_distance;
};

std::vector<Step> makeSteps(const Derivation& derivation, const Partition& partition,
                            Vector unnormalised_output, double unnormalised_distance) {
  const bool has_outputs = derivation.hard_output.size() > 0;
  const double no_distance = has_outputs ? 0 : kNaN;
  const Acting none{StepVector::kNone, {}, kNaN, kNaN, kNaN};
  const Acting hard{StepVector::kOneHot, derivation.hard_output, 1, no_distance, 0};
  const Acting soft{StepVector::kWeights, derivation.soft_output,
                    compensatedSum(derivation.weights), derivation.output_distance,
                    derivation.total_variation};
  const Acting unnormalised{StepVector::kExpShifted, std::move(unnormalised_output),
                            derivation.sum_exp, has_outputs ? unnormalised_distance : kNaN,
                            toDouble(partition.excess) / 2};
  using enum StepId;
  using enum Relation;
  struct Row {
    StepId id;
    Relation relation;
    StepVector candidate;
    const Acting& acting;
  };
  const std::array<Row, 11> rows{{
      {kS1, kDefinition, StepVector::kScores, none},
      {kS2, kDefinition, StepVector::kScores, hard},
      {kS3, kEqual, StepVector::kOneHot, hard},
      {kS4, kEqual, StepVector::kShifted, hard},
      {kS5, kEqual, StepVector::kExpShifted, hard},
      {kS6, kEqual, StepVector::kWeights, hard},
      {kS7, kApprox, StepVector::kWeights, soft},
      {kS8, kEqual, StepVector::kWeights, soft},
      {kS9, kEqual, StepVector::kWeights, soft},
      {kS7a, kApprox, StepVector::kExpShifted, unnormalised},
      {kS7b, kApprox, StepVector::kWeights, soft},
  }};
  std::vector<Step> steps;
  steps.reserve(rows.size());
  for (const Row& row : rows) {
    steps.push_back({row.id, row.relation, row.candidate, row.acting.weights, row.acting.output,
                     row.acting.weight_sum, row.acting.output_distance, row.acting.weight_distance,
                     row.candidate == StepVector::kOneHot ? std::vector<Index>{derivation.argmax}
                                                          : derivation.ties,
                     floatArgmax(stepVector(derivation, row.candidate))});
  }
  return steps;
}

}  // namespace

const char* flagName(Flag flag) {
  switch (flag) {
    case Flag::kTie:
      return "tie";
    case Flag::kColdLimit:
      return "cold-limit";
    case Flag::kHotLimit:
      return "hot-limit";
    case Flag::kInfiniteScore:
      return "infinite-score";
    case Flag::kZeroVector:
      return "zero-vector";
    case Flag::kMasked:
      return "masked";
  }
  return "";
}

const char* stepName(StepId id) {
  switch (id) {
    case StepId::kS1:
      return "S1";
    case StepId::kS2:
      return "S2";
    case StepId::kS3:
      return "S3";
    case StepId::kS4:
      return "S4";
    case StepId::kS5:
      return "S5";
    case StepId::kS6:
      return "S6";
    case StepId::kS7:
      return "S7";
    case StepId::kS8:
      return "S8";
    case StepId::kS9:
      return "S9";
    case StepId::kS7a:
      return "S7a";
    case StepId::kS7b:
      return "S7b";
  }
  return "";
}

const char* stepVectorName(StepVector which) {
  switch (which) {
    case StepVector::kNone:
      return "none";
    case StepVector::kScores:
      return "scores";
    case StepVector::kOneHot:
      return "oneHot";
    case StepVector::kShifted:
      return "shifted";
    case StepVector::kExpShifted:
      return "expShifted";
    case StepVector::kWeights:
      return "weights";
  }
  return "";
}

const char* relationName(Relation relation) {
  switch (relation) {
    case Relation::kDefinition:
      return "definition";
    case Relation::kEqual:
      return "equal";
    case Relation::kApprox:
      return "approx";
  }
  return "";
}

Error derive(const DeriveInput& input, Derivation* derivation) {
  ScoredInput scored;
  Partition parts;
  Error error = scoreInput(input, &scored);
  if (error.ok()) error = partitionAt(input, scored, input.temperature, &parts);
  if (!error.ok()) return error;

  const HardAttention& hard = scored.hard;
  const Index n = scored.scores.size();
  Derivation& result = *derivation;
  result = {};
  result.scores = scored.scores;
  result.scaled_scores = scaleScores(result.scores, input.temperature);
  if (input.q) {
    result.score_terms = scoreTerms(input.score, *input.q, keysOf(input), scored.attended);
  }
  result.max = hard.max;
  result.argmax = hard.argmax;
  result.ties = hard.ties;
  result.gap = hard.gap;
  result.one_hot = Vector::Unit(n, hard.argmax);
  result.shifted = result.scores.unaryExpr(
      [&hard](double score) { return score == hard.max ? 0 : score - hard.max; });
  result.exp_shifted = toDoubles(parts.exp_shifted);
  result.sum_exp = toDouble(parts.sum);
  result.log_sum_exp = logSumExp(hard, parts);
  result.lse_minus_max = lseMinusMax(parts);
  result.lse_minus_max_bounds = lseMinusMaxBounds(parts);
  result.mean_score = meanScore(result.scores, hard, parts);
  result.weights = softmaxWeights(parts);
  result.log_weights = softmaxLogWeights(parts);
  result.total_variation = totalVariation(parts);
  result.kl_divergence = klDivergence(parts);
  result.total_variation_to_ties = totalVariationToTies(parts);
  result.total_variation_bounds = totalVariationBounds(parts);
  result.entropy = entropy(parts);
  if (n <= kMaxJacobianItems && input.derivatives) result.jacobian = softmaxJacobian(parts);

  result.output_distance = kNaN;
  Vector unnormalised_output;
  double unnormalised_distance = kNaN;
  if (input.X) {
    const bool gradient_exists =
        !(input.q && input.score == Score::kCosine && (input.q->array() == 0).all());
    fillOutputs(input, parts, gradient_exists, &result, &unnormalised_output,
                &unnormalised_distance);
  }

  const auto flag = [&result](bool raised, Flag which) {
    if (raised) result.flags.push_back(which);
  };
  flag(hard.ties.size() > 1, Flag::kTie);
  flag(input.temperature == 0, Flag::kColdLimit);
  flag(input.temperature == kInfinity, Flag::kHotLimit);
  flag(hard.max == kInfinity, Flag::kInfiniteScore);
  flag(scored.zero_vector, Flag::kZeroVector);
  flag(hard.attended < n, Flag::kMasked);
  result.steps = makeSteps(result, parts, std::move(unnormalised_output), unnormalised_distance);
  return {};
}

const Vector& stepVector(const Derivation& derivation, StepVector which) {
  static const Vector empty;
  switch (which) {
    case StepVector::kNone:
      return empty;
    case StepVector::kScores:
      return derivation.scores;
    case StepVector::kOneHot:
      return derivation.one_hot;
    case StepVector::kShifted:
      return derivation.shifted;
    case StepVector::kExpShifted:
      return derivation.exp_shifted;
    case StepVector::kWeights:
      return derivation.weights;
  }
  return empty;
}

}  // namespace softmax_bridge
