#include "softmax_bridge/gradients.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scored_input.h"
#include "softmax_bridge/limits.h"
#include "special_values.h"
#include "target.h"

namespace softmax_bridge {
namespace {

Error checkTarget(const DeriveInput& input, const ScoredInput& scored, Index target) {
  if (target < 0 || target >= scored.scores.size() || scored.scores[target] == -kInfinity) {
    return {Status::kBadArgument, "target"};
  }
  for (Index j = 0; j < input.X->cols(); ++j) {
    const double value = (*input.X)(target, j);
    if (std::isnan(value)) return {Status::kNotANumber, "X", target, j};
    if (std::isinf(value)) return {Status::kNotFinite, "X", target, j};
  }
  return {};
}

/// What the gradients of a loss are made of.
struct Target {
  Matrix values;   // x_i − x_t
  Vector weights;  // p
  Vector output;   // g = o − x_t
};

Target targetOf(const Matrix& X, const Partition& parts, Index target) {
  Target result;
  result.values = fromTarget(X, parts.support, target);
  result.weights = softmaxWeights(parts);
  result.output = outputFromTarget(result.values, result.weights);
  return result;
}

// δ
Vector scoreGradient(const Target& it, double temperature, Loss loss, Index target) {
  const Index n = it.weights.size();
  const Index d = it.output.size();
  Vector delta = Vector::Zero(n);
  if (temperature == 0 || temperature == kInfinity) return delta;
  const double* g = it.output.data();
  const double g_squared = dot(g, g, d);
  for (Index i = 0; i < n; ++i) {
    const double slope = it.weights[i] / temperature;
    if (loss == Loss::kSquaredError) {
      delta[i] = slope * (dot(g, it.values.data() + i * d, d) - g_squared);
    } else if (i != target) {
      delta[i] = slope;
      delta[target] -= slope;
    }
  }
  return delta;
}

// ∂ℓ/∂W = q Σ δ_i k_iᵀ.
Matrix gradientBilinear(const Vector& q, const Matrix& K, const Vector& delta) {
  Matrix gradient(q.size(), K.cols());
  for (Index j = 0; j < K.cols(); ++j) {
    double sum = 0;
    for (Index i = 0; i < K.rows(); ++i) {
      if (delta[i] != 0) sum += delta[i] * K(i, j);
    }
    gradient.col(j) = q * sum;
  }
  return gradient;
}

void fillAdditive(const DeriveInput& input, const ScoredInput& scored, const Vector& delta,
                  LossGradients* gradients) {
  const Vector& q = *input.q;
  const Matrix& K = keysOf(input);
  for (Index i = 0; i < K.rows(); ++i) {
    if (!scored.attended[i]) continue;
    const AdditiveTerms terms = additiveTerms(q, K.row(i).transpose(), input.parameters);
    const Index hidden = terms.hidden.size();
    if (!gradients->v) {
      gradients->v = Vector::Zero(hidden);
      gradients->Wq = Matrix::Zero(hidden, q.size());
      gradients->U = Matrix::Zero(hidden, K.cols());
    }
    const Vector slopes = delta[i] * terms.slopes;
    *gradients->v += delta[i] * terms.hidden;
    for (Index h = 0; h < hidden; ++h) {
      gradients->Wq->row(h) += slopes[h] * q.transpose();
      gradients->U->row(h) += slopes[h] * K.row(i);
    }
  }
}

// What the scores are made of: the query, the keys and the parameters of the score.
void fillScoreGradients(const DeriveInput& input, const ScoredInput& scored, const Vector& delta,
                        LossGradients* gradients) {
  const Vector& q = *input.q;
  const Matrix& K = keysOf(input);
  Matrix keys = Matrix::Zero(K.rows(), K.cols());
  Vector query = Vector::Zero(q.size());
  for (Index i = 0; i < K.rows(); ++i) {
    if (!scored.attended[i]) continue;
    // Where there is no slope it is NaN, and so is the gradient, even if the loss does not feel it.
    const Vector key = K.row(i).transpose();
    const Vector of_query = scoreGradientQuery(input.score, q, key, input.parameters);
    const Vector of_key = scoreGradientKey(input.score, q, key, input.parameters);
    query += delta[i] * of_query;
    keys.row(i) = delta[i] * of_key.transpose();
  }
  gradients->query = std::move(query);
  gradients->keys = std::move(keys);
  if (input.score == Score::kBilinear) gradients->W = gradientBilinear(q, K, delta);
  if (input.score == Score::kAdditive) fillAdditive(input, scored, delta, gradients);
}

void fill(const DeriveInput& input, const ScoredInput& scored, const Partition& parts, Loss loss,
          Index target, LossGradients* gradients) {
  Target it = targetOf(*input.X, parts, target);
  const bool squared = loss == Loss::kSquaredError;
  gradients->loss =
      squared ? halfSquare(it.output.data(), it.output.size()) : crossEntropy(parts, target);
  gradients->scores = scoreGradient(it, parts.temperature, loss, target);
  if (input.q) fillScoreGradients(input, scored, gradients->scores, gradients);
  Matrix& values = it.values;  // no longer needed
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      values(i, j) = squared ? it.weights[i] * it.output[j] : 0;
      if (input.q && !input.K) values(i, j) += (*gradients->keys)(i, j);
    }
  }
  gradients->values = std::move(values);
  if (squared) gradients->output = std::move(it.output);
}

