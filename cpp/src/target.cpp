#include "target.h"

namespace softmax_bridge {

std::vector<Wide> differenceOfItems(const Matrix& X, Index i, Index k) {
  std::vector<Wide> difference(X.cols());
  for (Index j = 0; j < X.cols(); ++j) difference[j] = wideDifference(X(i, j), X(k, j));
  return difference;
}

std::vector<Wide> outputFromTarget(const Matrix& X, const Partition& parts, Index target) {
  std::vector<Wide> output(X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    if (!parts.support[i] || i == target) continue;
    for (Index j = 0; j < X.cols(); ++j) {
      output[j] += parts.exp_shifted[i] * wideDifference(X(i, j), X(target, j));
    }
  }
  for (Wide& entry : output) entry /= parts.sum;
  return output;
}

Wide dot(const std::vector<Wide>& a, const std::vector<Wide>& b) {
  Wide sum;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

Wide halfSquare(const std::vector<Wide>& x) { return toWide(0.5) * dot(x, x); }

std::vector<Wide> sumFromWinner(const Matrix& X, const Partition& parts,
                                const std::vector<Wide>& delta) {
  std::vector<Wide> sum(X.cols());
  for (Index i = 0; i < X.rows(); ++i) {
    if (i == parts.winner || delta[i].isZero()) continue;
    for (Index j = 0; j < X.cols(); ++j) {
      sum[j] += delta[i] * wideDifference(X(i, j), X(parts.winner, j));
    }
  }
  return sum;
}

double crossEntropy(const Partition& parts, Index target) {
  return -softmaxLogWeights(parts)[target];
}

std::vector<Wide> centred(const Partition& parts, const std::vector<Wide>& from_winner) {
  std::vector<Wide> slopes(from_winner.size());
  Wide mean;
  for (std::size_t i = 0; i < slopes.size(); ++i) mean += parts.exp_shifted[i] * from_winner[i];
  mean /= parts.sum;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    slopes[i] = wideWeight(parts, static_cast<Index>(i)) * (from_winner[i] - mean);
  }
  return slopes;
}

std::vector<Wide> outputSlopes(const Matrix& X, const Partition& parts,
                               const std::vector<Wide>& direction) {
  std::vector<Wide> along(X.rows());
  for (Index i = 0; i < X.rows(); ++i) {
    if (parts.support[i]) along[i] = dot(direction, differenceOfItems(X, i, parts.winner));
  }
  return centred(parts, along);
}

std::vector<Wide> crossEntropySlopes(const Partition& parts, Index target) {
  std::vector<Wide> slopes(parts.exp_shifted.size());
  for (Index i = 0; i < static_cast<Index>(slopes.size()); ++i) {
    if (i == target) continue;
    slopes[i] = wideWeight(parts, i);
    slopes[target] -= slopes[i];
  }
  return slopes;
}

}  // namespace softmax_bridge
