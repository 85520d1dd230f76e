// Normalisers: ways to turn scores into weights. docs/maths.md §4. z = α/τ, m = max α,
// g_i = (m − α_i)/τ ≥ 0, M the argmax set, k = |M|.
//
//   softmax      e^{z_i}/Σ e^{z_j}
//   sparsemax    [z_i − θ]_+,  Σ = 1 by the choice of θ
//   entmax       [(a − 1) z_i − θ]_+^{1/(a−1)},  Σ = 1 by the choice of θ; a = 1 softmax,
//                a = 2 sparsemax
//   burg         1/(λ − z_i),  Σ = 1 by the choice of λ
//   inverse-gap  f_i/Σ f_j,  f = 1/(1 + g)
//   l1           z_i/Σ z_j
//   relu-l1      [z_i]_+/Σ [z_j]_+
//   squared      z_i²/Σ z_j²
//   sigmoid      σ(z_i)/Σ σ(z_j)
//   softmax1     e^{z_i}/(1 + Σ e^{z_j})
//   min-max      (α_i − min α)/Σ (α_j − min α)
//   hard         1 at the first index of M, 0 elsewhere
//
// No formula subtracts what cancels, and none is divided by its sum to make it 1. Relative error of
// a weight: ≤ 4 ulp; entmax but for a = 1, 1.5 and 2: ≤ (16 + 4 |log p_i| + 4/|a − 1|) 2⁻⁵³ away
// from the end of its support.
#pragma once

#include <optional>
#include <vector>

#include "softmax_bridge/compensated.h"
#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

enum class NormalizerKind {
  kSoftmax,
  kSparsemax,
  kEntmax,
  kBurg,
  kInverseGap,
  kL1,
  kReluL1,
  kSquared,
  kSigmoid,
  kSoftmax1,
  kMinMax,
  kHard,
};

/// "softmax", "sparsemax", "entmax", "burg", "inverse-gap", "l1", "relu-l1", "squared", "sigmoid",
/// "softmax1", "min-max", "hard".
const char* normalizerName(NormalizerKind kind);

/// Which normaliser, and its parameters.
struct Normalizer {
  NormalizerKind kind = NormalizerKind::kSoftmax;  ///< which one
  double temperature = 1;                          ///< τ ∈ [0, ∞]; 0 and ∞ are limits
  double alpha = 1.5;                              ///< a of entmax, ∈ [1, ∞)
  bool derivatives = true;  ///< false: the Jacobian, which takes most of the time, is left out
};

/// What a normaliser makes of scores.
struct Normalization {
  Vector weights;      ///< p, n; 0 where masked; NaN where the sum is 0: 0/0
  Mask support;        ///< n; p_i ≠ 0 as an exact number, even where it underflows
  bool valid = false;  ///< no weight below 0, and a sum of 1 to within n·2⁻⁴⁹
  /// ∂p/∂α, n × n; 0 × 0 for n > kMaxJacobianItems and without `derivatives`; absent at a jump, at
  /// a kink and where 0/0.
  std::optional<Matrix> jacobian;
};

/// Scores may be finite, −∞ (masked) or, once, +∞: the limit then.
/// Errors: those of attendHard, TooLarge, BadTemperature, BadArgument (alpha), NotDetermined (a
/// score of +∞ at τ = ∞).
Error normalize(const Vector& scores, const Normalizer& normalizer, Normalization* result);

/// The weights of normalize beyond double precision and range, for scores it does not refuse.
struct WideWeights {
  std::vector<Wide> weights;  ///< n; empty where 0/0
  Mask support;               ///< n
};
WideWeights wideWeights(const Vector& scores, const HardAttention& hard,
                        const Normalizer& normalizer);

}  // namespace softmax_bridge
