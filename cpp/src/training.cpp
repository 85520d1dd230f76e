#include "softmax_bridge/training.h"

#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/random.h"
#include "softmax_bridge/scores.h"
#include "softmax_bridge/softmax.h"
#include "target.h"

namespace softmax_bridge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
      computeScores(Score::kDot, q, input.X, {}, Mask(input.X.rows(), true), scores, &zero_vector);
  if (error.argument == std::string_view("K")) error.argument = "X";
  return error;
}

/// One query and what the estimators look at; everything is measured from x_t.
class State {
 public:
  explicit State(const TrainInput& input) : input_(input), random_(input.seed) {
    for (Index i = 0; i < input.X.rows(); ++i) {
      values_.push_back(fromTarget(input.X, i, input.target));
      losses_.push_back(halfSquare(values_.back()));
    }
  }

  Error moveTo(const Vector& q) {
    Vector scores;
    HardAttention hard;
    Error error = scoreItems(input_, q, &scores);
    if (error.ok()) error = attendHard(scores, &hard);
    if (!error.ok()) return error;
    parts_ = partition(scores, hard, input_.temperature);
    output_ = outputFromTarget(input_.X, parts_, input_.target);
    expected_loss_ = {};
    for (std::size_t i = 0; i < losses_.size(); ++i) {
      expected_loss_ = expected_loss_ + weight(i) * losses_[i];
    }
    return {};
  }

  [[nodiscard]] Index pick() const { return parts_.winner; }
  [[nodiscard]] double weightTarget() const { return toDouble(wideWeight(parts_, input_.target)); }

  [[nodiscard]] double loss() const {
    switch (input_.estimator) {
      case Estimator::kHard:
      case Estimator::kStraightThrough:
        return toDouble(losses_[parts_.winner]);
      case Estimator::kSoftMse:
      case Estimator::kGumbelSoftmax:
        return toDouble(halfSquare(output_));
      case Estimator::kSoftCe:
        return crossEntropy(parts_, input_.target);
      case Estimator::kExpectedHard:
      case Estimator::kReinforce:
        return toDouble(expected_loss_);
    }
    return 0;
  }

  /// τ ∂ℓ/∂q, d. The x_i may be measured from x_t here too, as Σ δ_i = 0.
  std::vector<Wide> gradient() {
    switch (input_.estimator) {
      case Estimator::kHard:
        return std::vector<Wide>(output_.size());
      case Estimator::kSoftMse:
        return covariance(parts_, output_, output_);
      case Estimator::kSoftCe:
        return output_;
      case Estimator::kStraightThrough:
        return covariance(parts_, output_, values_[parts_.winner]);
      case Estimator::kExpectedHard: {
        std::vector<Wide> sum(output_.size());
        for (std::size_t i = 0; i < values_.size(); ++i) {
          addTo(sum, weight(i) * (losses_[i] - expected_loss_), values_[i]);
        }
        return sum;
      }
      case Estimator::kReinforce: {
        const Index drawn = attendedTo(noisyScores()).argmax;
        std::vector<Wide> sum(output_.size());
        addTo(sum, losses_[drawn], values_[drawn]);
        addTo(sum, -losses_[drawn], output_);
        return sum;
      }
      case Estimator::kGumbelSoftmax: {
        const Vector noisy = noisyScores();
        const Partition parts = partition(noisy, attendedTo(noisy), input_.lambda);
        const std::vector<Wide> output = outputFromTarget(input_.X, parts, input_.target);
        std::vector<Wide> sum = covariance(parts, output, output);
        for (Wide& entry : sum) entry = entry / toWide(input_.lambda);
        return sum;
      }
    }
    return {};
  }

 private:
  [[nodiscard]] Wide weight(std::size_t item) const {
    return wideWeight(parts_, static_cast<Index>(item));
  }

  static void addTo(std::vector<Wide>& sum, const Wide& factor, const std::vector<Wide>& x) {
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = sum[j] + factor * x[j];
  }

  /// Σ p_i ⟨direction, x_i − o⟩ x_i.
  [[nodiscard]] std::vector<Wide> covariance(const Partition& parts,
                                             const std::vector<Wide>& output,
                                             const std::vector<Wide>& direction) const {
    const Wide mean = wideDot(direction, output);
    std::vector<Wide> sum(output.size());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Wide slope = wideDot(direction, values_[i]) - mean;
      addTo(sum, wideWeight(parts, static_cast<Index>(i)) * slope, values_[i]);
    }
    return sum;
  }

  /// (α − m)/τ + g: argmax ~ p.
  Vector noisyScores() {
    Vector noisy(static_cast<Index>(values_.size()));
    for (Index i = 0; i < noisy.size(); ++i) {
      noisy[i] = toDouble(parts_.scaled_shifts[i]) + random_.gumbel();
    }
    return noisy;
  }

  static HardAttention attendedTo(const Vector& scores) {
    HardAttention hard;
    // Finite or, after an overflow, −∞, and never without the winner.
    static_cast<void>(attendHard(scores, &hard));
    return hard;
  }

  const TrainInput& input_;
  SplitMix64 random_;
  std::vector<std::vector<Wide>> values_;  // x_i − x_t
  std::vector<Wide> losses_;               // ½‖x_i − x_t‖²
  Partition parts_;
  std::vector<Wide> output_;  // o − x_t
  Wide expected_loss_;
};

}  // namespace

const char* estimatorName(Estimator estimator) {
  constexpr std::array kNames{"hard",          "soft-mse",  "soft-ce",       "straight-through",
                              "expected-hard", "reinforce", "gumbel-softmax"};
  return kNames[static_cast<std::size_t>(estimator)];
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
    run->q.row(k) = q.transpose();
    run->loss[k] = state.loss();
    run->weight_target[k] = state.weightTarget();
    run->pick[k] = state.pick();
    if (k == input.steps) break;
    const std::vector<Wide> gradient = state.gradient();
    const Wide rate = toWide(input.eta) / toWide(input.temperature);
    for (Index j = 0; j < q.size(); ++j) q[j] = toDouble(toWide(q[j]) - rate * gradient[j]);
  }
  return {};
}

}  // namespace softmax_bridge
