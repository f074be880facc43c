// What both ways to a histogram share: the rule of equal width, and bins that become steps.
#pragma once

#include <algorithm>
#include <utility>

#include "binning/beta_posterior.hpp"
#include "calibrant/histogram.hpp"
#include "curve/border.hpp"
#include "support/check.hpp"

namespace calibrant {

inline void check_histogram_options(const HistogramOptions& options) {
  check_option_positive("bins", static_cast<double>(options.bins));
  if (options.level) check_option_level("level", *options.level);
}

/// Equal cells from the lowest score to the highest.
class EqualWidth {
 public:
  EqualWidth(double bins, double lowest, double highest)
      : bins_(bins),
        // A power of two keeps `bins *` from overflow; it does not change a digit.
        unit_(std::max(-lowest, highest) > 1e200 ? 0x1p-200 : 1),
        low_(lowest * unit_),
        span_(highest * unit_ - low_) {}

  /// The cell of a score is the whole part of this, but for the highest, which belongs to the last.
  double place(double score) const {
    return span_ > 0 ? bins_ * (score * unit_ - low_) / span_ : 0;
  }

 private:
  double bins_;
  double unit_;
  double low_;
  double span_;
};

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