/// What a query comes to.
Error reach(const DeriveInput& input, Index target, Partition* parts, Target* it) {
  ScoredInput scored;
  Error error = scoreInput(input, &scored);
  if (error.ok()) error = partitionAt(input, scored, input.temperature, parts);
  if (error.ok()) error = checkTarget(input, scored, target);
  if (error.ok()) *it = targetOf(*input.X, *parts, target);
  return error;
}

// As τ → 0 where the slopes have no limit.
void makeUndetermined(LossGradients* gradients) {
  gradients->scores.setConstant(kNaN);
  for (std::optional<Vector>* values : {&gradients->query, &gradients->v}) {
    if (*values) (*values)->setConstant(kNaN);
  }
  for (std::optional<Matrix>* values :
       {&gradients->keys, &gradients->W, &gradients->Wq, &gradients->U}) {
    if (*values) (*values)->setConstant(kNaN);
  }
}

}  // namespace

const char* lossName(Loss loss) {
  switch (loss) {
    case Loss::kSquaredError:
      return "squared-error";
    case Loss::kCrossEntropy:
      return "cross-entropy";
  }
  return "";
}

Error lossGradients(const DeriveInput& input, Loss loss, Index target, LossGradients* gradients) {
  *gradients = {};
  ScoredInput scored;
  Partition parts;
  if (!input.X) return {Status::kBadArgument, "X"};
  Error error = scoreInput(input, &scored);
  if (error.ok()) error = partitionAt(input, scored, input.temperature, &parts);
  if (error.ok()) error = checkTarget(input, scored, target);
  if (!error.ok()) return error;
  fill(input, scored, parts, loss, target, gradients);
  if (input.temperature == 0 &&
      (parts.ties > 1 || (loss == Loss::kCrossEntropy && target != parts.winner))) {
    makeUndetermined(gradients);
    if (input.q && !input.K) gradients->values.setConstant(kNaN);
  }
  return {};
}

