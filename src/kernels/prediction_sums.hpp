// The sums behind the measures, with SIMD.
//
// Groups are added up in blocks of a fixed size, and the blocks with compensation: the same bits in
// every run. Instruction sets differ in the number of lanes: their sums agree to 1e-14 of the sum
// of magnitudes (tests/kernels/prediction_sums_test.cpp).
#pragma once

#include <cstddef>
#include <span>

namespace calibrant::metrics {

/// Where probabilities are cut before a logarithm, on both sides.
inline constexpr double kClip = 0x1p-53;

/// The sum of -a ln(1 - p) - b ln p over groups with a negatives and b positives; p is clipped.
/// Writes ln p - ln(1 - p) of each group, clipped likewise, unless `logits` is empty.
double log_loss_sum(std::span<const double> probabilities, std::span<const double> negatives,
                    std::span<const double> positives, std::span<double> logits);

/// -ln(1 - p) and -ln p of each, p clipped: what the logarithmic loss of a negative and a positive
/// is. In blocks of this many at most.
inline constexpr std::size_t kLogBlock = 512;
void log_losses(std::span<const double> probabilities, std::span<double> negative,
                std::span<double> positive);

/// What the measures without logarithms are made of; x = 1 - 2p.
struct MomentSums {
  double expected = 0;     ///< sum of n p, n = a + b
  double squares = 0;      ///< sum of a p^2 + b (1 - p)^2
  double excess = 0;       ///< sum of b (1 - p) - a p
  double excess_x = 0;     ///< the same, times x
  double variance = 0;     ///< sum of n p (1 - p)
  double variance_x = 0;   ///< the same, times x
  double variance_xx = 0;  ///< the same, times x^2
};
MomentSums moment_sums(std::span<const double> probabilities, std::span<const double> negatives,
                       std::span<const double> positives);

/// One bin of a reliability table.
struct BinSums {
  double weight = 0;
  double positives = 0;
  double expected = 0;  ///< sum of n p
};
BinSums bin_sums(std::span<const double> probabilities, std::span<const double> negatives,
                 std::span<const double> positives);

/// z = alpha + beta (x - centre).
struct LogitLine {
  double centre = 0;
  double alpha = 0;
  double beta = 0;
};

/// What a step of Newton's method on a logistic regression needs; s = 1 / (1 + exp(-z)). Unlike
/// kernels/logistic.hpp it takes the residuals group by group, so that probabilities of 0 and 1
/// with the right labels, which leave residuals of 1e-16, do not cancel to nothing.
struct NewtonSums {
  double gradient = 0;      ///< sum of b (1 - s) - a s
  double gradient_x = 0;    ///< the same, times x - centre
  double curvature = 0;     ///< sum of (a + b) s (1 - s)
  double curvature_x = 0;   ///< the same, times x - centre
  double curvature_xx = 0;  ///< the same, times (x - centre)^2
};

NewtonSums newton_sums(std::span<const double> x, std::span<const double> negatives,
                       std::span<const double> positives, const LogitLine& line);

/// The same without SIMD, from the standard library: what the tests compare with.
double log_loss_sum_scalar(std::span<const double> probabilities, std::span<const double> negatives,
                           std::span<const double> positives, std::span<double> logits);
NewtonSums newton_sums_scalar(std::span<const double> x, std::span<const double> negatives,
                              std::span<const double> positives, const LogitLine& line);
MomentSums moment_sums_scalar(std::span<const double> probabilities,
                              std::span<const double> negatives, std::span<const double> positives);
BinSums bin_sums_scalar(std::span<const double> probabilities, std::span<const double> negatives,
                        std::span<const double> positives);

}  // namespace calibrant::metrics
