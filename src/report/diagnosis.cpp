#include "report/diagnosis.hpp"

#include <algorithm>
#include <cmath>

#include "calibrant/metrics.hpp"

namespace calibrant::report {
namespace {

/// Do all bins from the end of the range to this one lean to the same side?
bool goes_on(const Diagnosis& diagnosis, const OffRange& range, std::size_t bin) {
  for (std::size_t i = range.last + 1; i <= bin; ++i) {
    if (diagnosis.bins[i].too_high() != range.too_high) return false;
  }
  return true;
}

void diagnose_whole(const Observations& predictions, Diagnosis& result) {
  double variance = 0;
  for (std::size_t i = 0; i < predictions.groups(); ++i) {
    const double p = predictions.scores()[i];
    const double weight = predictions.negatives()[i] + predictions.positives()[i];
    result.expected += weight * p;
    variance += weight * p * (1 - p);
  }
  result.weight = predictions.weight();
  result.observed = predictions.positive_weight();
  const auto test = calibration_test(predictions);
  if (!test || test->p > (1 - kLevel) / 2) return;
  // The total, if it shows there; otherwise the spread.
  constexpr double kClear = 1.96;
  if (std::abs(result.observed - result.expected) >= kClear * std::sqrt(variance)) {
    result.on_the_whole = result.expected > result.observed ? "too high" : "too low";
  } else if (const auto spread = spiegelhalter_test(predictions)) {
    result.on_the_whole = spread->z > 0 ? "too extreme" : "too timid";
  }
}

}  // namespace

Diagnosis diagnose(const Observations& predictions) {
  const std::vector<MassBin> bins = mass_bins(predictions, usual_bins(predictions));
  const double strict_level = 1 - (1 - kLevel) / 2 / static_cast<double>(bins.size());
  Diagnosis result;
  for (const MassBin& bin : bins) {
    const Interval strict = exact_binomial_interval(bin.negatives, bin.positives, strict_level);
    result.bins.push_back({bin, exact_binomial_interval(bin.negatives, bin.positives, kLevel),
                           bin.mean < strict.lower || bin.mean > strict.upper});
  }
  for (std::size_t i = 0; i < result.bins.size(); ++i) {
    const DiagnosedBin& bin = result.bins[i];
    if (!bin.off) continue;
    if (result.off.empty() || !goes_on(result, result.off.back(), i)) {
      result.off.push_back({.first = i, .last = i, .too_high = bin.too_high()});
    }
    result.off.back().last = i;
  }
  for (OffRange& range : result.off) {
    for (std::size_t i = range.first; i <= range.last; ++i) {
      const MassBin& rows = result.bins[i].rows;
      range.weight += rows.weight();
      range.expected += rows.weight() * rows.mean;
      range.observed += rows.positives;
    }
  }
  diagnose_whole(predictions, result);
  return result;
}

}  // namespace calibrant::report
