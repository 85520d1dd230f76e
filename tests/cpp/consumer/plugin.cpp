#include "softmax_bridge/derivation.h"

// What a shared library makes of a static one, and hands over.
softmax_bridge::Derivation derivationOf(const Eigen::MatrixXd& values, const Eigen::VectorXd& q) {
  softmax_bridge::DeriveInput input;
  input.X = values;
  input.q = q;
  softmax_bridge::Derivation derivation;
  if (!softmax_bridge::derive(input, &derivation).ok()) derivation.weights.resize(0);
  return derivation;
}
