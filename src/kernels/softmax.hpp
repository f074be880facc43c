// The inner loops of the model softmax(A x + b) of several classes, with SIMD. Rows stand in
// blocks, class by class within a block, so that a vector holds one class of several rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace calibrant::kernels {

inline constexpr std::size_t kRowBlock = 64;

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

// ---- One block, [classes][kRowBlock] on a cache line. No MulAdd: every instruction set gives the
// same bits, and a row's bits do not depend on the others.

/// The probabilities. `out` is not `x`.
void softmax_block(const double* x, const SoftmaxMap& map, double* out);

/// log((1 - mixing) p + mixing / classes), at least log `least`, less its mean over the classes.
void log_block(const double* p, std::size_t classes, double mixing, double least, double* out);

/// Less its mean over the classes.
void centred_block(const double* x, std::size_t classes, double* out);

}  // namespace calibrant::kernels
