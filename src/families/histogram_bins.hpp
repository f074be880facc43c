// What both ways to a histogram share: the check of their options, and bins that become steps.
#pragma once

#include <utility>

#include "calibrant/histogram.hpp"
#include "curve/border.hpp"
#include "math/beta_posterior.hpp"
#include "support/check.hpp"

namespace calibrant {

inline void check_histogram_options(const HistogramOptions& options) {
  check_option_positive("bins", static_cast<double>(options.bins));
  if (options.level) check_option_level("level", *options.level);
}

class Bins {
 public:
  explicit Bins(const HistogramOptions& options) : options_(options) {
    if (options.level) band_ = Band{.level = *options.level, .lower = {}, .upper = {}};
  }

  void close(double negatives, double positives) {
    steps_.values.push_back(options_.smoothing ? (positives + 1) / (negatives + positives + 2)
                                               : positives / (negatives + positives));
    if (band_) {
      const Interval interval = beta_interval(negatives, positives, band_->level);
      band_->lower.push_back(interval.lower);
      band_->upper.push_back(interval.upper);
    }
  }

  void border(double left, double right) { steps_.borders.push_back(border_between(left, right)); }

  Curve finish(Origin origin) && {
    return Curve(std::move(steps_), std::move(band_), std::move(origin));
  }

 private:
  HistogramOptions options_;
  Steps steps_;
  std::optional<Band> band_;
};

}  // namespace calibrant
