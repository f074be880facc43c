// Histogram binning as the paper's tables were made with it.
#pragma once

#include <cstdint>
#include <span>

#include "calibrant/curve.hpp"

namespace calibrant::experiments {

/// Ten bins of equally many rows. A bin's value is (n1 + p0) / (n + 1), where p0 is (the sum of the
/// scores of its positives + its middle) / (n1 + 1).
Curve fit_paper_histogram(std::span<const double> scores, std::span<const std::uint8_t> labels);

}  // namespace calibrant::experiments
