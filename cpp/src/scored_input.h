// What derive, sweep and the gradients begin with: an input, its scores and its outputs at some τ.
#pragma once

#include <vector>

#include "softmax_bridge/derivation.h"
#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/softmax.h"

namespace softmax_bridge {

struct ScoredInput {
  Mask attended;
  Vector scores;  // −∞ where masked
  bool zero_vector = false;
  HardAttention hard;
};

/// Everything that does not depend on τ; the errors are those of derive.
Error scoreInput(const DeriveInput& input, ScoredInput* scored);

/// Softmax of the scores at this τ.
/// Errors: BadTemperature, NotDetermined (a score of +∞ at τ = ∞), NotANumber and NotFinite (a
/// value with weight).
Error partitionAt(const DeriveInput& input, const ScoredInput& scored, double temperature,
                  Partition* parts);

/// K, or X where there is none.
const Matrix& keysOf(const DeriveInput& input);

/// o − h = Σ p_i (x_i − h), d.
std::vector<Wide> outputDifference(const Matrix& X, const Partition& parts);

/// ‖x‖₂.
Wide wideNorm(const std::vector<Wide>& x);

/// h + difference, d.
Vector plusHard(const std::vector<Wide>& difference, const Vector& hard_output);

}  // namespace softmax_bridge
