// How often would labels drawn from the probabilities give a statistic as large as this one?
#pragma once

#include "calibrant/metrics.hpp"
#include "metrics/label_drawing.hpp"
#include "metrics/predictions.hpp"

namespace calibrant::metrics {

/// E^2 / v + (X - m E)^2 / w.
struct LabelStatistic {
  double excess_variance = 0;  ///< v; infinite: left out
  double spread_variance = 0;  ///< w; likewise
  double mean = 0;             ///< m

  double operator()(const LabelSums& sums) const noexcept {
    const double rest = sums.excess_x - mean * sums.excess;
    return sums.excess / excess_variance * sums.excess + rest / spread_variance * rest;
  }
};

/// The p-value of the sums that were seen. `limit` is what the limit distribution of many rows
/// says of their statistic.
double label_chance(const Predictions& predictions, const LabelStatistic& statistic,
                    const LabelSums& seen, double limit, const TestOptions& options);

}  // namespace calibrant::metrics
