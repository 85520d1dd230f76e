#include "softmax_bridge/gradients.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "golden.h"
#include "json.h"
#include "softmax_bridge/limits.h"
#include "support.h"

namespace softmax_bridge {
namespace {

LossGradients gradientsOf(const DeriveInput& input, Loss loss, Index target) {
  LossGradients gradients;
  const Error error = lossGradients(input, loss, target, &gradients);
  EXPECT_TRUE(error.ok()) << statusName(error.status) << " " << error.argument;
  return gradients;
}

TEST(LossGradients, AgreeWithSixtyDigits) {
  const Json goldens = readGolden("gradients.json");
  for (const Json& golden : goldens.items) {
    const DeriveInput input = toInput(golden["input"]);
    const Loss loss =
        golden["loss"].text == "squared-error" ? Loss::kSquaredError : Loss::kCrossEntropy;
    EXPECT_EQ(lossName(loss), golden["loss"].text);
    SCOPED_TRACE(::testing::Message()
                 << scoreName(input.score) << " " << golden["loss"].text
                 << " at τ = " << input.temperature << ", target " << golden["target"].value);
    const Json& expected = golden["expected"];
    const LossGradients actual =
        gradientsOf(input, loss, static_cast<Index>(golden["target"].value));
    // See gradients.h: of data of size 1, and squared in the values, since both o and x_i are.
    const auto sizeOf = [](const auto& data) { return std::max(1.0, data.cwiseAbs().maxCoeff()); };
    const double temperature = std::min(1.0, input.temperature);
    const double size = sizeOf(*input.X) * sizeOf(*input.X) * (input.K ? sizeOf(*input.K) : 1) *
                        (input.q ? sizeOf(*input.q) : 1);
    const double tolerance = 32 * kUnit * size / temperature / temperature;
    const double loss_value = expected["loss"].number();
    EXPECT_TRUE(isNear(actual.loss, loss_value, tolerance * std::max(0.125, loss_value)));
    const auto compareVector = [&](const char* name, const Vector& values) {
      const Vector wanted = toVector(expected[name]);
      ASSERT_EQ(values.size(), wanted.size()) << name;
      for (Index i = 0; i < wanted.size(); ++i) {
        EXPECT_TRUE(isNear(values[i], wanted[i], tolerance)) << name << i;
      }
    };
    const auto compareMatrix = [&](const char* name, const Matrix& values) {
      const Matrix wanted = toMatrix(expected[name]);
      ASSERT_EQ(values.rows(), wanted.rows()) << name;
      ASSERT_EQ(values.cols(), wanted.cols()) << name;
      for (Index i = 0; i < wanted.size(); ++i) {
        EXPECT_TRUE(isNear(values.data()[i], wanted.data()[i], tolerance)) << name << i;
      }
    };
    compareVector("output", actual.output);
    compareVector("scores", actual.scores);
    compareMatrix("values", actual.values);
    ASSERT_EQ(actual.query.has_value(), expected.has("query"));
    if (actual.query) compareVector("query", *actual.query);
    ASSERT_EQ(actual.keys.has_value(), expected.has("keys"));
    if (actual.keys) compareMatrix("keys", *actual.keys);
    ASSERT_EQ(actual.v.has_value(), expected.has("v"));
    if (actual.v) compareVector("v", *actual.v);
    const std::array<std::pair<const char*, const std::optional<Matrix>*>, 3> parameters{
        {{"W", &actual.W}, {"Wq", &actual.Wq}, {"U", &actual.U}}};
    for (const auto& [name, values] : parameters) {
      ASSERT_EQ(values->has_value(), expected.has(name)) << name;
      if (*values) compareMatrix(name, **values);
    }
  }
  EXPECT_GT(goldens.items.size(), 60U);
}

constexpr double kStep = 0x1p-16;

// Every gradient against central differences of the loss, in 10⁴ random cases.
class Differences {
 public:
  Differences(const DeriveInput& input, Loss loss, Index target)
      : input_(input), loss_(loss), target_(target), y_(input.X->row(target).transpose()) {}

  /// The loss with the target's value held constant.
  [[nodiscard]] double lossOf(const DeriveInput& input) const {
    const Derivation d = derived(input);
    if (loss_ == Loss::kCrossEntropy) return -d.log_weights[target_];
    return (d.soft_output - y_).squaredNorm() / 2;
  }