Error outputDifferences(const DeriveInput& input, double step, OutputDifferences* differences) {
  if (!input.q) return {Status::kBadArgument, "q"};
  if (!(step > 0 && step < kInfinity)) return {Status::kBadArgument, "step"};
  DeriveInput moved = input;
  for (Index j = 0; j < input.q->size(); ++j) {
    Vector soft;
    Vector hard;
    for (const double sign : {1.0, -1.0}) {
      (*moved.q)[j] = (*input.q)[j] + sign * step;
      ScoredInput scored;
      Partition parts;
      Error error = scoreInput(moved, &scored);
      if (error.ok()) error = partitionAt(moved, scored, moved.temperature, &parts);
      if (!error.ok()) return error;
      const Matrix& X = *moved.X;
      const Vector h = X.row(parts.winner).transpose();
      const Vector o = plusHard(outputDifference(X, parts), h);
      if (sign > 0) {
        soft = o;
        hard = h;
        continue;
      }
      if (j == 0) {
        differences->soft.resize(X.cols(), input.q->size());
        differences->hard.resize(X.cols(), input.q->size());
      }
      differences->soft.col(j) = (soft - o) / (2 * step);
      differences->hard.col(j) = (hard - h) / (2 * step);
    }
    (*moved.q)[j] = (*input.q)[j];
  }
  return {};
}

Error queryLosses(const DeriveInput& input, const Matrix& queries, const Vector& direction,
                  Index target, QueryLosses* losses) {
  if (input.q || input.scores) return {Status::kBadArgument, input.q ? "q" : "scores"};
  const bool sloped = direction.size() > 0;
  if (sloped && direction.size() != queries.cols()) return {Status::kShapeMismatch, "direction"};
  if (const Error error = checkSize("queries", static_cast<double>(queries.rows()),
                                    static_cast<double>(queries.cols()));
      !error.ok()) {
    return error;
  }
  const Index rows = queries.rows();
  for (Vector* values : {&losses->soft, &losses->hard, &losses->cross_entropy}) {
    values->resize(rows);
  }
  losses->pick.resize(rows);
  losses->soft_slope.resize(sloped ? rows : 0);
  losses->soft_difference.resize(sloped ? rows : 0);
  DeriveInput moved = input;
  for (Index row = 0; row < rows; ++row) {
    const Vector q = queries.row(row).transpose();
    moved.q = q;
    Partition parts;
    Target it;
    if (const Error error = reach(moved, target, &parts, &it); !error.ok()) return error;
    const Index d = it.output.size();
    losses->soft[row] = halfSquare(it.output.data(), d);
    losses->hard[row] = halfSquare(it.values.data() + parts.winner * d, d);
    losses->cross_entropy[row] = crossEntropy(parts, target);
    losses->pick[row] = parts.winner;
    if (!sloped) continue;
    const Vector delta = scoreGradient(it, parts.temperature, Loss::kSquaredError, target);
    double slope = parts.temperature == 0 && parts.ties > 1 ? kNaN : 0;
    for (Index i = 0; i < delta.size(); ++i) {
      if (delta[i] == 0) continue;
      const Vector of_query =
          scoreGradientQuery(moved.score, q, keysOf(moved).row(i).transpose(), moved.parameters);
      slope += delta[i] * dot(of_query.data(), direction.data(), q.size());
    }
    losses->soft_slope[row] = slope;
    double difference = 0;
    for (const double step : {0x1p-13, -0x1p-13}) {
      moved.q = q + step * direction;
      if (const Error error = reach(moved, target, &parts, &it); !error.ok()) return error;
      difference += halfSquare(it.output.data(), d) / (2 * step);
    }
    losses->soft_difference[row] = difference;
  }
  return {};
}

JacobianIdentities jacobianIdentities(const Matrix& jacobian) {
  JacobianIdentities result;
  const Index n = jacobian.rows();
  result.row_sums.resize(n);
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    double size = 0;
    for (Index j = 0; j < n; ++j) {
      sum += jacobian(i, j);
      size += std::abs(jacobian(i, j));
      result.asymmetry = std::max(result.asymmetry, std::abs(jacobian(i, j) - jacobian(j, i)));
    }
    result.row_sums[i] = sum;
    result.norm = std::max(result.norm, size);
  }
  return result;
}

}  // namespace softmax_bridge
