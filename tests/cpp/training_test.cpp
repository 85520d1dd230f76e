#include "softmax_bridge/training.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "golden.h"
#include "json.h"
#include "softmax_bridge/limits.h"
#include "support.h"

namespace softmax_bridge {
namespace {

const Vector kStart = vectorOf({1, -0.5, -1, 1});

TrainInput apple(Estimator estimator, double scale = 1) {
  TrainInput input;
  input.X = kApple;
  input.q = scale * kStart;
  input.estimator = estimator;
  return input;
}

TrainingRun trained(const TrainInput& input) {
  TrainingRun run;
  const Error error = train(input, &run);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return run;
}

Estimator estimatorOf(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(Estimator::kGumbelSoftmax); ++i) {
    if (estimatorName(static_cast<Estimator>(i)) == name) return static_cast<Estimator>(i);
  }
  ADD_FAILURE() << name;
  return Estimator::kHard;
}

/// The first record that holds, or −1.
template <class Holds>
Index first(const TrainingRun& run, const Holds& holds) {
  for (Index k = 0; k < run.loss.size(); ++k) {
    if (holds(k)) return k;
  }
  return -1;
}

Index firstOverHalf(const TrainingRun& run) {
  return first(run, [&](Index k) { return run.weight_target[k] > 0.5; });
}

Index firstRight(const TrainingRun& run) {
  return first(run, [&](Index k) { return run.pick[k] == 0; });
}

TEST(Train, AgreesWithSixtyDigits) {
  const Json goldens = readGolden("training.json");
  double worst = 0;
  for (const Json& golden : goldens.items) {
    TrainInput input;
    input.X = toMatrix(golden["X"]);
    input.q = toVector(golden["q"]);
    input.target = static_cast<Index>(golden["target"].value);
    input.estimator = estimatorOf(golden["estimator"].text);
    input.temperature = golden["temperature"].number();
    input.eta = golden["eta"].number();
    input.steps = static_cast<Index>(golden["steps"].value);
    if (golden.has("seed")) input.seed = static_cast<std::uint64_t>(golden["seed"].value);
    if (golden.has("lambda")) input.lambda = golden["lambda"].number();
    const TrainingRun run = trained(input);
    ASSERT_EQ(run.loss.size(), input.steps + 1);
    for (const Json& record : golden["records"].items) {
      const auto k = static_cast<Index>(record["k"].value);
      SCOPED_TRACE(::testing::Message() << golden["estimator"].text << " after " << k);
      const auto compare = [&](double actual, double expected, double scale) {
        const double error = scale == 0 ? std::abs(actual) : std::abs(actual - expected) / scale;
        EXPECT_LE(error, 1e-12) << actual << ", not " << expected;
        worst = std::max(worst, error);
      };
      const double loss = record["loss"].number();
      const double weight = record["weightTarget"].number();
      compare(run.loss[k], loss, loss);
      compare(run.weight_target[k], weight, weight);
      const Vector q = toVector(record["q"]);
      for (Index j = 0; j < q.size(); ++j) compare(run.q(k, j), q[j], q.cwiseAbs().maxCoeff());
      EXPECT_EQ(run.pick[k], static_cast<Index>(record["pick"].value));
    }
  }
  std::printf("  relative error ≤ %.2g\n", worst);
  EXPECT_GE(goldens.items.size(), 14U);
}

// The table of docs/maths.md §3.1.
TEST(Train, FindsTheApple) {
  const TrainingRun hard = trained(apple(Estimator::kHard));
  for (Index k = 0; k <= 400; ++k) {
    EXPECT_EQ(Vector(hard.q.row(k).transpose()), kStart);  // to the bit
    EXPECT_EQ(hard.loss[k], 0.8515625);
  }
  EXPECT_NEAR(hard.weight_target[400], 0.070, 5e-4);
  EXPECT_EQ(firstRight(hard), -1);

  const TrainingRun mse = trained(apple(Estimator::kSoftMse));
  EXPECT_NEAR(mse.loss[0], 0.3546, 5e-5);
  EXPECT_NEAR(mse.loss[400], 0.00757, 5e-6);
  EXPECT_NEAR(mse.weight_target[400], 0.586, 5e-4);
  EXPECT_EQ(firstRight(mse), 8);
  EXPECT_EQ(firstOverHalf(mse), 237);

  const TrainingRun ce = trained(apple(Estimator::kSoftCe));
  EXPECT_NEAR(ce.loss[0], 2.658, 5e-4);
  EXPECT_NEAR(ce.loss[400], 0.0178, 5e-5);
  EXPECT_NEAR(ce.weight_target[400], 0.982, 5e-4);
  EXPECT_EQ(firstRight(ce), 1);
  EXPECT_EQ(firstOverHalf(ce), 8);

  const TrainingRun through = trained(apple(Estimator::kStraightThrough));
  EXPECT_EQ(through.loss[0], 0.8515625);
  EXPECT_EQ(firstRight(through), 4);
  for (Index k = 4; k <= 400; ++k) {
    EXPECT_EQ(through.loss[k], 0);
    EXPECT_EQ(through.q.row(k), through.q.row(4));  // frozen
  }
  EXPECT_NEAR(through.weight_target[400], 0.198, 5e-4);

  const TrainingRun expected = trained(apple(Estimator::kExpectedHard));
  EXPECT_NEAR(expected.loss[0], 0.5495, 5e-5);
  EXPECT_NEAR(expected.loss[400], 0.0221, 5e-5);
  EXPECT_NEAR(expected.weight_target[400], 0.773, 5e-4);
  EXPECT_EQ(firstRight(expected), 10);
  EXPECT_EQ(firstOverHalf(expected), 99);
}

TEST(Train, SaturatedStartsTakeLong) {
  struct Row {
    double scale;
    Index mse;
    Index ce;
  };
  for (const Row& row : {Row{0, 257, 8}, Row{1, 237, 8}, Row{2, 215, 7}, Row{4, 145, 7},
                         Row{6, 394, 7}, Row{8, 2369, 9}, Row{10, 18389, 10}}) {
    TrainInput input = apple(Estimator::kSoftMse, row.scale);
    input.steps = row.mse + 1;
    EXPECT_EQ(firstOverHalf(trained(input)), row.mse) << row.scale;
    input = apple(Estimator::kSoftCe, row.scale);
    EXPECT_EQ(firstOverHalf(trained(input)), row.ce) << row.scale;
  }
  struct Pick {
    double scale;
    Index mse;
    Index ce;
    Index through;
    Index expected;
  };
  for (const Pick& row : {Pick{1, 8, 1, 4, 10}, Pick{2, 18, 2, 13, 23}, Pick{4, 78, 4, 70, 111},
                          Pick{6, 371, 5, 365, 618}, Pick{8, 2357, 7, 2348, 4376}}) {
    const auto firstOf = [&](Estimator estimator, Index expected) {
      TrainInput input = apple(estimator, row.scale);
      input.steps = expected + 1;
      return firstRight(trained(input));
    };
    EXPECT_EQ(firstOf(Estimator::kSoftMse, row.mse), row.mse) << row.scale;
    EXPECT_EQ(firstOf(Estimator::kSoftCe, row.ce), row.ce) << row.scale;
    EXPECT_EQ(firstOf(Estimator::kStraightThrough, row.through), row.through) << row.scale;
    EXPECT_EQ(firstOf(Estimator::kExpectedHard, row.expected), row.expected) << row.scale;
  }
}

// (q, τ, η) → (cq, cτ, c²η), c = 2^k: the same weights to the bit, and q scaled exactly. The remedy
// for a saturated start.
TEST(Train, IsInvariantUnderScaling) {
  for (int e = 0; e <= static_cast<int>(Estimator::kGumbelSoftmax); ++e) {
    const auto estimator = static_cast<Estimator>(e);
    const TrainingRun run = trained(apple(estimator));
    for (const double c : {8.0, 0x1p-20, 0x1p40}) {
      TrainInput input = apple(estimator, c);
      input.temperature = c;
      input.eta = 2 * c * c;
      const TrainingRun scaled = trained(input);
      EXPECT_EQ(scaled.weight_target, run.weight_target) << estimatorName(estimator);
      EXPECT_EQ(scaled.loss, run.loss);
      EXPECT_EQ(scaled.pick, run.pick);
      EXPECT_EQ(scaled.q, Matrix(c * run.q));
    }
  }
}

// η = 2¹⁰⁰ makes one step from q₀ × 36 visible. The gradients at 60 digits, by mpmath.
TEST(Train, LeavesASaturatedStartInTheRightDirection) {
  const auto expectStep = [](Estimator estimator, const Vector& gradient) {
    TrainInput input = apple(estimator, 36);
    input.eta = 0x1p100;
    input.steps = 1;
    const TrainingRun run = trained(input);
    for (Index j = 0; j < 4; ++j) {
      const double step = (36 * kStart[j] - run.q(1, j)) / 0x1p100;
      EXPECT_NEAR(step / gradient[j], 1, 1e-7) << estimatorName(estimator) << j;
    }
  };
  expectStep(Estimator::kSoftMse, vectorOf({3.199196447910417e-18, -2.239667329598007e-17,
                                            -9.1926424293353232e-22, 1.2799543584370285e-17}));
  expectStep(Estimator::kStraightThrough,
             vectorOf({3.1991964479104171e-18, -2.239667329598007e-17, -9.1926424293353233e-22,
                       1.2799543584370286e-17}));
  expectStep(Estimator::kExpectedHard, vectorOf({1.6234728243127489e-18, -1.1365650363876748e-17,
                                                 -5.3623747503883354e-22, 6.4955000096760205e-18}));
}

TEST(Train, OfFiniteInputGivesNumbersOrSaysWhere) {
  for (int e = 0; e <= static_cast<int>(Estimator::kGumbelSoftmax); ++e) {
    TrainInput input;
    input.X = matrixOf({{0, 1e308}, {0, -1e308}});
    input.q = vectorOf({1, 0});
    input.target = 1;
    input.estimator = static_cast<Estimator>(e);
    input.steps = 3;
    input.eta = 0;
    const TrainingRun still = trained(input);
    EXPECT_FALSE(still.loss.array().isNaN().any()) << estimatorName(input.estimator);
    EXPECT_EQ(still.q.row(3), input.q.transpose()) << estimatorName(input.estimator);
    if (input.estimator == Estimator::kHard) continue;
    input.eta = 1e10;
    TrainingRun run;
    const Error error = train(input, &run);
    if (input.estimator == Estimator::kReinforce && error.ok()) continue;  // it drew the target
    EXPECT_EQ(error.status, Status::kScoreOverflow) << estimatorName(input.estimator);
    EXPECT_EQ(error.row, 0) << estimatorName(input.estimator);
  }
  TrainInput input = apple(Estimator::kSoftMse);
  input.temperature = 5e-324;
  EXPECT_FALSE(trained(input).q.array().isNaN().any());  // one-hot: it stays
}

TEST(Train, SaysWhichScoreOverflows) {
  TrainInput input;
  input.X = matrixOf({{0, 1}, {2, 0}, {3, 1}});
  input.q = vectorOf({1e308, 0});
  TrainingRun run;
  Error error = train(input, &run);  // 2e308
  EXPECT_EQ(error.status, Status::kScoreOverflow);
  EXPECT_EQ(error.row, 1);
  input.q = vectorOf({1, 0});
  input.estimator = Estimator::kSoftCe;
  input.eta = 1e308;
  error = train(input, &run);
  EXPECT_EQ(error.status, Status::kScoreOverflow);
  EXPECT_EQ(error.row, 1);
}

// Two items, z = q·(x_t − x_other), D = ‖x_t − x_other‖², p = σ(z).
TEST(Train, TwoItemsFollowTheirRecurrence) {
  for (const Estimator estimator : {Estimator::kSoftMse, Estimator::kSoftCe}) {
    TrainInput input;
    input.X = matrixOf({{1, 0}, {0, 1}});
    input.q = vectorOf({-1.5, 1.5});
    input.eta = 0.5;
    input.estimator = estimator;
    input.steps = 200;
    const TrainingRun run = trained(input);
    double z = -3;
    for (Index k = 0; k <= 200; ++k) {
      EXPECT_NEAR(run.q(k, 0) - run.q(k, 1), z, 1e-12);
      const double p = 1 / (1 + std::exp(-z));
      EXPECT_NEAR(run.weight_target[k], p, 1e-13);
      z += 0.5 * (estimator == Estimator::kSoftMse ? 4 * p * (1 - p) * (1 - p) : 2 * (1 - p));
    }
  }
}

TEST(Train, OneSeedGivesOneRun) {
  for (const Estimator estimator : {Estimator::kReinforce, Estimator::kGumbelSoftmax}) {
    TrainInput input = apple(estimator);
    input.steps = 50;
    const TrainingRun run = trained(input);
    EXPECT_EQ(trained(input).q, run.q);
    input.steps = 80;
    EXPECT_EQ(Matrix(trained(input).q.topRows(51)), run.q);  // more steps continue it
    input.seed = 2;
    EXPECT_NE(Matrix(trained(input).q.topRows(51)), run.q);
  }
}

// REINFORCE is unbiased: over many seeds its first step is the exact gradient's.
TEST(Train, ReinforceIsUnbiased) {
  TrainInput input = apple(Estimator::kExpectedHard);
  input.steps = 1;
  const Vector exact = (trained(input).q.row(1).transpose() - kStart) / 2;
  input.estimator = Estimator::kReinforce;
  constexpr int kSeeds = 40000;
  Vector sum = Vector::Zero(4);
  Vector squares = Vector::Zero(4);
  for (int seed = 0; seed < kSeeds; ++seed) {
    input.seed = static_cast<std::uint64_t>(seed);
    const Vector step = (trained(input).q.row(1).transpose() - kStart) / 2;
    sum += step;
    squares += step.cwiseAbs2();
  }
  for (Index j = 0; j < 4; ++j) {
    const double mean = sum[j] / kSeeds;
    const double error = std::sqrt((squares[j] / kSeeds - mean * mean) / kSeeds);
    EXPECT_NEAR(mean, exact[j], 5 * error);
    EXPECT_GT(error, 0);
  }
}

TEST(Train, SampledRunsFindTheAppleToo) {
  for (const Estimator estimator : {Estimator::kReinforce, Estimator::kGumbelSoftmax}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      TrainInput input = apple(estimator);
      input.seed = seed;
      const TrainingRun run = trained(input);
      EXPECT_GT(run.weight_target[400], 0.5) << estimatorName(estimator) << seed;
      EXPECT_EQ(run.pick[400], 0);
      EXPECT_LT(run.loss[400], run.loss[0] / 4);
    }
  }
}

