#include "target.h"

namespace softmax_bridge {

std::vector<Wide> fromTarget(const Matrix& X, Index item, Index target) {
  std::vector<Wide> difference(X.cols());
  for (Index j = 0; j < X.cols(); ++j) difference[j] = wideDifference(X(item, j), X(target, j));
  return difference;
}

std::vector<Wide> outputFromTarget(const Matrix& X, const Partition& parts, Index target) {
  std::vector<Wide> sum(X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    if (!parts.support[i] || i == target) continue;
    const std::vector<Wide> difference = fromTarget(X, i, target);
    const Wide weight = wideWeight(parts, i);
    for (Index j = 0; j < X.cols(); ++j) sum[j] = sum[j] + weight * difference[j];
  }
  return sum;
}

Wide wideDot(const std::vector<Wide>& a, const std::vector<Wide>& b) {
  Wide sum;
  for (std::size_t j = 0; j < a.size(); ++j) sum = sum + a[j] * b[j];
  return sum;
}

Wide halfSquare(const std::vector<Wide>& x) { return wideDot(x, x) / toWide(2); }

double crossEntropy(const Partition& parts, Index target) {
  return -softmaxLogWeights(parts)[target];
}

}  // namespace softmax_bridge
