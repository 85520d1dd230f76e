// Batched attention natively: attend beside the same by Eigen, on the vectors that both are compiled
// for, and the bound: its multiplications and additions alone, in the same loops over the same
// memory. The figure is GFLOP/s at 4·n²·d operations.

#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

#include "../src/attention_kernel.h"
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

/// QKᵀ, and as much again for the values, tile by tile and block by block as attend does it: scores
/// that nobody exponentiates.
void multiplyAdd(benchmark::State& state) {
  using softmax_bridge::kFour;
  using softmax_bridge::kGroup;
  const Eigen::Index n = state.range(0);
  const Eigen::Index d = state.range(1);
  constexpr Eigen::Index kTile = std::max<Eigen::Index>(32, 2 * kGroup);
  constexpr Eigen::Index kBlock = 128;
  const Arrays arrays(n, d);
  Eigen::VectorXf queries = Eigen::VectorXf::Ones(kTile * d);
  Eigen::VectorXf scores = Eigen::VectorXf::Ones(kTile * kBlock);
  Eigen::VectorXf outputs = Eigen::VectorXf::Zero(kTile * d);
  Eigen::VectorXf rescale = Eigen::VectorXf::Zero(kGroup);
  for (auto _ : state) {
    for (Eigen::Index first = 0; first < n; first += kTile) {
      for (Eigen::Index key = 0; key < n; key += kBlock) {
        for (Eigen::Index j = 0; j < kBlock; j += kFour) {
          for (Eigen::Index i = 0; i < kTile; i += kGroup) {
            softmax_bridge::writeScores(arrays.K.data() + (key + j) * d, queries.data() + i * d, d,
                                        1, scores.data() + i * kBlock + j * kGroup);
          }
        }
        for (Eigen::Index c = 0; c < d; c += kFour) {
          for (Eigen::Index i = 0; i < kTile; i += kGroup) {
            softmax_bridge::addValues(arrays.V.data() + c * n + key * kFour,
                                      scores.data() + i * kBlock, kBlock, rescale.data(),
                                      outputs.data() + i * d + c * kGroup);
          }
        }
      }
    }
    benchmark::DoNotOptimize(outputs.data());
    benchmark::ClobberMemory();
  }
  report(state);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgsProduct({{128, 512, 2048, 8192}, {16, 64, 128}})->Unit(benchmark::kMillisecond);
}

BENCHMARK(softmaxBridge)->Apply(sizes);
BENCHMARK(eigen)->Apply(sizes);
BENCHMARK(multiplyAdd)->Apply(sizes);

}  // namespace
