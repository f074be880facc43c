// The inner loops of a logistic regression on one or two features, with SIMD.
#pragma once

#include <array>
#include <span>

#include "math/clip.hpp"

namespace calibrant {

/// Coefficients of z = c[0] + c[1] * first + c[2] * second.
using Coefficients = std::array<double, 3>;

/// Sums over all groups at given coefficients, with p = 1 / (1 + exp(-z)) and f = (1, first,
/// second). One feature only: what belongs to the second is 0.
struct LogisticSums {
  double softplus = 0;                   ///< sum of weight * log(1 + exp(z))
  std::array<double, 3> fitted = {};     ///< sum of weight * p * f_i
  std::array<double, 6> curvature = {};  ///< sum of weight * p (1 - p) * f_i f_j: 00 01 11 02 12 22
};

/// `second` may be empty; otherwise all spans are of one length. Inputs are finite, weights not
/// negative. Groups are added up in blocks of a fixed size, block sums with compensation: the same
/// bits in every run. Instruction sets differ in the number of lanes and in fused products: their
/// sums agree to 1e-13 of the sum of magnitudes (tests/kernels/logistic_test.cpp).
LogisticSums logistic_sums(std::span<const double> weights, std::span<const double> first,
                           std::span<const double> second, const Coefficients& coefficients);

/// The same without SIMD, from the standard library: what the tests compare with.
LogisticSums logistic_sums_scalar(std::span<const double> weights, std::span<const double> first,
                                  std::span<const double> second, const Coefficients& coefficients);

/// ln s and -ln(1 - s) of probabilities, clipped; to 4 units in the last place.
void log_features(std::span<const double> probabilities, std::span<double> log_score,
                  std::span<double> minus_log_complement, const ScoreClip& clip = {});
void log_features_scalar(std::span<const double> probabilities, std::span<double> log_score,
                         std::span<double> minus_log_complement, const ScoreClip& clip = {});

}  // namespace calibrant
