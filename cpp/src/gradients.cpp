#include "softmax_bridge/gradients.h"

#include <cmath>
#include <limits>

#include "scored_input.h"
#include "softmax_bridge/limits.h"
#include "target.h"
#include "wide_vector.h"

namespace softmax_bridge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

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

// δ τ
std::vector<Wide> scaledScoreGradient(const Matrix& X, const Partition& parts, Loss loss,
                                      Index target, const std::vector<Wide>& g) {
  const Index n = X.rows();
  std::vector<Wide> gradient(n);
  const Wide g_squared = wideDot(g, g);
  for (Index i = 0; i < n; ++i) {
    if (!parts.support[i] || (loss == Loss::kCrossEntropy && i == target)) continue;
    gradient[i] = wideWeight(parts, i);
    if (loss == Loss::kCrossEntropy) {
      gradient[target] = gradient[target] - gradient[i];
    } else {
      gradient[i] = gradient[i] * (wideDot(g, fromTarget(X, i, target)) - g_squared);
    }
  }
  return gradient;
}

// ∂ℓ/∂W = q Σ δ_i k_iᵀ.
Matrix gradientBilinear(const Vector& q, const Matrix& K, const std::vector<Wide>& delta) {
  Matrix gradient(q.size(), K.cols());
  for (Index j = 0; j < K.cols(); ++j) {
    Wide sum;
    for (Index i = 0; i < K.rows(); ++i) {
      if (!delta[i].isZero()) sum = sum + delta[i] * toWide(K(i, j));
    }
    for (Index r = 0; r < q.size(); ++r) gradient(r, j) = toDouble(toWide(q[r]) * sum);
  }
  return gradient;
}

void fillAdditive(const DeriveInput& input, const std::vector<Wide>& delta,
                  LossGradients* gradients) {
  const Vector& q = *input.q;
  const Matrix& K = keysOf(input);
  std::vector<Wide> v;
  std::vector<Wide> from_query;  // Σ δ_i w_i
  std::vector<Wide> from_keys;   // Σ δ_i w_i k_iᵀ, row-major
  for (Index i = 0; i < K.rows(); ++i) {
    if (delta[i].isZero()) continue;
    const AdditiveTerms terms = additiveTerms(q, K.row(i).transpose(), input.parameters);
    const Index hidden = terms.hidden.size();
    v.resize(hidden);
    from_query.resize(hidden);
    from_keys.resize(hidden * K.cols());
    for (Index h = 0; h < hidden; ++h) {
      const Wide slope = delta[i] * toWide(terms.slopes[h]);
      v[h] = v[h] + delta[i] * toWide(terms.hidden[h]);
      from_query[h] = from_query[h] + slope;
      for (Index j = 0; j < K.cols(); ++j) {
        Wide& entry = from_keys[h * K.cols() + j];
        entry = entry + slope * toWide(K(i, j));
      }
    }
  }
  const auto hidden = static_cast<Index>(v.size());
  gradients->v = toDoubles(v);
  gradients->Wq = Matrix(hidden, q.size());
  gradients->U = Matrix(hidden, K.cols());
  for (Index h = 0; h < hidden; ++h) {
    for (Index j = 0; j < q.size(); ++j) {
      (*gradients->Wq)(h, j) = toDouble(from_query[h] * toWide(q[j]));
    }
    for (Index j = 0; j < K.cols(); ++j) {
      (*gradients->U)(h, j) = toDouble(from_keys[h * K.cols() + j]);
    }
  }
}

