#include "softmax_bridge/gradients.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "finite.h"
#include "scored_input.h"
#include "softmax_bridge/limits.h"
#include "special_values.h"
#include "target.h"
#include "wide_vector.h"

namespace softmax_bridge {
namespace {

Error checkTarget(const DeriveInput& input, const ScoredInput& scored, Loss loss, Index target) {
  if (target < 0 || target >= scored.scores.size() || scored.scores[target] == -kInfinity) {
    return {Status::kBadArgument, "target"};
  }
  if (loss == Loss::kCrossEntropy) return {};
  return checkFinite("X", input.X->row(target).data(), input.X->cols(), target);
}

/// δ, of which only rounding would make a number as τ → 0 and τ → ∞.
std::vector<Wide> scoreGradient(std::vector<Wide> slopes, double temperature) {
  const bool limit = temperature == 0 || temperature == kInfinity;
  for (Wide& slope : slopes) slope = limit ? Wide{} : slope / toWide(temperature);
  return slopes;
}

std::vector<Wide> squaredErrorGradient(const Matrix& X, const Partition& parts,
                                       const std::vector<Wide>& output) {
  return scoreGradient(outputSlopes(X, parts, output), parts.temperature);
}

/// A query, its keys and how the loss feels their scores.
struct Slopes {
  const DeriveInput& input;
  const Partition& parts;
  const std::vector<Wide>& delta;

  [[nodiscard]] const Vector& q() const { return *input.q; }
  [[nodiscard]] const Matrix& keys() const { return keysOf(input); }
  [[nodiscard]] Vector key(Index item) const { return keys().row(item).transpose(); }
  [[nodiscard]] AdditiveTerms terms(Index item) const {
    return additiveTerms(q(), key(item), input.parameters);
  }

