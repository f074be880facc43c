// The inner loops of the model softmax(A x + b) of several classes, with SIMD, on blocks of rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/row_blocks.hpp"
#include "math/exact_sum.hpp"

namespace calibrant::kernels {

/// z = slopes * x + intercepts. The slopes are a number for each class, or a matrix row by row.
struct SoftmaxMap {
  std::span<const double> slopes;
  std::span<const double> intercepts;
};

/// Rows that fill up the last block have finite x and a label below `classes`.
struct RowBlocks {
  std::size_t classes = 0;
  std::size_t blocks = 0;
  const double* x = nullptr;              ///< [blocks][classes][kRowBlock], on a cache line
  const std::uint32_t* labels = nullptr;  ///< [blocks][kRowBlock]
};

/// The sum of weight * -log p[label]; its derivatives by the slopes and the intercepts are written
/// to the two spans, which are as long as those of the map. `weights` is [blocks][kRowBlock], not
/// negative. The same bits in every run; instruction sets agree to 1e-12 of the sum of magnitudes
/// (tests/kernels/softmax_test.cpp).
double softmax_sums(const RowBlocks& rows, const SoftmaxMap& map, std::span<const double> weights,
                    std::span<double> slope_sums, std::span<double> intercept_sums);
/// The same without SIMD: what the tests compare with.
double softmax_sums_scalar(const RowBlocks& rows, const SoftmaxMap& map,
                           std::span<const double> weights, std::span<double> slope_sums,
                           std::span<double> intercept_sums);

/// Weights and x are multiplied by powers of two, so that the first are at most 1 and those of a
/// row lie within 1.
struct TemperatureUnits {
  double weight = 1;
  double x = 1;
};

/// The first four derivatives of the sum of weight * -log p[label] by the one slope of all
/// classes, in these units. No order of rows changes a bit, and no instruction set.
using TemperatureSums = std::array<ExactSum, 4>;
void temperature_sums(const RowBlocks& rows, double slope, std::span<const double> weights,
                      const TemperatureUnits& units, const Quanta& quanta, TemperatureSums& sums);

// ---- One block. There may be one slope for all classes, and no intercept. No MulAdd: every
// instruction set gives the same bits, and a row's bits do not depend on the others.

/// The probabilities. `out` is not `x`.
void softmax_block(const double* x, std::size_t classes, const SoftmaxMap& map, double* out);

/// The same, added to `sum` with a weight. `scratch` has the size of a block.
void add_softmax_block(const double* x, std::size_t classes, const SoftmaxMap& map, double weight,
                       double* scratch, double* sum);

}  // namespace calibrant::kernels
