// Histogram binning: groups are dealt to at most B bins, each with the fraction of its positives.
//
//   equal frequency  group k belongs to bin floor(B (C_{k-1} + n_k / 2) / N), C the cumulative
//                    weight: the middle of the group decides, so that ties stay together
//   equal width      group k belongs to bin floor(B (s_k - s_1) / (s_m - s_1)), s_m to the last
//
// Bins without a group vanish: their stretch of the scale is shared by the neighbours, because the
// border always sits half-way between the last score of one bin and the first of the next. (A value
// of 1/2 for "nothing known" would put a spike into every gap of the data.)
#include "calibrant/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "binning/beta_posterior.hpp"
#include "curve/border.hpp"
#include "curve/origin.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace {

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

// Walks the groups once. `place(k, before)` is the bin of group k, never falling with k, `before`
// the weight of the groups below it.
template <class Place>
Curve fit_bins(const Observations& observations, const HistogramOptions& options,
               const Place& place) {
  const auto scores = observations.scores();
  const auto negatives = observations.negatives();
  const auto positives = observations.positives();
  const double last_bin = static_cast<double>(options.bins) - 1;
  Bins bins(options);
  double before = 0;
  double a = 0;
  double b = 0;
  double bin = 0;
  for (std::size_t k = 0; k < observations.groups(); ++k) {
    const double here = std::min(std::floor(place(k, before)), last_bin);
    if (k > 0 && here != bin) {
      bins.close(a, b);
      bins.border(scores[k - 1], scores[k]);
      a = b = 0;
    }
    bin = here;
    a += negatives[k];
    b += positives[k];
    before += negatives[k] + positives[k];
  }
  bins.close(a, b);
  return std::move(bins).finish(origin_of(observations, "histogram"));
}

}  // namespace

Curve fit_histogram(const Observations& observations, const HistogramOptions& options) {
  const auto bins = static_cast<double>(options.bins);
  check_option_positive("bins", bins);
  if (options.level) check_option_level("level", *options.level);
  // Factors of powers of two keep `bins *` from overflow; they do not change a digit.
  if (options.strategy == HistogramOptions::Strategy::kEqualFrequency) {
    const auto negatives = observations.negatives();
    const auto positives = observations.positives();
    const double unit = observations.weight() > 1e200 ? 0x1p-200 : 1;
    const double total = observations.weight() * unit;
    return fit_bins(observations, options, [&](std::size_t k, double before) {
      return bins * ((before + (negatives[k] + positives[k]) / 2) * unit) / total;
    });
  }
  const auto scores = observations.scores();
  const double unit = std::max(-scores.front(), scores.back()) > 1e200 ? 0x1p-200 : 1;
  const double low = scores.front() * unit;
  const double span = scores.back() * unit - low;
  return fit_bins(observations, options, [&](std::size_t k, double) {
    return span > 0 ? bins * (scores[k] * unit - low) / span : 0;
  });
}

}  // namespace calibrant