  template <class Entry>
  void expectSlope(const Entry& entry, double gradient, const char* what) {
    DeriveInput up = input_;
    DeriveInput down = input_;
    entry(up) += kStep;
    entry(down) -= kStep;
    const double slope = (lossOf(up) - lossOf(down)) / (entry(up) - entry(down));
    EXPECT_NEAR(gradient, slope, 2e-7)
        << what << " of " << scoreName(input_.score) << " at τ = " << input_.temperature;
    ++compared;
  }

  static int compared;

 private:
  DeriveInput input_;
  Loss loss_;
  Index target_;
  Vector y_;
};

int Differences::compared = 0;

TEST(LossGradients, AreDifferencesOfTheLoss) {
  Random random(1);
  constexpr std::array kScores{Score::kDot,      Score::kScaled, Score::kBilinear,
                               Score::kAdditive, Score::kCosine, Score::kGaussian};
  for (int repeat = 0; repeat < 10000; ++repeat) {
    const Index n = random.integer(2, 4);
    const Index d = random.integer(1, 3);
    const bool own_keys = random.integer(0, 1) == 1;
    DeriveInput input = queryInput(random.matrix(n, d, -1, 1), random.vector(d, -1, 1),
                                   kScores[repeat % kScores.size()]);
    if (own_keys) input.K = random.matrix(n, d, -1, 1);
    if (input.score == Score::kCosine) {
      // Away from zero vectors.
      input.q->array() += input.q->array().sign() * 0.5;
      Matrix& keys = own_keys ? *input.K : *input.X;
      keys.array() += keys.array().sign() * 0.5;
    }
    input.parameters.W = random.matrix(d, d, -1, 1);
    input.parameters.Wq = random.matrix(2, d, -1, 1);
    input.parameters.U = random.matrix(2, d, -1, 1);
    input.parameters.v = random.vector(2, -1, 1);
    input.parameters.sigma = random.uniform(0.7, 2);
    input.temperature = random.uniform(0.5, 2);
    const Index target = random.integer(0, static_cast<int>(n) - 1);
    const Loss loss = random.integer(0, 1) == 1 ? Loss::kSquaredError : Loss::kCrossEntropy;
    const LossGradients g = gradientsOf(input, loss, target);
    Differences differences(input, loss, target);

    const Index i = random.integer(0, static_cast<int>(n) - 1);
    const Index j = random.integer(0, static_cast<int>(d) - 1);
    const Index h = random.integer(0, 1);
    differences.expectSlope([j](DeriveInput& it) -> double& { return (*it.q)[j]; }, (*g.query)[j],
                            "q");
    differences.expectSlope([i, j](DeriveInput& it) -> double& { return (*it.X)(i, j); },
                            g.values(i, j), "X");
    if (own_keys) {
      differences.expectSlope([i, j](DeriveInput& it) -> double& { return (*it.K)(i, j); },
                              (*g.keys)(i, j), "K");
    }
    if (input.score == Score::kBilinear) {
      const Index r = random.integer(0, static_cast<int>(d) - 1);
      differences.expectSlope(
          [r, j](DeriveInput& it) -> double& { return (*it.parameters.W)(r, j); }, (*g.W)(r, j),
          "W");
    }
    if (input.score == Score::kAdditive) {
      differences.expectSlope(
          [h, j](DeriveInput& it) -> double& { return (*it.parameters.Wq)(h, j); }, (*g.Wq)(h, j),
          "Wq");
      differences.expectSlope(
          [h, j](DeriveInput& it) -> double& { return (*it.parameters.U)(h, j); }, (*g.U)(h, j),
          "U");
      differences.expectSlope([h](DeriveInput& it) -> double& { return (*it.parameters.v)[h]; },
                              (*g.v)[h], "v");
    }
    // δ: as if the scores had been given.
    DeriveInput of_scores = scoresInput(derived(input).scores, input.temperature);
    of_scores.X = input.X;
    Differences of_delta(of_scores, loss, target);
    of_delta.expectSlope([i](DeriveInput& it) -> double& { return (*it.scores)[i]; }, g.scores[i],
                         "α");
    EXPECT_NEAR(g.scores.sum(), 0, 32 * kUnit / input.temperature);
  }
  EXPECT_GT(Differences::compared, 35000);
}

TEST(LossGradients, LimitsAndWhatDoesNotExist) {
  DeriveInput input = queryInput(matrixOf({{1, 0}, {0, 1}, {-1, -1}}), vectorOf({2, 1}));
  for (const double limit : {0.0, kInfinity}) {
    input.temperature = limit;
    const LossGradients g = gradientsOf(input, Loss::kSquaredError, 1);
    EXPECT_TRUE(g.scores.isZero(0));
    EXPECT_TRUE(g.query->isZero(0));
    EXPECT_GT(g.values.cwiseAbs().sum(), 0);  // the path of the values survives
  }
  input.temperature = 0;
  EXPECT_TRUE(gradientsOf(input, Loss::kCrossEntropy, 0).scores.isZero(0));
  EXPECT_EQ(gradientsOf(input, Loss::kCrossEntropy, 0).loss, 0);
  const LossGradients lost = gradientsOf(input, Loss::kCrossEntropy, 1);
  EXPECT_EQ(lost.loss, kInfinity);
  EXPECT_TRUE(lost.scores.array().isNaN().all());
  input.q = vectorOf({1, 1});
  EXPECT_TRUE(gradientsOf(input, Loss::kSquaredError, 0).query->array().isNaN().all());

  DeriveInput cosine = queryInput(matrixOf({{1, 0}, {0, 0}}), vectorOf({1, 1}), Score::kCosine);
  const LossGradients g = gradientsOf(cosine, Loss::kSquaredError, 0);
  EXPECT_FALSE(g.query->array().isNaN().any());
  EXPECT_TRUE(std::isnan((*g.keys)(1, 0)));
  EXPECT_FALSE(std::isnan((*g.keys)(0, 1)));
  cosine.q = vectorOf({0, 0});
  EXPECT_TRUE(gradientsOf(cosine, Loss::kSquaredError, 0).query->array().isNaN().all());
}

TEST(LossGradients, AMaskedItemHasNone) {
  DeriveInput input = queryInput(matrixOf({{1, 0}, {kNaN, kInfinity}, {0, 1}}), vectorOf({2, 1}));
  input.mask = Mask{1, 0, 1};
  const LossGradients g = gradientsOf(input, Loss::kSquaredError, 2);
  EXPECT_EQ(g.scores[1], 0);
  EXPECT_TRUE(g.values.row(1).isZero(0));
  EXPECT_TRUE(g.keys->row(1).isZero(0));
  EXPECT_TRUE(g.query->array().isFinite().all());
}

TEST(LossGradients, NearConvergenceKeepTheirDigits) {
  // p_t = 1 − 3.4e-38: ½‖o − y‖² and every slope are still right.
  DeriveInput input = scoresInput(vectorOf({86.5, 0, 0}));
  input.X = matrixOf({{0.1, 0.7}, {0.3, 0.2}, {0.9, -0.4}});
  const LossGradients g = gradientsOf(input, Loss::kSquaredError, 0);
  const double e = std::exp(-86.5);
  EXPECT_NEAR(g.output[0] / (e * ((0.3 - 0.1) + (0.9 - 0.1))), 1, 1e-14);
  EXPECT_NEAR(g.loss / (0.5 * g.output.squaredNorm()), 1, 1e-14);
  const LossGradients c = gradientsOf(input, Loss::kCrossEntropy, 0);
  EXPECT_NEAR(c.loss / (2 * e), 1, 1e-14);
  EXPECT_NEAR(c.scores[0] / (-2 * e), 1, 1e-14);
}

const Vector kSaturated = vectorOf({36, -18, -36, 36});  // the fire engine's weight is 1 − 2.9e-17

void expectRelative(const Vector& actual, const Vector& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (Index i = 0; i < expected.size(); ++i) EXPECT_NEAR(actual[i] / expected[i], 1, 1e-14) << i;
}

// All by mpmath at 60 digits.
TEST(LossGradients, AtSaturationKeepTheirDigits) {
  const LossGradients two =
      gradientsOf(queryInput(matrixOf({{1}, {0}}), vectorOf({40})), Loss::kSquaredError, 1);
  expectRelative(two.scores, vectorOf({4.2483542552915889e-18, -4.2483542552915889e-18}));
  expectRelative(*two.query, vectorOf({4.2483542552915889e-18}));

  const LossGradients six = gradientsOf(queryInput(kApple, kSaturated), Loss::kSquaredError, 0);
  expectRelative(six.scores, vectorOf({-9.1631295537860009e-32, -3.677056971459235e-21,
                                       -2.5593571583283245e-17, -1.4333796892988528e-38,
                                       -9.1047686421717359e-38, 2.5597248640254796e-17}));
  expectRelative(*six.query, vectorOf({3.199196447910417e-18, -2.239667329598007e-17,
                                       -9.1926424293353232e-22, 1.2799543584370285e-17}));
}

TEST(LossGradients, OfEveryScoreAtSaturationAreDifferencesOfKeys) {
  // Two items: what any gradient by way of the scores is, is δ_0 (∇s_0 − ∇s_1), and the terms of the
  // difference are 1/|δ_0| times as large.
  for (const Score score : {Score::kDot, Score::kScaled, Score::kBilinear, Score::kAdditive,
                            Score::kCosine, Score::kGaussian}) {
    DeriveInput input = queryInput(matrixOf({{1, 2}, {3, -1}}), vectorOf({2, 0.5}), score);
    input.temperature = 1.0 / 64;
    for (const Loss loss : {Loss::kSquaredError, Loss::kCrossEntropy}) {
      const LossGradients g = gradientsOf(input, loss, 1);
      const double delta = g.scores[0];
      EXPECT_NE(delta, 0) << scoreName(score);
      EXPECT_NEAR(g.scores[1] / -delta, 1, 1e-15) << scoreName(score);
      const Vector first = scoreGradientQuery(score, *input.q, vectorOf({1, 2}), {});
      const Vector second = scoreGradientQuery(score, *input.q, vectorOf({3, -1}), {});
      for (Index j = 0; j < 2; ++j) {
        const double expected = delta * (first[j] - second[j]);
        EXPECT_NEAR((*g.query)[j], expected, 1e-14 * std::abs(expected)) << scoreName(score);
      }
      if (score != Score::kBilinear) continue;
      EXPECT_NEAR((*g.W)(0, 0) / (delta * 2 * (1 - 3)), 1, 1e-14);
      EXPECT_NEAR((*g.W)(1, 1) / (delta * 0.5 * (2 + 1)), 1, 1e-14);
    }
  }
}

TEST(LossGradients, OfTheAdditiveScoreWhereTanhIsNearlyOne) {
  // tanh 20.5 and tanh 20 are 1 − 3e-18 and 1 − 8e-18: as doubles, 1 both.
  DeriveInput input = queryInput(matrixOf({{0.5}, {0}}), vectorOf({20}), Score::kAdditive);
  input.parameters.v = vectorOf({0x1p60});
  const LossGradients g = gradientsOf(input, Loss::kSquaredError, 1);
  const double difference = 2 * (std::exp(-40) - std::exp(-41));
  EXPECT_NEAR((*g.v)[0] / (g.scores[0] * difference), 1, 1e-14);
}

TEST(LossGradients, OfACrossEntropyNeedNoValues) {
  DeriveInput input = scoresInput(vectorOf({2, 1, -1}), 0.5);
  const LossGradients g = gradientsOf(input, Loss::kCrossEntropy, 1);
  const Derivation d = derived(input);
  expectRelative(g.scores, vectorOf({2 * d.weights[0], 2 * (d.weights[1] - 1), 2 * d.weights[2]}));
  EXPECT_EQ(g.loss, -d.log_weights[1]);
  EXPECT_EQ(g.values.size(), 0);
  EXPECT_FALSE(g.query.has_value());
  LossGradients squared;
  const Error error = lossGradients(input, Loss::kSquaredError, 1, &squared);
  EXPECT_EQ(error.status, Status::kBadArgument);
  EXPECT_STREQ(error.argument, "X");
}

TEST(LossGradients, OfFiniteInputAreNumbers) {
  constexpr double kTiny = 5e-324;
  DeriveInput tiny = queryInput(matrixOf({{1, 0}, {0, 1}, {-1, -1}}), vectorOf({2, 1}));
  tiny.temperature = kTiny;
  LossGradients g = gradientsOf(tiny, Loss::kSquaredError, 1);
  EXPECT_TRUE(g.scores.isZero(0));
  EXPECT_TRUE(g.query->isZero(0));
  tiny.q = vectorOf({1, 1});  // a tie: δ = ±1/(4τ)·2
  g = gradientsOf(tiny, Loss::kSquaredError, 1);
  EXPECT_EQ(g.scores, vectorOf({kInfinity, -kInfinity, 0}));
  EXPECT_EQ(*g.query, vectorOf({kInfinity, -kInfinity}));

  // x_0 − x_1 = 2e308; of two equal scores δ_0 = ½⟨1e308, 1e308⟩.
  DeriveInput huge = scoresInput(vectorOf({0, 0}), 1e308);
  huge.X = matrixOf({{1e308}, {-1e308}});
  g = gradientsOf(huge, Loss::kSquaredError, 1);
  EXPECT_NEAR(g.output[0], 1e308, 1e293);
  EXPECT_NEAR(g.scores[0] / 0.5e308, 1, 1e-15);
  EXPECT_NEAR(g.scores[1] / -0.5e308, 1, 1e-15);
  EXPECT_NEAR(g.values(0, 0) / 0.5e308, 1, 1e-15);
  EXPECT_EQ(g.loss, kInfinity);
}

TEST(LossGradients, RefuseWhatHasNoAnswer) {
  LossGradients gradients;
  DeriveInput input = queryInput(matrixOf({{1, 0}, {0, 1}}), vectorOf({2, 1}));
  const auto status = [&](Index target) {
    return lossGradients(input, Loss::kSquaredError, target, &gradients).status;
  };
  EXPECT_EQ(status(2), Status::kBadArgument);
  EXPECT_EQ(status(-1), Status::kBadArgument);
  input.mask = Mask{1, 0};
  EXPECT_EQ(status(1), Status::kBadArgument);
  EXPECT_EQ(status(0), Status::kOk);
  input.temperature = -1;
  EXPECT_EQ(status(0), Status::kBadTemperature);
  input = scoresInput(vectorOf({1, 2}));
  EXPECT_EQ(status(0), Status::kBadArgument);
  // A target without weight must still be a number.
  input.X = matrixOf({{kNaN}, {1}});
  input.temperature = 0;
  EXPECT_EQ(status(0), Status::kNotANumber);
}

TEST(OutputDifferences, StandBesideTheFormula) {
  Random random(3);
  for (int repeat = 0; repeat < 500; ++repeat) {
    const DeriveInput input = queryInput(random.matrix(4, 3, -1, 1), random.vector(3, -1, 1),
                                         repeat % 2 == 0 ? Score::kDot : Score::kGaussian);
    OutputDifferences differences;
    ASSERT_TRUE(outputDifferences(input, 0x1p-16, &differences).ok());
    const Derivation d = derived(input);
    EXPECT_LT((differences.soft - d.gradient_query).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST(OutputDifferences, OfHardOutputsAreZeroOrHuge) {
  OutputDifferences differences;
  const DeriveInput inside = queryInput(matrixOf({{1, 0}, {0, 1}}), vectorOf({2, 1}));
  ASSERT_TRUE(outputDifferences(inside, 0x1p-10, &differences).ok());
  EXPECT_TRUE(differences.hard.isZero(0));
  EXPECT_EQ(differences.hard.rows(), 2);
  const DeriveInput astride = queryInput(matrixOf({{1, 0}, {0, 1}}), vectorOf({1, 1}));
  ASSERT_TRUE(outputDifferences(astride, 0x1p-10, &differences).ok());
  EXPECT_EQ(differences.hard(0, 0), 512);  // 1/(2 step)
  EXPECT_EQ(differences.hard(1, 0), -512);

  EXPECT_EQ(outputDifferences(inside, 0, &differences).status, Status::kBadArgument);
  EXPECT_EQ(outputDifferences(inside, kNaN, &differences).status, Status::kBadArgument);
  EXPECT_EQ(outputDifferences(scoresInput(vectorOf({1})), 1, &differences).status,
            Status::kBadArgument);
}

TEST(QueryLosses, AreAStaircaseAndASlope) {
  const Vector from = vectorOf({1, -0.5, -1, 1});
  const Vector to = vectorOf({2, 2, 2, -1});
  Matrix queries(129, 4);
  for (Index row = 0; row < queries.rows(); ++row) {
    queries.row(row) = (from + (to - from) * static_cast<double>(row) / 128).transpose();
  }
  DeriveInput input;
  input.X = kApple;
  QueryLosses losses;
  ASSERT_TRUE(queryLosses(input, queries, {}, 0, &losses).ok());
  EXPECT_EQ(losses.pick.front(), 5);
  EXPECT_EQ(losses.pick.back(), 0);
  EXPECT_NEAR(losses.hard[0], 0.8515625, 0);
  EXPECT_EQ(losses.hard[128], 0);
  int treads = 1;
  for (Index row = 0; row < queries.rows(); ++row) {
    DeriveInput at = input;
    at.q = queries.row(row).transpose();
    const Derivation d = derived(at);
    const Vector y = kApple.row(0).transpose();
    EXPECT_NEAR(losses.soft[row], (d.soft_output - y).squaredNorm() / 2, 1e-15);
    EXPECT_NEAR(losses.hard[row], (d.hard_output - y).squaredNorm() / 2, 1e-15);
    EXPECT_NEAR(losses.cross_entropy[row], -d.log_weights[0], 1e-15);
    EXPECT_EQ(losses.pick[row], d.argmax);
    if (row == 0) continue;
    EXPECT_LT(losses.soft[row], losses.soft[row - 1]);
    treads += static_cast<int>(losses.hard[row] != losses.hard[row - 1]);
  }
  EXPECT_EQ(treads, 3);  // fire engine, tomato, apple

  input.q = from;
  EXPECT_EQ(queryLosses(input, queries, {}, 0, &losses).status, Status::kBadArgument);
  input.q.reset();
  EXPECT_EQ(queryLosses(input, queries, {}, 6, &losses).status, Status::kBadArgument);
  EXPECT_EQ(queryLosses(input, Matrix::Zero(1, 3), {}, 0, &losses).status, Status::kShapeMismatch);
  EXPECT_TRUE(queryLosses(input, Matrix(0, 4), {}, 0, &losses).ok());
  EXPECT_EQ(losses.soft.size(), 0);
}

TEST(QueryLosses, HaveASlopeAlongADirection) {
  DeriveInput input;
  input.X = matrixOf({{1.5, 0.5}, {0.5, 1.5}, {-1, 0.75}, {-0.75, -1.25}, {1, -1}});
  const Matrix queries = matrixOf({{-1, -0.5}, {0.25, 0}, {1, 0.5}});
  const Vector direction = vectorOf({0.5, -1});
  for (const Score score : {Score::kDot, Score::kScaled, Score::kCosine, Score::kGaussian}) {
    input.score = score;
    QueryLosses losses;
    ASSERT_TRUE(queryLosses(input, queries, direction, 0, &losses).ok());
    for (Index row = 0; row < queries.rows(); ++row) {
      DeriveInput at = input;
      at.q = queries.row(row).transpose();
      LossGradients gradients;
      ASSERT_TRUE(lossGradients(at, Loss::kSquaredError, 0, &gradients).ok());
      EXPECT_NEAR(losses.soft_slope[row], gradients.query->dot(direction), 1e-15);
      EXPECT_NE(losses.soft_slope[row], 0);
      EXPECT_NEAR(losses.soft_difference[row], losses.soft_slope[row], 1e-6);  // step²
    }
  }
  QueryLosses losses;
  ASSERT_TRUE(queryLosses(input, queries, {}, 0, &losses).ok());
  EXPECT_EQ(losses.soft_slope.size(), 0);
  EXPECT_EQ(losses.soft_difference.size(), 0);
  EXPECT_EQ(queryLosses(input, queries, vectorOf({1}), 0, &losses).status, Status::kShapeMismatch);

  input.score = Score::kDot;
  input.temperature = 0;  // one-hot, but for a tie
  ASSERT_TRUE(queryLosses(input, matrixOf({{1, 0.5}, {0, 0}}), direction, 0, &losses).ok());
  EXPECT_EQ(losses.soft_slope[0], 0);
  EXPECT_TRUE(std::isnan(losses.soft_slope[1]));
}

TEST(QueryLosses, AtSaturationKeepTheDigitsOfTheirSlope) {
  DeriveInput input;
  input.X = kApple;
  QueryLosses losses;
  ASSERT_TRUE(
      queryLosses(input, matrixOf({{36, -18, -36, 36}}), vectorOf({1, 2.5, 3, -2}), 0, &losses)
          .ok());
  EXPECT_NEAR(losses.soft_slope[0] / -7.8394331753509129e-17, 1, 1e-14);  // mpmath
}

TEST(QueryLosses, OfFiniteInputAreNumbers) {
  DeriveInput input;
  input.X = matrixOf({{1e308}, {-1e308}});
  QueryLosses losses;
  ASSERT_TRUE(queryLosses(input, matrixOf({{0}, {1e-308}}), vectorOf({1e-300}), 1, &losses).ok());
  EXPECT_EQ(losses.soft, vectorOf({kInfinity, kInfinity}));
  EXPECT_EQ(losses.hard, vectorOf({kInfinity, kInfinity}));
  EXPECT_FALSE(losses.soft_slope.array().isNaN().any());
  EXPECT_FALSE(losses.soft_difference.array().isNaN().any());
}

TEST(QueryLosses, SayWhere) {
  DeriveInput input;
  input.X = matrixOf({{1, 0}, {0, 1}});
  const auto expectError = [&](const Matrix& queries, const Vector& direction, Status status,
                               const char* argument, Index row, Index column) {
    QueryLosses losses;
    const Error error = queryLosses(input, queries, direction, 0, &losses);
    EXPECT_EQ(error.status, status);
    EXPECT_STREQ(error.argument, argument);
    EXPECT_EQ(error.row, row);
    EXPECT_EQ(error.column, column);
  };
  expectError(matrixOf({{1, 2}, {3, kNaN}}), {}, Status::kNotANumber, "queries", 1, 1);
  expectError(matrixOf({{1, 2}, {kInfinity, 1}}), {}, Status::kNotFinite, "queries", 1, 0);
  expectError(matrixOf({{1, 2, 3}}), {}, Status::kShapeMismatch, "queries", -1, -1);
  const Matrix queries = matrixOf({{1, 2}});
  expectError(queries, vectorOf({1, kNaN}), Status::kNotANumber, "direction", 0, 1);
  expectError(queries, vectorOf({kInfinity, 0}), Status::kNotFinite, "direction", 0, 0);
  expectError(matrixOf({{1.7976e308, 0}}), vectorOf({1.79e308, 0}), Status::kNotFinite, "direction",
              0, 0);
}

TEST(OutputDifferences, DoNotOverflowOnTheWay) {
  OutputDifferences differences;
  DeriveInput input = queryInput(matrixOf({{1e308}, {-1e308}}), vectorOf({0}));
  input.K = matrixOf({{1}, {-1}});
  ASSERT_TRUE(outputDifferences(input, 4, &differences).ok());
  EXPECT_NEAR(differences.soft(0, 0) / (0.25e308 * std::tanh(4)), 1, 1e-15);
  EXPECT_EQ(differences.hard(0, 0), 0.25e308);
  const Error error =
      outputDifferences(queryInput(matrixOf({{1}}), vectorOf({1e308})), 1e308, &differences);
  EXPECT_EQ(error.status, Status::kNotFinite);
  EXPECT_STREQ(error.argument, "step");
}

TEST(JacobianIdentities, RefuseWhatIsNoNumber) {
  const auto expectError = [](const Matrix& jacobian, Status status, Index row, Index column) {
    JacobianIdentities identities;
    const Error error = jacobianIdentities(jacobian, &identities);
    EXPECT_EQ(error.status, status);
    EXPECT_STREQ(error.argument, "jacobian");
    EXPECT_EQ(error.row, row);
    EXPECT_EQ(error.column, column);
  };
  expectError(matrixOf({{0, 0}, {kNaN, 0}}), Status::kNotANumber, 1, 0);
  expectError(matrixOf({{0, -kInfinity}, {0, 0}}), Status::kNotFinite, 0, 1);
  expectError(matrixOf({{0, 0}}), Status::kShapeMismatch, -1, -1);
}

JacobianIdentities identitiesOf(const Matrix& jacobian) {
  JacobianIdentities identities;
  EXPECT_TRUE(jacobianIdentities(jacobian, &identities).ok());
  return identities;
}

TEST(JacobianIdentities, AreMeasured) {
  const Derivation d = derived(scoresInput(vectorOf({2, 1, -0.5, 3})));
  const JacobianIdentities soft = identitiesOf(d.jacobian);
  EXPECT_LE(soft.row_sums.cwiseAbs().maxCoeff(), 0x1p-52);
  EXPECT_EQ(soft.asymmetry, 0);
  EXPECT_NEAR(soft.norm, 2 * d.weights[3] * (1 - d.weights[3]), 1e-15);
  EXPECT_LE(soft.norm, 0.5);

  const JacobianIdentities other = identitiesOf(matrixOf({{1, -2}, {0.5, 4}}));
  EXPECT_EQ(other.row_sums, vectorOf({-1, 4.5}));
  EXPECT_EQ(other.asymmetry, 2.5);
  EXPECT_EQ(other.norm, 4.5);
  EXPECT_EQ(identitiesOf(Matrix(0, 0)).norm, 0);
}

}  // namespace
}  // namespace softmax_bridge
