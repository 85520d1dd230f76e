#include "softmax_bridge/training.h"

#include <cmath>
#include <string_view>

#include "scored_input.h"
#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/random.h"
#include "softmax_bridge/scores.h"
#include "softmax_bridge/softmax.h"
#include "special_values.h"
#include "target.h"

namespace softmax_bridge {
namespace {

bool isPositive(double x) { return x > 0 && x < kInfinity; }

Error checkInput(const TrainInput& input) {
  const auto n = static_cast<double>(input.X.rows());
  const auto d = static_cast<double>(input.X.cols());
  const auto steps = static_cast<double>(input.steps);
  const Error error = checkSize("X", n, d);
  if (!error.ok()) return error;
  if (n == 0 || d == 0) return {Status::kEmpty, "X"};
  if (input.q.size() != input.X.cols()) return {Status::kShapeMismatch, "q"};
  if (input.target < 0 || input.target >= input.X.rows()) return {Status::kBadArgument, "target"};
  if (!isPositive(input.temperature)) return {Status::kBadTemperature, "temperature"};
  if (!(input.eta >= 0 && input.eta < kInfinity)) return {Status::kBadArgument, "eta"};
  if (!isPositive(input.lambda)) return {Status::kBadArgument, "lambda"};
  if (input.steps < 0) return {Status::kBadArgument, "steps"};
  if (input.steps > kMaxTrainingSteps || steps * n * d > kMaxTrainingWork ||
      (steps + 1) * d > static_cast<double>(kMaxEntries)) {
    return {Status::kTooLarge, "steps"};
  }
  return {};
}

Error scoreItems(const TrainInput& input, const Vector& q, Vector* scores) {
  bool zero_vector = false;
  Error error =
      computeScores(Score::kDot, q, input.X, {}, Mask(input.X.rows(), 1), scores, &zero_vector);
  if (error.argument == std::string_view("K")) error.argument = "X";
  return error;
}

/// One query and what the estimators look at.
class State {
 public:
  explicit State(const TrainInput& input) : input_(input), random_(input.seed) {}

  Error moveTo(const Vector& q) {
    Vector scores;
    HardAttention hard;
    Error error = scoreItems(input_, q, &scores);
    if (error.ok()) error = attendHard(scores, &hard);
    if (!error.ok()) return error;
    parts_ = partition(scores, hard, input_.temperature);
    output_ = outputFromTarget(input_.X, parts_, input_.target);
    return {};
  }

  [[nodiscard]] Index pick() const { return parts_.winner; }
  [[nodiscard]] double weightTarget() const { return toDouble(wideWeight(parts_, input_.target)); }

  /// ‖o − h‖
  [[nodiscard]] double outputDistance() const {
    return toDouble(wideNorm(outputFromTarget(input_.X, parts_, parts_.winner)));
  }

  [[nodiscard]] double loss() const {
    switch (input_.estimator) {
      case Estimator::kHard:
      case Estimator::kStraightThrough:
        return toDouble(lossOf(parts_.winner));
      case Estimator::kSoftMse:
      case Estimator::kGumbelSoftmax:
        return toDouble(halfSquare(output_));
      case Estimator::kSoftCe:
        return crossEntropy(parts_, input_.target);
      case Estimator::kExpectedHard:
      case Estimator::kReinforce: {
        Wide sum;
        for (Index i = 0; i < items(); ++i) sum += wideWeight(parts_, i) * lossOf(i);
        return toDouble(sum);
      }
    }
    return 0;
  }

