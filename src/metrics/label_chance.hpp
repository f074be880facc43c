// How often would labels drawn from the probabilities give a statistic as large as this one?
#pragma once

#include "calibrant/metrics.hpp"
#include "metrics/predictions.hpp"

namespace calibrant::metrics {

/// E^2 / v + (X - m E)^2 / w, where E is the sum of (y - p) and X that of (y - p)(1 - 2p).
struct LabelStatistic {
  double excess_variance = 0;  ///< v; infinite: left out
  double spread_variance = 0;  ///< w; likewise
  double mean = 0;             ///< m

  double operator()(double excess, double excess_x) const noexcept {
    const double rest = excess_x - mean * excess;
    return excess / excess_variance * excess + rest / spread_variance * rest;
  }
};

/// The p-value of `seen`. `limit` is what the limit distribution of many rows says of it.
double label_chance(const Predictions& predictions, const LabelStatistic& statistic, double seen,
                    double limit, const TestOptions& options);

}  // namespace calibrant::metrics
