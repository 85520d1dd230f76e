// Three scores, hard and soft: c++ -std=c++20 derive.cpp $(pkg-config --cflags --libs softmax_bridge)
#include <iostream>

#include "softmax_bridge/derivation.h"

int main() {
  softmax_bridge::DeriveInput input;
  input.scores = Eigen::Vector3d(1, 3, 2);
  softmax_bridge::Derivation d;
  if (!softmax_bridge::derive(input, &d).ok()) return 1;
  std::cout << "hard " << d.one_hot.transpose() << "\nsoft " << d.weights.transpose() << '\n';
}
