// The log loss of groups, with SIMD.
//
// Groups are added up in blocks of a fixed size, and the blocks with compensation: the same bits in
// every run. Instruction sets differ in the number of lanes: their sums agree to 1e-14 of the sum
// of magnitudes (tests/kernels/log_loss_test.cpp).
#pragma once

#include <span>

namespace calibrant::metrics {

/// Where probabilities are cut before a logarithm, on both sides.
inline constexpr double kClip = 0x1p-53;

/// The sum of -a ln(1 - p) - b ln p over groups with a negatives and b positives; p is clipped.
/// Writes ln p - ln(1 - p) of each group, clipped likewise, unless `logits` is empty.
double log_loss_sum(std::span<const double> probabilities, std::span<const double> negatives,
                    std::span<const double> positives, std::span<double> logits);

/// The same without SIMD, from the standard library: what the tests compare with.
double log_loss_sum_scalar(std::span<const double> probabilities, std::span<const double> negatives,
                           std::span<const double> positives, std::span<double> logits);
}  // namespace calibrant::metrics
