// What tells one normaliser from another, and a search for a counterexample to each property.
// docs/maths.md §4. A tick says that none was found, and no more.
//
//   simplex             p ≥ 0 and Σp = 1, whatever the scores
//   shift-invariant     p(α + c) = p(α)
//   order               α_i > α_j ⇒ p_i > p_j; weak: ≥, both being 0
//   full-support        p_i > 0
//   smooth              p has every derivative
//   one-hot             some finite scores give exactly (0, …, 1, …, 0): an example, not a rule
//   cold-limit          as τ → 0 all the weight goes to the argmax set
//   ratio-independent   p_i/p_j does not change when another item is removed
//   symmetric-jacobian  ∂p_i/∂α_j = ∂p_j/∂α_i: p is the gradient of a smooth max
//
// The corpus: 21 vectors of ties, zeros, both signs and kinks (docs/maths.md §4 among them), and 32
// of 2 to 5 multiples of ¼ in [−4, 4] from SplitMix64(1) … (32); all at τ = 1, as every normaliser
// is a function of α/τ or of α alone. The given scores are tried first, at their own τ.
#pragma once

#include <optional>
#include <vector>

#include "softmax_bridge/normalizers.h"
#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

namespace softmax_bridge {

enum class Property {
  kSimplex,
  kShiftInvariant,
  kOrder,
  kFullSupport,
  kSmooth,
  kOneHot,
  kColdLimit,
  kRatioIndependent,
  kSymmetricJacobian,
};

/// "simplex", "shift-invariant", "order", "full-support", "smooth", "one-hot", "cold-limit",
/// "ratio-independent", "symmetric-jacobian".
const char* propertyName(Property property);

/// kWeak: in the weak sense only (order). kLimit: only because it is itself a limit: the weights
/// are on the argmax set at every τ (cold-limit), or never two of unequal scores positive
/// (ratio-independent).
enum class Holds { kYes, kNo, kWeak, kLimit };

/// "yes", "no", "weak", "limit".
const char* holdsName(Holds holds);

/// What is wrong, with i = item, j = other.
enum class Reason {
  kUndefined,  ///< 0/0
  kNegative,   ///< p_i = before < 0
  kSum,        ///< Σp = before ≠ 1
  kShifted,    ///< p_i = before at α, after at α + shift; NaN where 0/0
  kReversed,   ///< α_i > α_j, yet p_i = before < p_j = after
  kTied,       ///< α_i > α_j, yet p_i = p_j = 0
  kNoWeight,   ///< p_i = before ≤ 0
  kJump,       ///< p_i is before below α_j, and after above
  kKink,  ///< ∂p_i/∂α_j is before below α_j and after above, or a later derivative jumps: p is
          ///< `derivatives` times continuously differentiable there
  kShared,      ///< p_i = before > 0 although i is outside the argmax set
  kElsewhere,   ///< p_i = before at this small τ although i is outside the argmax set
  kVanishing,   ///< the argmax set has only before at this small τ
  kRatio,       ///< p_i/p_j = before, after without the item `removed`
  kAsymmetric,  ///< ∂p_i/∂α_j = before, ∂p_j/∂α_i = after
};

/// "undefined", "negative", "sum", "shifted", "reversed", "tied", "no-weight", "jump", "kink",
/// "shared", "elsewhere", "vanishing", "ratio", "asymmetric".
const char* reasonName(Reason reason);

/// Scores where a property fails, with the numbers that show it; see Reason for which.
struct Witness {
  Vector scores;           ///< α
  double temperature = 1;  ///< τ
  bool given = false;      ///< the given scores, without their masked items, and not the corpus
  Reason reason = Reason::kUndefined;  ///< what they show
  Index item = -1;                     ///< i
  Index other = -1;                    ///< j
  Index removed = -1;                  ///< the item taken out, or −1
  double before = 0;                   ///< see Reason
  double after = 0;                    ///< see Reason
  double shift = 0;                    ///< c
  int derivatives = 0;                 ///< see Reason
};

/// Whether a normaliser has a property.
struct PropertyCheck {
  Property property = Property::kSimplex;  ///< which one
  Holds holds = Holds::kYes;               ///< of the given scores and of the corpus
  std::optional<Witness> witness;          ///< absent for kYes and kLimit
};

inline constexpr Index kMaxPropertyItems = 256;

/// The nine properties in their order. `scores` may be empty: the corpus alone then, as also for a
/// score of +∞ and for τ = 0 and ∞, where a normaliser is no longer itself.
/// Errors: those of normalize, but for Empty; TooLarge past kMaxPropertyItems.
Error checkProperties(const Normalizer& normalizer, const Vector& scores,
                      std::vector<PropertyCheck>* checks);

}  // namespace softmax_bridge
