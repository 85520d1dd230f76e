// Eigen comes first, as its user has it.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <utility>

#include "softmax_bridge/attention.h"
#include "softmax_bridge/derivation.h"

softmax_bridge::Derivation derivationOf(const Eigen::MatrixXd& values, const Eigen::VectorXd& q);

int main() {
  // Memory changes hands both ways: what the library allocated is freed, resized and moved here.
  softmax_bridge::Derivation derivation =
      derivationOf(Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Unit(2, 1));
  if (derivation.weights.size() != 2) return 1;
  const Eigen::VectorXd own = derivation.weights;
  derivation.weights = Eigen::VectorXd::LinSpaced(100, 0, 1);
  derivation.shifted = std::move(derivation.weights);

  softmax_bridge::DeriveInput input;
  input.scores = own;
  if (!softmax_bridge::derive(input, &derivation).ok()) return 1;

  const Eigen::VectorXf ones = Eigen::VectorXf::Ones(16);
  softmax_bridge::AttentionInput attention_input;
  attention_input.Q = attention_input.K = attention_input.V = {ones.data(), 16};
  attention_input.n = attention_input.n_keys = attention_input.d = attention_input.d_value = 4;
  softmax_bridge::Attention attention;
  if (!softmax_bridge::attend(attention_input, &attention).ok()) return 1;

  const double expected = 1 / (1 + std::exp(-1.0));
  const bool right = std::abs(own[1] - expected) < 1e-15 && attention.output[15] == 1;
  std::printf("%.17g\n", own[1]);
  return right ? 0 : 1;
}