  /// Σ δ_i a_i as Σ δ_i (a_i − a_{i*}), since Σ δ_i = 0: nothing large is left to cancel where p is
  /// nearly one-hot.
  [[nodiscard]] std::vector<Wide> sum(std::vector<Wide> (*of)(const Slopes&, Index)) const {
    const std::vector<Wide> of_winner = of(*this, parts.winner);
    std::vector<Wide> sum(of_winner.size());
    for (Index i = 0; i < static_cast<Index>(delta.size()); ++i) {
      if (i == parts.winner || delta[i].isZero()) continue;
      const std::vector<Wide> of_item = of(*this, i);
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += delta[i] * (of_item[j] - of_winner[j]);
    }
    return sum;
  }
};

/// ∂ℓ/∂q = Σ δ_i ∇_q s_i, where ∇_q s exists.
std::vector<Wide> gradientQuery(const Slopes& slopes) {
  return slopes.sum([](const Slopes& it, Index item) {
    return wideScoreGradientQuery(it.input.score, it.q(), it.key(item), it.input.parameters);
  });
}

// a bᵀ
std::vector<Wide> outer(const std::vector<Wide>& a, const std::vector<Wide>& b) {
  std::vector<Wide> product;
  product.reserve(a.size() * b.size());
  for (const Wide& x : a) {
    for (const Wide& y : b) product.push_back(x * y);
  }
  return product;
}

Matrix toMatrix(const std::vector<Wide>& entries, Index columns) {
  Matrix matrix(static_cast<Index>(entries.size()) / columns, columns);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = toDouble(entries[i]);
  return matrix;
}

void fillAdditive(const Slopes& slopes, LossGradients* gradients) {
  const Vector& q = slopes.q();
  gradients->v =
      toDoubles(slopes.sum([](const Slopes& it, Index item) { return it.terms(item).hidden; }));
  const std::vector<Wide> sum =
      slopes.sum([](const Slopes& it, Index item) { return it.terms(item).slopes; });
  gradients->Wq = toMatrix(outer(sum, toWides(q.data(), q.size())), q.size());
  const Index d = slopes.keys().cols();
  gradients->U = toMatrix(slopes.sum([](const Slopes& it, Index item) {
    const Vector key = it.key(item);
    return outer(it.terms(item).slopes, toWides(key.data(), key.size()));
  }),
                          d);
}

/// What the scores are made of: the query, the keys (∂ℓ/∂k_i = δ_i ∇_k s_i, returned) and the
/// parameters of the score.
std::vector<Wide> fillScoreGradients(const Slopes& it, const Mask& attended,
                                     LossGradients* gradients) {
  const DeriveInput& input = it.input;
  const Index n = it.keys().rows();
  const Index d = it.keys().cols();
  gradients->query = hasScoreGradient(input.score, it.q()) ? toDoubles(gradientQuery(it))
                                                           : Vector::Constant(it.q().size(), kNaN);
  std::vector<Wide> keys(n * d);
  for (Index i = 0; i < n; ++i) {
    const Vector key = it.key(i);
    if (it.delta[i].isZero() || !hasScoreGradient(input.score, key)) continue;
    const std::vector<Wide> slope =
        wideScoreGradientKey(input.score, it.q(), key, input.parameters);
    for (Index j = 0; j < d; ++j) keys[i * d + j] = it.delta[i] * slope[j];
  }
  gradients->keys = toMatrix(keys, d);
  for (Index i = 0; i < n; ++i) {
    // Where there is no slope there is no gradient, even if the loss does not feel it.
    if (attended[i] != 0 && !hasScoreGradient(input.score, it.key(i))) {
      gradients->keys->row(i).setConstant(kNaN);
    }
  }
  if (input.score == Score::kBilinear) {
    gradients->W = toMatrix(
        outer(toWides(it.q().data(), it.q().size()), sumFromWinner(it.keys(), it.parts, it.delta)),
        d);
  }
  if (input.score == Score::kAdditive) fillAdditive(it, gradients);
  return keys;
}

void fill(const DeriveInput& input, const ScoredInput& scored, const Partition& parts, Loss loss,
          Index target, LossGradients* gradients) {
  const bool squared = loss == Loss::kSquaredError;
  std::vector<Wide> output;
  std::vector<Wide> delta;
  if (squared) {
    output = outputFromTarget(*input.X, parts, target);
    delta = squaredErrorGradient(*input.X, parts, output);
  } else {
    delta = scoreGradient(crossEntropySlopes(parts, target), parts.temperature);
  }
  gradients->loss = squared ? toDouble(halfSquare(output)) : crossEntropy(parts, target);
  gradients->output = toDoubles(output);
  gradients->scores = toDoubles(delta);
  std::vector<Wide> keys;
  if (input.q) {
    keys = fillScoreGradients({input, parts, delta}, scored.attended, gradients);
  }
  if (!input.X) return;
  const bool keyed = input.q && !input.K;
  gradients->values = Matrix::Zero(input.X->rows(), input.X->cols());
  Matrix& values = gradients->values;
  for (Index i = 0; i < values.rows(); ++i) {
    const Wide weight = wideWeight(parts, i);
    for (Index j = 0; j < values.cols(); ++j) {
      Wide value;
      if (squared) value = weight * output[j];
      if (keyed) value += keys[i * values.cols() + j];
      values(i, j) = keyed && std::isnan((*gradients->keys)(i, j)) ? kNaN : toDouble(value);
    }
  }
}

// Halved before they are subtracted, which might leave the range.
void setQuotients(const Vector& up, const Vector& down, double step, Index column,
                  Matrix* quotients) {
  for (Index i = 0; i < up.size(); ++i) {
    (*quotients)(i, column) = (up[i] / 2 - down[i] / 2) / step;
  }
}

/// What a query comes to: its weights, and o − x_t.
Error reach(const DeriveInput& input, Index target, Partition* parts, std::vector<Wide>* output) {
  ScoredInput scored;
  Error error = scoreInput(input, &scored);
  if (error.ok()) error = partitionAt(input, scored, input.temperature, parts);
  if (error.ok()) error = checkTarget(input, scored, Loss::kSquaredError, target);
  if (error.ok()) *output = outputFromTarget(*input.X, *parts, target);
  return error;
}

/// An error of a query, where the caller has it.
Error inRow(Error error, Index row) {
  if (error.argument != std::string_view("q")) return error;
  error.argument = "queries";
  if (error.column >= 0) error.row = row;
  return error;
}

Error checkDirection(const Vector& direction, Index features) {
  if (direction.size() == 0) return {};
  if (direction.size() != features) return {Status::kShapeMismatch, "direction"};
  return checkFinite("direction", direction.data(), features, 0);
}

/// ⟨∂ℓ/∂q, direction⟩ of the squared error.
double slopeAlong(const DeriveInput& input, const Partition& parts, const std::vector<Wide>& output,
                  const Vector& direction) {
  const bool jumps = parts.temperature == 0 && parts.ties > 1;
  if (jumps || !hasScoreGradient(input.score, *input.q)) return kNaN;
  const std::vector<Wide> delta = squaredErrorGradient(*input.X, parts, output);
  const std::vector<Wide> gradient = gradientQuery({input, parts, delta});
  return toDouble(dot(gradient, toWides(direction.data(), direction.size())));
}

/// To 53 bits, whatever the exponent.
Wide rounded(const Wide& x) { return {x.hi, 0, x.exponent}; }

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
  if (!input.X && loss == Loss::kSquaredError) return {Status::kBadArgument, "X"};
  Error error = scoreInput(input, &scored);
  if (error.ok()) error = partitionAt(input, scored, input.temperature, &parts);
  if (error.ok()) error = checkTarget(input, scored, loss, target);
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
      if (std::isinf((*moved.q)[j])) return {Status::kNotFinite, "step"};
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
      setQuotients(soft, o, step, j, &differences->soft);
      setQuotients(hard, h, step, j, &differences->hard);
    }
    (*moved.q)[j] = (*input.q)[j];
  }
  return {};
}