// What the scores are made of: the query, the keys and the parameters of the score.
void fillScoreGradients(const DeriveInput& input, const ScoredInput& scored,
                        const std::vector<Wide>& delta, LossGradients* gradients) {
  const Vector& q = *input.q;
  const Matrix& K = keysOf(input);
  gradients->keys = Matrix::Zero(K.rows(), K.cols());
  std::vector<Wide> query(q.size());
  const bool query_exists = !(input.score == Score::kCosine && (q.array() == 0).all());
  for (Index i = 0; i < K.rows(); ++i) {
    if (!scored.attended[i]) continue;
    const Vector key = K.row(i).transpose();
    if (query_exists && !delta[i].isZero()) {
      const std::vector<Wide> slope = wideScoreGradientQuery(input.score, q, key, input.parameters);
      for (Index j = 0; j < q.size(); ++j) query[j] = query[j] + delta[i] * slope[j];
    }
    const Vector slope = scoreGradientKey(input.score, q, key, input.parameters);
    for (Index j = 0; j < K.cols(); ++j) {
      // 0/0 at a key whose slope does not exist stays NaN, even if the loss does not feel it.
      (*gradients->keys)(i, j) =
          std::isfinite(slope[j]) ? toDouble(delta[i] * toWide(slope[j])) : slope[j];
    }
  }
  gradients->query = query_exists ? toDoubles(query) : Vector::Constant(q.size(), kNaN);
  if (input.score == Score::kBilinear) gradients->W = gradientBilinear(q, K, delta);
  if (input.score == Score::kAdditive) fillAdditive(input, delta, gradients);
}

void fill(const DeriveInput& input, const ScoredInput& scored, const Partition& parts, Loss loss,
          Index target, LossGradients* gradients) {
  const Matrix& X = *input.X;
  const std::vector<Wide> g = outputFromTarget(X, parts, target);
  const bool squared = loss == Loss::kSquaredError;
  gradients->loss = squared ? toDouble(halfSquare(g)) : crossEntropy(parts, target);
  if (squared) gradients->output = toDoubles(g);

  std::vector<Wide> delta = scaledScoreGradient(X, parts, loss, target, g);
  const double temperature = parts.temperature;
  const bool limit = temperature == 0 || temperature == kInfinity;
  for (Wide& entry : delta) entry = limit ? Wide{} : entry / toWide(temperature);
  gradients->scores = toDoubles(delta);
  if (input.q) fillScoreGradients(input, scored, delta, gradients);
  gradients->values = Matrix::Zero(X.rows(), X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    const Wide weight = squared ? wideWeight(parts, i) : Wide{};
    for (Index j = 0; j < X.cols(); ++j) {
      const double from_key = input.q && !input.K ? (*gradients->keys)(i, j) : 0;
      gradients->values(i, j) = toDouble(weight * g[j]) + from_key;
    }
  }
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
  return loss == Loss::kSquaredError ? "squared-error" : "cross-entropy";
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
      for (Index i = 0; i < X.cols(); ++i) {
        differences->soft(i, j) = (soft[i] - o[i]) / (2 * step);
        differences->hard(i, j) = (hard[i] - h[i]) / (2 * step);
      }
    }
    (*moved.q)[j] = (*input.q)[j];
  }
  return {};
}

Error queryLosses(const DeriveInput& input, const Matrix& queries, Index target,
                  QueryLosses* losses) {
  if (input.q || input.scores) return {Status::kBadArgument, input.q ? "q" : "scores"};
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
  DeriveInput moved = input;
  for (Index row = 0; row < rows; ++row) {
    moved.q = queries.row(row).transpose();
    ScoredInput scored;
    Partition parts;
    Error error = scoreInput(moved, &scored);
    if (error.ok()) error = partitionAt(moved, scored, moved.temperature, &parts);
    if (error.ok()) error = checkTarget(moved, scored, target);
    if (!error.ok()) return error;
    losses->soft[row] = toDouble(halfSquare(outputFromTarget(*moved.X, parts, target)));
    losses->hard[row] = toDouble(halfSquare(fromTarget(*moved.X, parts.winner, target)));
    losses->cross_entropy[row] = crossEntropy(parts, target);
    losses->pick[row] = parts.winner;
  }
  return {};
}

}  // namespace softmax_bridge
