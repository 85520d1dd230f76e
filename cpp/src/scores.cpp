#include "softmax_bridge/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "finite.h"
#include "softmax_bridge/limits.h"
#include "wide_vector.h"

namespace softmax_bridge {
namespace {

template <typename A, typename B>
Wide wideDot(const A& a, const B& b) {
  Wide sum;
  for (Index j = 0; j < a.size(); ++j) sum += wideProduct(a[j], b[j]);
  return sum;
}

template <typename B>
Wide wideDot(const std::vector<Wide>& a, const B& b) {
  Wide sum;
  for (Index j = 0; j < b.size(); ++j) sum += a[j] * toWide(b[j]);
  return sum;
}

bool isZero(const Eigen::Ref<const Vector>& x) { return (x.array() == 0).all(); }

Error checkRows(const char* argument, const Matrix& matrix) {
  for (Index i = 0; i < matrix.rows(); ++i) {
    if (const Error error = checkFinite(argument, matrix.row(i).data(), matrix.cols(), i);
        !error.ok()) {
      return error;
    }
  }
  return {};
}

// A parameter that is present must have this shape; an absent one stands for the identity, which
// must be square.
Error checkParameter(const char* argument, const std::optional<Matrix>& parameter, Index rows,
                     Index columns) {
  if (!parameter) return rows == columns ? Error{} : Error{Status::kShapeMismatch, "q"};
  if (const Error error = checkSize(argument, static_cast<double>(parameter->rows()),
                                    static_cast<double>(parameter->cols()));
      !error.ok()) {
    return error;
  }
  if (parameter->rows() != rows || parameter->cols() != columns) {
    return {Status::kShapeMismatch, argument};
  }
  return checkRows(argument, *parameter);
}

// Width h of the additive score.
Index hiddenSize(Index query_size, const ScoreParameters& parameters) {
  if (parameters.Wq) return parameters.Wq->rows();
  if (parameters.U) return parameters.U->rows();
  return query_size;
}

Error checkParameters(Score score, Index query_size, Index key_size,
                      const ScoreParameters& parameters) {
  if (score == Score::kBilinear) return checkParameter("W", parameters.W, query_size, key_size);
  if (score == Score::kAdditive) {
    const Index hidden = hiddenSize(query_size, parameters);
    if (hidden == 0) return {Status::kEmpty, parameters.Wq ? "Wq" : "U"};
    Error error = checkParameter("Wq", parameters.Wq, hidden, query_size);
    if (error.ok()) error = checkParameter("U", parameters.U, hidden, key_size);
    if (!error.ok() || !parameters.v) return error;
    if (parameters.v->size() != hidden) return {Status::kShapeMismatch, "v"};
    return checkFinite("v", parameters.v->data(), hidden, 0);
  }
  if (query_size != key_size) return {Status::kShapeMismatch, "q"};
  if (score == Score::kGaussian) {
    if (std::isnan(parameters.sigma)) return {Status::kNotANumber, "sigma"};
    if (std::isinf(parameters.sigma)) return {Status::kNotFinite, "sigma"};
    if (parameters.sigma <= 0) return {Status::kBadArgument, "sigma"};
  }
  return {};
}

// Aᵀx; x itself if A is absent.
std::vector<Wide> transposedProduct(const std::optional<Matrix>& A, const std::vector<Wide>& x) {
  if (!A) return x;
  std::vector<Wide> result(A->cols());
  for (Index i = 0; i < A->rows(); ++i) {
    for (Index j = 0; j < A->cols(); ++j) {
      result[j] += x[i] * toWide((*A)(i, j));
    }
  }
  return result;
}

// Ax; x itself if A is absent.
std::vector<Wide> product(const std::optional<Matrix>& A, const Eigen::Ref<const Vector>& x) {
  if (!A) return toWides(x.data(), x.size());
  std::vector<Wide> result(A->rows());
  for (Index i = 0; i < A->rows(); ++i) result[i] = wideDot(A->row(i), x);
  return result;
}

// Near 1 as 1 − 2e/(1 + e), e = e^{−2|z|}: what a double leaves of tanh there is 1.
Wide wideTanh(const Wide& z) {
  if (std::abs(toDouble(z)) < 1) return toWide(std::tanh(toDouble(z)));
  const Wide e = exp(toWide(-2) * (z.hi < 0 ? -z : z));
  const Wide magnitude = toWide(1) - toWide(2) * e / (toWide(1) + e);
  return z.hi < 0 ? -magnitude : magnitude;
}

// w = v ⊙ (1 − tanh²(W_q q + U k)), with 1 − tanh² z = 4e/(1 + e)², e = e^{−2|z|}: no cancellation
// where tanh saturates.
std::vector<Wide> additiveSlopes(const Eigen::Ref<const Vector>& q,
                                 const Eigen::Ref<const Vector>& key,
                                 const ScoreParameters& parameters) {
  std::vector<Wide> slopes = product(parameters.Wq, q);
  const std::vector<Wide> from_key = product(parameters.U, key);
  for (std::size_t j = 0; j < slopes.size(); ++j) {
    const Wide z = slopes[j] + from_key[j];
    const Wide e = exp(toWide(-2) * (z.hi < 0 ? -z : z));
    const Wide root = toWide(1) + e;
    const Wide v = toWide(parameters.v ? (*parameters.v)[static_cast<Index>(j)] : 1);
    slopes[j] = v * (toWide(4) * e / (root * root));
  }
  return slopes;
}

// The gradient in a of the scores that treat query and key alike.
std::vector<Wide> symmetricGradient(Score score, const Eigen::Ref<const Vector>& a,
                                    const Eigen::Ref<const Vector>& b, double sigma) {
  std::vector<Wide> gradient(a.size());
  if (score == Score::kCosine) {
    if (isZero(b)) return gradient;
    const Wide a_norm = sqrt(wideDot(a, a));
    const Wide b_norm = sqrt(wideDot(b, b));
    const Wide cosine = wideDot(a, b) / (a_norm * b_norm);
    for (Index j = 0; j < a.size(); ++j) {
      gradient[j] = (toWide(b[j]) / b_norm - cosine * toWide(a[j]) / a_norm) / a_norm;
    }
    return gradient;
  }
  const Wide root = sqrt(toWide(static_cast<double>(a.size())));
  const Wide variance = wideProduct(sigma, sigma);
  for (Index j = 0; j < a.size(); ++j) {
    gradient[j] = score == Score::kGaussian ? wideDifference(b[j], a[j]) / variance
                  : score == Score::kScaled ? toWide(b[j]) / root
                                            : toWide(b[j]);
  }
  return gradient;
}

Vector notANumber(Index size) {
  return Vector::Constant(size, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

const char* scoreName(Score score) {
  switch (score) {
    case Score::kDot:
      return "dot";
    case Score::kScaled:
      return "scaled";
    case Score::kBilinear:
      return "bilinear";
    case Score::kAdditive:
      return "additive";
    case Score::kCosine:
      return "cosine";
    case Score::kGaussian:
      return "gaussian";
  }
  return "";
}

std::optional<Score> scoreFromName(std::string_view name) {
  for (int i = 0; *scoreName(static_cast<Score>(i)) != '\0'; ++i) {
    if (scoreName(static_cast<Score>(i)) == name) return static_cast<Score>(i);
  }
  return std::nullopt;
}

Error computeScores(Score score, const Vector& q, const Matrix& K,
                    const ScoreParameters& parameters, const Mask& attended, Vector* scores,
                    bool* zero_vector) {
  const Index n = K.rows();
  Error error = checkSize("q", 1, static_cast<double>(q.size()));
  if (error.ok()) error = checkSize("K", static_cast<double>(n), static_cast<double>(K.cols()));
  if (!error.ok()) return error;
  if (n == 0 || K.cols() == 0) return {Status::kEmpty, "K"};
  if (q.size() == 0) return {Status::kEmpty, "q"};
  if (static_cast<Index>(attended.size()) != n) return {Status::kShapeMismatch, "mask"};
  error = checkParameters(score, q.size(), K.cols(), parameters);
  if (error.ok()) error = checkFinite("q", q.data(), q.size(), 0);
  for (Index i = 0; error.ok() && i < n; ++i) {
    if (attended[i]) error = checkFinite("K", K.row(i).data(), K.cols(), i);
  }
  if (!error.ok()) return error;

  // What depends on the query alone: Wᵀq, W_q q, ‖q‖², √d_q.
  const std::vector<Wide> projected =
      score == Score::kBilinear   ? transposedProduct(parameters.W, toWides(q.data(), q.size()))
      : score == Score::kAdditive ? product(parameters.Wq, q)
                                  : std::vector<Wide>{};
  const Wide squared_norm = wideDot(q, q);
  const Wide root = sqrt(toWide(static_cast<double>(q.size())));
  const Wide twice_variance = toWide(2) * wideProduct(parameters.sigma, parameters.sigma);

  *zero_vector = score == Score::kCosine && squared_norm.isZero();
  scores->setConstant(n, -std::numeric_limits<double>::infinity());
  for (Index i = 0; i < n; ++i) {
    if (!attended[i]) continue;
    const auto key = K.row(i).transpose();
    Wide value;
    switch (score) {
      case Score::kDot:
        value = wideDot(q, key);
        break;
      case Score::kScaled:
        value = wideDot(q, key) / root;
        break;
      case Score::kBilinear:
        value = wideDot(projected, key);
        break;
      case Score::kAdditive: {
        const std::vector<Wide> from_key = product(parameters.U, key);
        for (std::size_t j = 0; j < projected.size(); ++j) {
          const double hidden = std::tanh(toDouble(projected[j] + from_key[j]));
          value = value +
                  wideProduct(parameters.v ? (*parameters.v)[static_cast<Index>(j)] : 1, hidden);
        }
        break;
      }
      case Score::kCosine: {
        const Wide key_squared_norm = wideDot(key, key);
        if (key_squared_norm.isZero() || squared_norm.isZero()) {
          *zero_vector = true;
        } else {
          value = wideDot(q, key) / sqrt(squared_norm * key_squared_norm);
        }
        break;
      }
      case Score::kGaussian: {
        for (Index j = 0; j < q.size(); ++j) {
          const Wide difference = wideDifference(q[j], key[j]);
          value -= difference * difference;
        }
        value /= twice_variance;
        break;
      }
    }
    (*scores)[i] = toDouble(value);
    if (std::isinf((*scores)[i])) return {Status::kScoreOverflow, "", i};
  }
  return {};
}

std::vector<Wide> wideScoreGradientQuery(Score score, const Eigen::Ref<const Vector>& q,
                                         const Eigen::Ref<const Vector>& key,
                                         const ScoreParameters& parameters) {
  if (score == Score::kBilinear) return product(parameters.W, key);
  if (score == Score::kAdditive) {
    return transposedProduct(parameters.Wq, additiveSlopes(q, key, parameters));
  }
  return symmetricGradient(score, q, key, parameters.sigma);
}

std::vector<Wide> wideScoreGradientKey(Score score, const Eigen::Ref<const Vector>& q,
                                       const Eigen::Ref<const Vector>& key,
                                       const ScoreParameters& parameters) {
  if (score == Score::kBilinear)
    return transposedProduct(parameters.W, toWides(q.data(), q.size()));
  if (score == Score::kAdditive) {
    return transposedProduct(parameters.U, additiveSlopes(q, key, parameters));
  }
  return symmetricGradient(score, key, q, parameters.sigma);
}

bool hasScoreGradient(Score score, const Eigen::Ref<const Vector>& x) {
  return score != Score::kCosine || !isZero(x);
}

Vector scoreGradientQuery(Score score, const Vector& q, const Vector& key,
                          const ScoreParameters& parameters) {
  if (!hasScoreGradient(score, q)) return notANumber(q.size());
  return toDoubles(wideScoreGradientQuery(score, q, key, parameters));
}

Vector scoreGradientKey(Score score, const Vector& q, const Vector& key,
                        const ScoreParameters& parameters) {
  if (!hasScoreGradient(score, key)) return notANumber(key.size());
  return toDoubles(wideScoreGradientKey(score, q, key, parameters));
}

AdditiveTerms additiveTerms(const Vector& q, const Vector& key, const ScoreParameters& parameters) {
  AdditiveTerms terms{product(parameters.Wq, q), additiveSlopes(q, key, parameters)};
  const std::vector<Wide> from_key = product(parameters.U, key);
  for (std::size_t j = 0; j < terms.hidden.size(); ++j) {
    terms.hidden[j] = wideTanh(terms.hidden[j] + from_key[j]);
  }
  return terms;
}

Matrix scoreTerms(Score score, const Vector& q, const Matrix& K, const Mask& attended) {
  if (score != Score::kDot && score != Score::kScaled) return {};
  const Wide root =
      score == Score::kScaled ? sqrt(toWide(static_cast<double>(q.size()))) : toWide(1);
  Matrix terms = Matrix::Zero(K.rows(), K.cols());
  for (Index i = 0; i < K.rows(); ++i) {
    if (!attended[i]) continue;
    for (Index j = 0; j < K.cols(); ++j) {
      terms(i, j) = toDouble(wideProduct(q[j], K(i, j)) / root);
    }
  }
  return terms;
}

}  // namespace softmax_bridge