Error queryLosses(const DeriveInput& input, const Matrix& queries, const Vector& direction,
                  Index target, QueryLosses* losses) {
  if (input.q || input.scores) return {Status::kBadArgument, input.q ? "q" : "scores"};
  const bool sloped = direction.size() > 0;
  Error error = checkDirection(direction, queries.cols());
  if (error.ok()) {
    error = checkSize("queries", static_cast<double>(queries.rows()),
                      static_cast<double>(queries.cols()));
  }
  if (!error.ok()) return error;
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
    std::vector<Wide> output;
    if (error = reach(moved, target, &parts, &output); !error.ok()) return inRow(error, row);
    losses->soft[row] = toDouble(halfSquare(output));
    losses->hard[row] = toDouble(halfSquare(differenceOfItems(*moved.X, parts.winner, target)));
    losses->cross_entropy[row] = crossEntropy(parts, target);
    losses->pick[row] = parts.winner;
    if (!sloped) continue;
    losses->soft_slope[row] = slopeAlong(moved, parts, output, direction);
    Wide difference;
    for (const double step : {0x1p-13, -0x1p-13}) {
      moved.q = q + step * direction;
      error = checkFinite("direction", moved.q->data(), q.size(), 0);
      if (!error.ok()) return error;
      if (error = reach(moved, target, &parts, &output); !error.ok()) return inRow(error, row);
      difference += rounded(halfSquare(output)) / toWide(2 * step);
    }
    losses->soft_difference[row] = toDouble(difference);
  }
  return {};
}

Error jacobianIdentities(const Matrix& jacobian, JacobianIdentities* identities) {
  const Index n = jacobian.rows();
  if (jacobian.cols() != n) return {Status::kShapeMismatch, "jacobian"};
  for (Index i = 0; i < n; ++i) {
    const Error error = checkFinite("jacobian", jacobian.row(i).data(), n, i);
    if (!error.ok()) return error;
  }
  *identities = {};
  identities->row_sums.resize(n);
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    double size = 0;
    for (Index j = 0; j < n; ++j) {
      sum += jacobian(i, j);
      size += std::abs(jacobian(i, j));
      identities->asymmetry =
          std::max(identities->asymmetry, std::abs(jacobian(i, j) - jacobian(j, i)));
    }
    identities->row_sums[i] = sum;
    identities->norm = std::max(identities->norm, size);
  }
  return {};
}

}  // namespace softmax_bridge