// Forward one-hot, backward the Jacobian of softmax.
TEST(Train, StraightThroughIsTheSurrogateItClaimsToBe) {
  const Vector scores = vectorOf({0.3, 0.2, 0.1});
  const Derivation d = derived(scoresInput(scores));
  EXPECT_EQ(d.one_hot, vectorOf({1, 0, 0}));
  TrainInput input;
  input.X = Matrix::Identity(3, 3);  // so that q holds the scores, and ∂ℓ/∂q = J (h − y)
  input.q = scores;
  input.target = 1;
  input.estimator = Estimator::kStraightThrough;
  input.eta = 1;
  input.steps = 1;
  const Vector step = scores - trained(input).q.row(1).transpose();
  const Vector expected = d.jacobian * vectorOf({1, -1, 0});
  EXPECT_LT((step - expected).cwiseAbs().maxCoeff(), 1e-16);
}

TEST(Train, RefusesWhatHasNoAnswer) {
  TrainingRun run;
  const auto status = [&](const auto& change) {
    TrainInput input = apple(Estimator::kSoftMse);
    change(input);
    return train(input, &run).status;
  };
  EXPECT_EQ(status([](TrainInput& it) { it.X.resize(0, 4); }), Status::kEmpty);
  EXPECT_EQ(status([](TrainInput& it) { it.q = vectorOf({1}); }), Status::kShapeMismatch);
  EXPECT_EQ(status([](TrainInput& it) { it.X(1, 1) = kNaN; }), Status::kNotANumber);
  EXPECT_EQ(status([](TrainInput& it) { it.q[0] = kInfinity; }), Status::kNotFinite);
  EXPECT_EQ(status([](TrainInput& it) { it.target = 6; }), Status::kBadArgument);
  EXPECT_EQ(status([](TrainInput& it) { it.target = -1; }), Status::kBadArgument);
  EXPECT_EQ(status([](TrainInput& it) { it.eta = -1; }), Status::kBadArgument);
  EXPECT_EQ(status([](TrainInput& it) { it.eta = kNaN; }), Status::kBadArgument);
  EXPECT_EQ(status([](TrainInput& it) { it.lambda = 0; }), Status::kBadArgument);
  EXPECT_EQ(status([](TrainInput& it) { it.steps = -1; }), Status::kBadArgument);
  EXPECT_EQ(status([](TrainInput& it) { it.steps = kMaxTrainingSteps + 1; }), Status::kTooLarge);
  EXPECT_EQ(status([](TrainInput& it) { it.X = Matrix::Zero(kMaxItems + 1, 4); }),
            Status::kTooLarge);
  for (const double temperature : {0.0, -1.0, kInfinity, kNaN}) {
    EXPECT_EQ(status([&](TrainInput& it) { it.temperature = temperature; }),
              Status::kBadTemperature);
  }
  EXPECT_EQ(status([](TrainInput& it) {
              it.eta = 1e308;
              it.temperature = 0.01;
              it.estimator = Estimator::kSoftCe;
            }),
            Status::kScoreOverflow);
  EXPECT_EQ(status([](TrainInput& it) { it.steps = 0; }), Status::kOk);
  EXPECT_EQ(run.loss.size(), 1);
  TrainInput nan = apple(Estimator::kSoftMse);
  nan.X(3, 2) = kNaN;
  const Error error = train(nan, &run);
  EXPECT_STREQ(error.argument, "X");
  EXPECT_EQ(error.row, 3);
  EXPECT_EQ(error.column, 2);
}

TEST(Train, DistanceOfTheOutputsAlongTheRun) {
  TrainInput input;
  input.X = matrixOf({{1}, {0}});
  input.q = vectorOf({0});
  input.estimator = Estimator::kSoftCe;
  input.eta = 4;
  input.steps = 1;
  // At q = 0 both weigh 1/2, the first is picked: h = 1, o = 1/2. ∂ℓ/∂q = −1/2, so then q = 2,
  // and o = 1/(1 + e⁻²).
  const TrainingRun run = trained(input);
  ASSERT_EQ(run.output_distance.size(), 2);
  EXPECT_EQ(run.output_distance[0], 0.5);
  EXPECT_DOUBLE_EQ(run.output_distance[1], 0.11920292202211755);

  // The hard pick is what it was, and so is its price.
  input.estimator = Estimator::kHard;
  EXPECT_EQ(trained(input).output_distance[1], 0.5);
}

}  // namespace
}  // namespace softmax_bridge
