#include "softmax_bridge/random.h"

#include <cmath>

#include "softmax_bridge/compensated.h"

namespace softmax_bridge {

std::uint64_t SplitMix64::next() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

double SplitMix64::uniform() { return (static_cast<double>(next() >> 12U) + 0.5) * 0x1p-52; }

double SplitMix64::gumbel() {
  // U − 1 is exact.
  return -log(toWide(-std::log1p(uniform() - 1)));
}

}  // namespace softmax_bridge
