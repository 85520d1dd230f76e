#include "target.h"

namespace softmax_bridge {

Matrix fromTarget(const Matrix& X, const Mask& used, Index target) {
  Matrix values(X.rows(), X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    for (Index j = 0; j < X.cols(); ++j) values(i, j) = used[i] ? X(i, j) - X(target, j) : 0;
  }
  return values;
}

Vector outputFromTarget(const Matrix& values, const Vector& weights) {
  Vector output(values.cols());
  for (Index j = 0; j < values.cols(); ++j) {
    output[j] = 0;
    for (Index i = 0; i < values.rows(); ++i) output[j] += weights[i] * values(i, j);
  }
  return output;
}

double dot(const double* a, const double* b, Index size) {
  double sum = 0;
  for (Index j = 0; j < size; ++j) sum += a[j] * b[j];
  return sum;
}

double halfSquare(const double* x, Index size) { return dot(x, x, size) / 2; }

double crossEntropy(const Partition& parts, Index target) {
  return -softmaxLogWeights(parts)[target];
}

}  // namespace softmax_bridge
