#include <cmath>
#include <cstdio>

#include "softmax_bridge/derivation.h"

int main() {
  softmax_bridge::DeriveInput input;
  input.X = softmax_bridge::Matrix::Identity(2, 2);
  input.q = softmax_bridge::Vector::Unit(2, 1);
  softmax_bridge::Derivation derivation;
  const softmax_bridge::Error error = softmax_bridge::derive(input, &derivation);
  if (!error.ok()) {
    std::printf("%s\n", softmax_bridge::statusName(error.status));
    return 1;
  }
  const double expected = 1 / (1 + std::exp(-1.0));
  const bool right = std::abs(derivation.weights[1] - expected) < 1e-15;
  std::printf("%.17g\n", derivation.weights[1]);
  return right ? 0 : 1;
}
