// Measures of rows without weights, without sorting them: the same bits as from Observations, for a
// caller who wants one measure and no more.
#pragma once

#include <cstdint>
#include <span>

#include "calibrant/metrics.hpp"

namespace calibrant::metrics {

/// All throw what observe_probabilities() throws.
double brier_score(std::span<const double> probabilities, std::span<const std::uint8_t> labels);
double log_loss(std::span<const double> probabilities, std::span<const std::uint8_t> labels);
/// Bins of equal width.
CalibrationError calibration_error(std::span<const double> probabilities,
                                   std::span<const std::uint8_t> labels, std::size_t bins);

}  // namespace calibrant::metrics
