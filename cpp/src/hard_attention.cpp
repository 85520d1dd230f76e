#include "softmax_bridge/hard_attention.h"

#include <cmath>
#include <limits>

#include "special_values.h"

namespace softmax_bridge {

Error attendHard(const Vector& scores, HardAttention* hard) {
  *hard = {};
  hard->max = -kInfinity;
  Index infinite = 0;
  for (Index i = 0; i < scores.size(); ++i) {
    const double score = scores[i];
    if (std::isnan(score)) return {Status::kNotANumber, "scores", i, 0};
    if (score == kInfinity && ++infinite > 1) return {Status::kNotDetermined, "scores", i, 0};
    if (score > -kInfinity) ++hard->attended;
    if (score > hard->max) hard->max = score;
  }
  if (scores.size() == 0) return {Status::kEmpty, "scores"};
  if (hard->attended == 0) return {Status::kNothingToAttend};

  double best_loser = -kInfinity;
  for (Index i = 0; i < scores.size(); ++i) {
    if (scores[i] == hard->max) {
      hard->ties.push_back(i);
    } else if (scores[i] > best_loser) {
      best_loser = scores[i];
      hard->runner_up = i;
    }
  }
  hard->argmax = hard->ties.front();
  hard->gap = hard->runner_up < 0 ? kInfinity : hard->max - best_loser;
  return {};
}

std::vector<Index> floatArgmax(const Vector& values) {
  double max = -std::numeric_limits<double>::infinity();
  std::vector<Index> positions;
  for (Index i = 0; i < values.size(); ++i) {
    if (values[i] > max) {
      max = values[i];
      positions.clear();
    }
    if (values[i] == max && max > -std::numeric_limits<double>::infinity()) positions.push_back(i);
  }
  return positions;
}

}  // namespace softmax_bridge
