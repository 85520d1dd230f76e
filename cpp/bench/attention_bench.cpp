// Batched attention natively: attend beside the same by Eigen, on the vectors of SSE4.1 that both
// are compiled for. The figure is GFLOP/s at 4·n²·d operations.

#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

#include "softmax_bridge/attention.h"

namespace {

using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Arrays {
  Arrays(Eigen::Index n, Eigen::Index d) : Q(n, d), K(n, d), V(n, d) {
    std::uint32_t state = 1;
    for (FloatMatrix* matrix : {&Q, &K, &V}) {
      for (float& entry : matrix->reshaped()) {
        state = state * 1664525U + 1013904223U;
        entry = static_cast<float>(state) * 0x1p-30F - 2;
      }
    }
  }

  FloatMatrix Q;
  FloatMatrix K;
  FloatMatrix V;
};

Eigen::VectorXf attendOurs(const Arrays& arrays) {
  softmax_bridge::AttentionInput input;
  input.Q = {arrays.Q.data(), static_cast<std::size_t>(arrays.Q.size())};
  input.K = {arrays.K.data(), static_cast<std::size_t>(arrays.K.size())};
  input.V = {arrays.V.data(), static_cast<std::size_t>(arrays.V.size())};
  input.n = input.n_keys = arrays.Q.rows();
  input.d = input.d_value = arrays.Q.cols();
  softmax_bridge::Attention attention;
  if (!softmax_bridge::attend(input, &attention).ok()) std::abort();
  return attention.output;
}

/// Blocks of 64 queries, so that the scores stay in the cache.
FloatMatrix attendEigen(const Arrays& arrays) {
  constexpr Eigen::Index kRows = 64;
  const Eigen::Index n = arrays.Q.rows();
  const float scale = 1 / std::sqrt(static_cast<float>(arrays.Q.cols()));
  FloatMatrix output(n, arrays.V.cols());
  FloatMatrix scores;
  for (Eigen::Index first = 0; first < n; first += kRows) {
    const Eigen::Index rows = std::min(kRows, n - first);
    scores.noalias() = scale * arrays.Q.middleRows(first, rows) * arrays.K.transpose();
    scores.colwise() -= scores.rowwise().maxCoeff().eval();
    scores = scores.array().exp();
    const Eigen::VectorXf sums = scores.rowwise().sum();
    output.middleRows(first, rows).noalias() = scores * arrays.V;
    output.middleRows(first, rows).array().colwise() /= sums.array();
  }
  return output;
}

void report(benchmark::State& state) {
  const auto n = static_cast<double>(state.range(0));
  const auto d = static_cast<double>(state.range(1));
  state.counters["GFLOP/s"] =
      benchmark::Counter(4e-9 * n * n * d, benchmark::Counter::kIsIterationInvariantRate);
}

void softmaxBridge(benchmark::State& state) {
  const Arrays arrays(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(attendOurs(arrays));
  report(state);
}

void eigen(benchmark::State& state) {
  const Arrays arrays(state.range(0), state.range(1));
  const FloatMatrix output = attendEigen(arrays);
  const Eigen::VectorXf ours = attendOurs(arrays);
  const Eigen::Map<const FloatMatrix> expected(ours.data(), output.rows(), output.cols());
  if (!((output - expected).cwiseAbs().maxCoeff() < 1e-4F)) {
    state.SkipWithError("another result");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(attendEigen(arrays));
  report(state);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgsProduct({{128, 512, 2048, 8192}, {16, 64, 128}})->Unit(benchmark::kMillisecond);
}

BENCHMARK(softmaxBridge)->Apply(sizes);
BENCHMARK(eigen)->Apply(sizes);

}  // namespace
