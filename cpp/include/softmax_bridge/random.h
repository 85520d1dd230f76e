// The library's own source of randomness: the same numbers for the same seed on every machine.
#pragma once

#include <cstdint>

namespace softmax_bridge {

/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
class SplitMix64 {
 public:
  /// The stream of a seed.
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  /// 64 bits.
  std::uint64_t next();

  /// Uniform on the open interval (0, 1): the midpoints of 2⁵² equal cells, so never 0 or 1.
  double uniform();

  /// Standard Gumbel, −log(−log U). docs/maths.md §1.3.
  double gumbel();

 private:
  std::uint64_t state_;
};

}  // namespace softmax_bridge
