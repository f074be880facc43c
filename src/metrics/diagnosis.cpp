#include "calibrant/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibrant/diagram.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/suspicion.hpp"
#include "metrics/exact_binomial.hpp"
#include "metrics/measures.hpp"
#include "metrics/verdict_sentence.hpp"

namespace calibrant {
namespace {

constexpr double kChance = 1 - kDiagnosisLevel;

/// p-values of the two halves, each adjusted for the tests within it.
double adjusted(double p, double tests, double share) {
  return std::min(1.0, 2 * tests / share * p);
}

/// Do all bins from the end of the range to this one lean to the same side?
bool goes_on(const Diagnosis& diagnosis, const OffRange& range, std::size_t bin) {
  for (std::size_t i = range.last + 1; i <= bin; ++i) {
    if (diagnosis.bins[i].too_high() != range.too_high) return false;
  }
  return true;
}

void diagnose_whole(const Observations& predictions, double share, Diagnosis& result) {
  const metrics::MomentSums sums = metrics::moments_of(metrics::predictions_of(predictions));
  result.expected = sums.expected;
  result.weight = predictions.weight();
  result.observed = predictions.positive_weight();
  const auto test = calibration_test(predictions);
  if (!test) return;
  const double p = adjusted(test->p, 1, share);
  result.p = std::min(result.p, p);
  if (p > kChance) return;
  // The total, if it shows there; otherwise the spread.
  constexpr double kClear = 1.96;
  const auto spread = spiegelhalter_test(predictions);
  if (!spread || std::abs(result.observed - result.expected) >= kClear * std::sqrt(sums.variance)) {
    result.on_the_whole = result.expected > result.observed ? "too high" : "too low";
  } else {
    result.on_the_whole = spread->z > 0 ? "too extreme" : "too timid";
  }
}

void diagnose_bins(const Observations& predictions, double share, Diagnosis& result) {
  const std::vector<MassBin> bins = mass_bins(predictions, usual_bins(predictions));
  for (const MassBin& bin : bins) {
    const double p = adjusted(metrics::exact_binomial_p(bin.negatives, bin.positives, bin.mean),
                              static_cast<double>(bins.size()), share);
    result.p = std::min(result.p, p);
    result.bins.push_back({bin,
                           exact_binomial_interval(bin.negatives, bin.positives, kDiagnosisLevel),
                           p <= kChance});
  }
}

void join_bins(Diagnosis& result) {
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
}

bool are_few(const Observations& predictions) {
  // Clear without a look at all rows.
  constexpr double kClearlyMany = 1000;
  if (std::min(predictions.negative_weight(), predictions.positive_weight()) > kClearlyMany) {
    return false;
  }
  return std::ranges::any_of(inspect(predictions), [](const Warning& warning) {
    return warning.suspicion == Suspicion::kFewRows ||
           warning.suspicion == Suspicion::kFewOfAClass ||
           warning.suspicion == Suspicion::kOneClass;
  });
}

}  // namespace

Diagnosis diagnose(const Observations& predictions, double share) {
  Diagnosis result;
  diagnose_bins(predictions, share, result);
  join_bins(result);
  diagnose_whole(predictions, share, result);
  result.few = are_few(predictions);
  return result;
}

std::string metrics::verdict_sentence(bool fine, bool few, double p) {
  const std::string words = p < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.4f}", p);
  const std::string tests = fmt::format("(all tests together, 5 %: {})", words);
  if (!fine) return "The probabilities are off by more than chance " + tests + ".";
  if (few) return "There are too few rows to tell whether the probabilities are off.";
  return "There is no sign that the probabilities are off " + tests + ".";
}

std::string verdict_sentence(const Diagnosis& diagnosis) {
  return metrics::verdict_sentence(diagnosis.fine(), diagnosis.few, diagnosis.p);
}

}  // namespace calibrant
