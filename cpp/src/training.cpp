#include "softmax_bridge/training.h"

#include <cmath>
#include <string_view>

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

/// One query and what the estimators look at; everything is measured from x_t.
class State {
 public:
  explicit State(const TrainInput& input)
      : input_(input),
        random_(input.seed),
        values_(fromTarget(input.X, Mask(input.X.rows(), 1), input.target)),
        losses_(input.X.rows()) {
    for (Index i = 0; i < losses_.size(); ++i) losses_[i] = halfSquare(value(i), features());
  }

  Error moveTo(const Vector& q) {
    Vector scores;
    HardAttention hard;
    Error error = scoreItems(input_, q, &scores);
    if (error.ok()) error = attendHard(scores, &hard);
    if (!error.ok()) return error;
    parts_ = partition(scores, hard, input_.temperature);
    weights_ = softmaxWeights(parts_);
    output_ = outputFromTarget(values_, weights_);
    return {};
  }

  [[nodiscard]] Index pick() const { return parts_.winner; }
  [[nodiscard]] double weightTarget() const { return weights_[input_.target]; }

  [[nodiscard]] double loss() const {
    switch (input_.estimator) {
      case Estimator::kHard:
      case Estimator::kStraightThrough:
        return losses_[parts_.winner];
      case Estimator::kSoftMse:
      case Estimator::kGumbelSoftmax:
        return halfSquare(output_.data(), features());
      case Estimator::kSoftCe:
        return crossEntropy(parts_, input_.target);
      case Estimator::kExpectedHard:
      case Estimator::kReinforce:
        return expectedLoss();
    }
    return 0;
  }

  /// τ ∂ℓ/∂q, d. The x_i may be measured from x_t here too, as Σ δ_i = 0.
  Vector gradient() {
    Vector sum = Vector::Zero(features());
    switch (input_.estimator) {
      case Estimator::kHard:
        break;
      case Estimator::kSoftMse:
        addCovariance(weights_, output_, output_.data(), &sum);
        break;
      case Estimator::kSoftCe:
        sum = output_;
        break;
      case Estimator::kStraightThrough:
        addCovariance(weights_, output_, value(parts_.winner), &sum);
        break;
      case Estimator::kExpectedHard: {
        const double expected = expectedLoss();
        for (Index i = 0; i < losses_.size(); ++i) {
          add(weights_[i] * (losses_[i] - expected), value(i), &sum);
        }
        break;
      }
      case Estimator::kReinforce: {
        const Index drawn = attended(noisyScores()).argmax;
        add(losses_[drawn], value(drawn), &sum);
        add(-losses_[drawn], output_.data(), &sum);
        break;
      }
      case Estimator::kGumbelSoftmax: {
        const Vector noisy = noisyScores();
        const Vector weights = softmaxWeights(partition(noisy, attended(noisy), input_.lambda));
        const Vector output = outputFromTarget(values_, weights);
        addCovariance(weights, output, output.data(), &sum);
        for (double& entry : sum) entry /= input_.lambda;
        break;
      }
    }
    return sum;
  }

 private:
  [[nodiscard]] Index features() const { return values_.cols(); }
  [[nodiscard]] const double* value(Index item) const { return values_.data() + item * features(); }
  [[nodiscard]] double expectedLoss() const {
    return dot(weights_.data(), losses_.data(), losses_.size());
  }

  static void add(double factor, const double* x, Vector* sum) {
    for (Index j = 0; j < sum->size(); ++j) (*sum)[j] += factor * x[j];
  }

  /// Σ p_i ⟨direction, x_i − o⟩ x_i.
  void addCovariance(const Vector& weights, const Vector& output, const double* direction,
                     Vector* sum) const {
    const double mean = dot(direction, output.data(), features());
    for (Index i = 0; i < weights.size(); ++i) {
      add(weights[i] * (dot(direction, value(i), features()) - mean), value(i), sum);
    }
  }

  /// (α − m)/τ + g: argmax ~ p.
  Vector noisyScores() {
    Vector noisy(losses_.size());
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
  Matrix values_;  // x_i − x_t
  Vector losses_;  // ½‖x_i − x_t‖²
  Partition parts_;
  Vector weights_;
  Vector output_;  // o − x_t
};

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
  Vector unused;
  if (error.ok()) error = scoreItems(input, input.q, &unused);  // before a NaN gets any further
  if (!error.ok()) return error;
  const Index records = input.steps + 1;
  run->q.resize(records, input.q.size());
  run->loss.resize(records);
  run->weight_target.resize(records);
  run->pick.resize(records);

  State state(input);
  Vector q = input.q;
  for (Index k = 0; k < records; ++k) {
    if (!state.moveTo(q).ok()) return {Status::kScoreOverflow};  // it has run away
    for (Index j = 0; j < q.size(); ++j) run->q(k, j) = q[j];
    run->loss[k] = state.loss();
    run->weight_target[k] = state.weightTarget();
    run->pick[k] = state.pick();
    if (k == input.steps) break;
    const Vector gradient = state.gradient();
    for (Index j = 0; j < q.size(); ++j) q[j] -= input.eta * (gradient[j] / input.temperature);
  }
  return {};
}

}  // namespace softmax_bridge
