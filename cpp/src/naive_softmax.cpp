#include "softmax_bridge/naive_softmax.h"

#include <cmath>

#include "softmax_bridge/compensated.h"
#include "softmax_bridge/hard_attention.h"
#include "softmax_bridge/limits.h"
#include "softmax_bridge/smooth_max.h"
#include "softmax_bridge/softmax.h"

namespace softmax_bridge {
namespace {

template <typename Real>
NaiveSoftmax naiveSoftmaxIn(const Vector& scores, double temperature) {
  const Index n = scores.size();
  NaiveSoftmax result{Vector(n), 0, Vector(n)};
  Real sum = 0;
  for (Index i = 0; i < n; ++i) {
    const Real scaled = static_cast<Real>(scores[i]) / static_cast<Real>(temperature);
    const auto e = static_cast<Real>(exp(static_cast<double>(scaled)));
    sum += e;
    result.exp[i] = e;
  }
  result.sum = sum;
  for (Index i = 0; i < n; ++i) result.weights[i] = static_cast<Real>(result.exp[i]) / sum;
  return result;
}

}  // namespace

NaiveSoftmax naiveSoftmax(const Vector& scores, double temperature) {
  return naiveSoftmaxIn<double>(scores, temperature);
}

NaiveSoftmax naiveSoftmaxFloat32(const Vector& scores, double temperature) {
  return naiveSoftmaxIn<float>(scores, temperature);
}

Error divisionFreeSoftmax(const Vector& scores, double temperature, DivisionFreeSoftmax* result) {
  HardAttention hard;
  if (const Error error = attendHard(scores, &hard); !error.ok()) return error;
  if (!(temperature > 0) || std::isinf(temperature)) {
    return {Status::kBadTemperature, "temperature"};
  }
  const double lse = logSumExp(hard, partition(scores, hard, temperature));
  result->weights.resize(scores.size());
  Wide sum;
  for (Index i = 0; i < scores.size(); ++i) {
    result->weights[i] = exp((scores[i] - lse) / temperature);
    sum += toWide(result->weights[i]);
  }
  result->sum = toDouble(sum);
  result->sum_error = toDouble(sum - toWide(1));
  return {};
}

Error naiveFormulas(const Vector& scores, double temperature, NaiveFormulas* result) {
  if (const Error error = checkSize("scores", static_cast<double>(scores.size()), 1); !error.ok()) {
    return error;
  }
  if (scores.size() == 0) return {Status::kEmpty, "scores"};
  for (Index i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) return {Status::kNotANumber, "scores", i, 0};
  }
  if (!(temperature >= 0)) return {Status::kBadTemperature, "temperature"};
  result->float64 = naiveSoftmax(scores, temperature);
  result->float32 = naiveSoftmaxFloat32(scores, temperature);
  result->division_free.emplace();
  if (!divisionFreeSoftmax(scores, temperature, &*result->division_free).ok()) {
    result->division_free.reset();
  }
  return {};
}

}  // namespace softmax_bridge
