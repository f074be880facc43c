// Histogram binning: a fixed number of bins, each with its positive fraction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "calibrant/api.hpp"
#include "calibrant/bins.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

struct HistogramOptions {
  std::size_t bins = 10;
  BinStrategy strategy = BinStrategy::kEqualMass;
  /// A bin's value: (positives + 1) / (weight + 2), or the plain fraction.
  bool smoothing = true;
  /// Credible band at this level, from the Beta posterior of each bin.
  std::optional<double> level = {};
  Execution execution = {};
};

/// Tied scores are never separated and bins without data vanish, so there may be fewer bins than
/// asked for. Borders sit half-way between the scores on both sides, for equal width as well: the
/// cells only decide which training scores share a bin. Throws OptionError for no bins or a level
/// not strictly between 0 and 1.
Curve fit_histogram(const Observations& observations, const HistogramOptions& options = {});

/// From the rows themselves: the same curve as through observe(), which bins of equal width do not
/// need. Throws InputError as observe() does.
Curve fit_histogram(std::span<const double> scores, std::span<const std::uint8_t> labels,
                    const HistogramOptions& options = {});

}  // namespace calibrant
