// Do as many positives come as the probabilities promise? The ratio of the two, Spiegelhalter's
// test (1986), and both in one test.
#include <algorithm>
#include <cmath>
#include <limits>

#include "calibrant/metrics.hpp"
#include "kernels/prediction_sums.hpp"
#include "metrics/label_chance.hpp"
#include "metrics/measures.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace metrics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Where nearly impossible things happen often, quotients overflow: the largest number there is.
double bounded(double value) {
  constexpr double kMost = std::numeric_limits<double>::max();
  return std::clamp(value, -kMost, kMost);
}

/// Of (y - p)(x - m) alone; a variance of infinity if x does not vary.
LabelStatistic spread_statistic(const MomentSums& sums) {
  // Of the variance of an x that does not vary, rounding leaves so much.
  constexpr double kRounding = 1e-12;
  const double mean = sums.variance_x / sums.variance;
  const double variance_x = sums.variance_xx - mean * sums.variance_x;
  return {.excess_variance = kInfinity,
          .spread_variance = variance_x <= kRounding * sums.variance ? kInfinity : variance_x,
          .mean = mean};
}

LabelSums seen_of(const MomentSums& sums) {
  return {.excess = sums.excess, .excess_x = sums.excess_x};
}

SideTest side_test(const Predictions& predictions, const MomentSums& sums,
                   const LabelStatistic& statistic, double excess, const TestOptions& options) {
  const LabelSums seen = seen_of(sums);
  const double limit = std::erfc(std::sqrt(statistic(seen) / 2));
  return {.excess = excess, .p = label_chance(predictions, statistic, seen, limit, options)};
}

}  // namespace

MomentSums moments_of(const Predictions& predictions) {
  return moment_sums(predictions.probabilities, predictions.negatives, predictions.positives);
}

std::optional<double> observed_expected(const Predictions& predictions, const MomentSums& sums) {
  if (sums.expected == 0) return {};
  return bounded(predictions.positive_weight / sums.expected);
}

std::optional<SpiegelhalterTest> spiegelhalter_test(const MomentSums& sums) {
  if (!(sums.variance_xx > 0)) return {};
  const double z = bounded(sums.excess_x / std::sqrt(sums.variance_xx));
  return SpiegelhalterTest{.z = z, .p = std::erfc(std::abs(z) / std::sqrt(2.0))};
}

std::optional<SpiegelhalterTest> spiegelhalter_test(const Predictions& predictions,
                                                    const MomentSums& sums,
                                                    const TestOptions& options) {
  std::optional<SpiegelhalterTest> test = spiegelhalter_test(sums);
  if (!test) return {};
  const LabelStatistic statistic = {.excess_variance = kInfinity,
                                    .spread_variance = sums.variance_xx};
  test->p = label_chance(predictions, statistic, seen_of(sums), test->p, options);
  return test;
}

// With m the mean of x = 1 - 2p under the weights n p (1 - p), the sums of (y - p) and of
// (y - p)(x - m) are uncorrelated, so that the statistic is the sum of their squares over their
// variances.
std::optional<CalibrationTest> calibration_test(const Predictions& predictions,
                                                const MomentSums& sums,
                                                const TestOptions& options) {
  if (!(sums.variance > 0)) return {};
  LabelStatistic statistic = spread_statistic(sums);
  statistic.excess_variance = sums.variance;
  const bool one = std::isinf(statistic.spread_variance);
  const double seen = statistic(seen_of(sums));
  const double limit = one ? std::erfc(std::sqrt(seen / 2)) : std::exp(-seen / 2);
  return CalibrationTest{.statistic = bounded(seen),
                         .degrees = one ? 1 : 2,
                         .p = label_chance(predictions, statistic, seen_of(sums), limit, options)};
}

SideTest total_test(const Predictions& predictions, const MomentSums& sums,
                    const TestOptions& options) {
  if (!(sums.variance > 0)) return {.excess = sums.excess, .p = sums.excess == 0 ? 1.0 : 0.0};
  return side_test(predictions, sums,
                   {.excess_variance = sums.variance, .spread_variance = kInfinity}, sums.excess,
                   options);
}

std::optional<SideTest> spread_test(const Predictions& predictions, const MomentSums& sums,
                                    const TestOptions& options) {
  if (!(sums.variance > 0)) return {};
  const LabelStatistic statistic = spread_statistic(sums);
  if (std::isinf(statistic.spread_variance)) return {};
  return side_test(predictions, sums, statistic, sums.excess_x - statistic.mean * sums.excess,
                   options);
}

}  // namespace metrics

std::optional<double> observed_expected(const Observations& predictions) {
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::observed_expected(groups, metrics::moments_of(groups));
}

std::optional<SpiegelhalterTest> spiegelhalter_test(const Observations& predictions,
                                                    const TestOptions& options) {
  check_option_level("smallest", options.smallest);
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::spiegelhalter_test(groups, metrics::moments_of(groups), options);
}

std::optional<CalibrationTest> calibration_test(const Observations& predictions,
                                                const TestOptions& options) {
  check_option_level("smallest", options.smallest);
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::calibration_test(groups, metrics::moments_of(groups), options);
}

}  // namespace calibrant
