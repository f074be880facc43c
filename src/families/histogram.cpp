// Histogram binning: groups are dealt to at most B bins, each with the fraction of its positives.
//
//   equal mass       group k belongs to bin floor(B (C_{k-1} + n_k / 2) / N), C the cumulative
//                    weight: the middle of the group decides, so that ties stay together
//   equal width      group k belongs to bin floor(B (s_k - s_1) / (s_m - s_1)), s_m to the last
//
// Bins without a group vanish: their stretch of the scale is shared by the neighbours, because the
// border always sits half-way between the last score of one bin and the first of the next. (A value
// of 1/2 for "nothing known" would put a spike into every gap of the data.)
#include "calibrant/histogram.hpp"

#include <utility>

#include "curve/origin.hpp"
#include "families/histogram_bins.hpp"
#include "math/bins.hpp"

namespace calibrant {
namespace {

// Walks the groups once. `place(k)` is the bin of group k, never falling with k.
template <class Place>
Curve fit_bins(const Observations& observations, const HistogramOptions& options,
               const Place& place) {
  const auto scores = observations.scores();
  const auto negatives = observations.negatives();
  const auto positives = observations.positives();
  Bins bins(options);
  double a = 0;
  double b = 0;
  std::size_t bin = 0;
  for (std::size_t k = 0; k < observations.groups(); ++k) {
    const std::size_t here = place(k);
    if (k > 0 && here != bin) {
      bins.close(a, b);
      bins.border(scores[k - 1], scores[k]);
      a = b = 0;
    }
    bin = here;
    a += negatives[k];
    b += positives[k];
  }
  bins.close(a, b);
  Origin origin = origin_of(observations, "histogram");
  // The same as from rows that were never sorted.
  if (options.strategy == BinStrategy::kEqualWidth) origin.groups.reset();
  return std::move(bins).finish(std::move(origin));
}

}  // namespace

Curve fit_histogram(const Observations& observations, const HistogramOptions& options) {
  check_histogram_options(options);
  if (options.strategy == BinStrategy::kEqualMass) {
    const auto negatives = observations.negatives();
    const auto positives = observations.positives();
    MassBins bins(options.bins, observations.weight());
    return fit_bins(observations, options,
                    [&](std::size_t k) { return bins.next(negatives[k] + positives[k]); });
  }
  const auto scores = observations.scores();
  const RangeBins bins(options.bins, scores.front(), scores.back());
  return fit_bins(observations, options, [&](std::size_t k) { return bins(scores[k]); });
}

}  // namespace calibrant