  /// τ ∂ℓ/∂q, d.
  std::vector<Wide> gradient() {
    switch (input_.estimator) {
      case Estimator::kHard:
        break;
      case Estimator::kSoftMse:
        return sumFromWinner(input_.X, parts_, outputSlopes(input_.X, parts_, output_));
      case Estimator::kSoftCe:
        return output_;
      case Estimator::kStraightThrough:
        return sumFromWinner(input_.X, parts_,
                             outputSlopes(input_.X, parts_, fromTarget(parts_.winner)));
      case Estimator::kExpectedHard: {
        std::vector<Wide> losses(items());
        const Wide winner = lossOf(parts_.winner);
        for (Index i = 0; i < items(); ++i) losses[i] = lossOf(i) - winner;
        return sumFromWinner(input_.X, parts_, centred(parts_, losses));
      }
      case Estimator::kReinforce: {
        // x_z − o = (x_z − x_w) − Σ p_i (x_i − x_w)
        const Index drawn = attended(noisyScores()).argmax;
        const std::vector<Wide> mean = outputFromTarget(input_.X, parts_, parts_.winner);
        std::vector<Wide> sum = differenceOfItems(input_.X, drawn, parts_.winner);
        const Wide loss = lossOf(drawn);
        for (Index j = 0; j < features(); ++j) sum[j] = loss * (sum[j] - mean[j]);
        return sum;
      }
      case Estimator::kGumbelSoftmax: {
        const Vector noisy = noisyScores();
        const Partition parts = partition(noisy, attended(noisy), input_.lambda);
        const std::vector<Wide> output = outputFromTarget(input_.X, parts, input_.target);
        std::vector<Wide> sum =
            sumFromWinner(input_.X, parts, outputSlopes(input_.X, parts, output));
        for (Wide& entry : sum) entry /= toWide(input_.lambda);
        return sum;
      }
    }
    return std::vector<Wide>(features());
  }

 private:
  [[nodiscard]] Index items() const { return input_.X.rows(); }
  [[nodiscard]] Index features() const { return input_.X.cols(); }
  [[nodiscard]] std::vector<Wide> fromTarget(Index item) const {
    return differenceOfItems(input_.X, item, input_.target);
  }
  [[nodiscard]] Wide lossOf(Index item) const { return halfSquare(fromTarget(item)); }

  /// (α − m)/τ + g: argmax ~ p.
  Vector noisyScores() {
    Vector noisy(items());
    for (Index i = 0; i < noisy.size(); ++i) {
      noisy[i] = toDouble(parts_.scaled_shifts[i]) + random_.gumbel();
    }
    return noisy;
  }

  static HardAttention attended(const Vector& scores) {
    HardAttention hard;
    // Finite or, after an overflow, −∞, and never without the winner.
    static_cast<void>(attendHard(scores, &hard));
    return hard;
  }

  const TrainInput& input_;
  SplitMix64 random_;
  Partition parts_;
  std::vector<Wide> output_;  // o − x_t
};

/// Of a query that has run away: the first item whose score does.
Error overflow(const Error& error, const Matrix& X) {
  if (error.status == Status::kScoreOverflow) return error;
  Index item = 0;
  while (item + 1 < X.rows() && X(item, error.column) == 0) ++item;
  return {Status::kScoreOverflow, "", item};
}

}  // namespace

const char* estimatorName(Estimator estimator) {
  switch (estimator) {
    case Estimator::kHard:
      return "hard";
    case Estimator::kSoftMse:
      return "soft-mse";
    case Estimator::kSoftCe:
      return "soft-ce";
    case Estimator::kStraightThrough:
      return "straight-through";
    case Estimator::kExpectedHard:
      return "expected-hard";
    case Estimator::kReinforce:
      return "reinforce";
    case Estimator::kGumbelSoftmax:
      return "gumbel-softmax";
  }
  return "";
}

Error train(const TrainInput& input, TrainingRun* run) {
  Error error = checkInput(input);
  if (!error.ok()) return error;
  const Index records = input.steps + 1;
  run->q.resize(records, input.q.size());
  run->loss.resize(records);
  run->weight_target.resize(records);
  run->output_distance.resize(records);
  run->pick.resize(records);

  State state(input);
  Vector q = input.q;
  for (Index k = 0; k < records; ++k) {
    if (error = state.moveTo(q); !error.ok()) return k == 0 ? error : overflow(error, input.X);
    for (Index j = 0; j < q.size(); ++j) run->q(k, j) = q[j];
    run->loss[k] = state.loss();
    run->weight_target[k] = state.weightTarget();
    run->output_distance[k] = state.outputDistance();
    run->pick[k] = state.pick();
    if (k == input.steps) break;
    const std::vector<Wide> gradient = state.gradient();
    const Wide rate = toWide(input.eta) / toWide(input.temperature);
    for (Index j = 0; j < q.size(); ++j) q[j] = toDouble(toWide(q[j]) - rate * gradient[j]);
  }
  return {};
}

}  // namespace softmax_bridge
