// Every measure at once. The groups are sorted, summed and recalibrated once for all of them.
#include <cmath>

#include "calibrant/large_array.hpp"
#include "calibrant/metrics.hpp"
#include "metrics/measures.hpp"
#include "support/parallel.hpp"

namespace calibrant {

namespace metrics {
namespace {

// Below this many groups a second thread is not worth its start.
constexpr std::size_t kManyGroups = 100'000;

void measure_recalibration(const Predictions& groups, Scorecard& card) {
  const std::vector<Block> blocks = recalibrate(groups);
  const BrierSplit split = split_brier(groups, blocks);
  card.miscalibration = split.miscalibration;
  card.discrimination = split.discrimination;
  card.uncertainty = split.uncertainty;
  const CalibrationDistance distance = calibration_distance(groups, blocks);
  card.ici = distance.ici;
  card.e90 = distance.e90;
}

void measure_logits(const Predictions& groups, Scorecard& card) {
  LargeArray logits(groups.groups());  // log_loss writes them all
  card.log_loss = log_loss(groups, logits);
  const LogitFit fit = fit_logits(groups, logits);
  card.calibration_slope = fit.slope;
  card.calibration_intercept = fit.intercept;
}

void measure_bins(const Predictions& groups, std::size_t bins, Scorecard& card) {
  const CalibrationError width = calibration_error(groups, {.bins = bins});
  card.ece = width.ece;
  card.mce = width.mce;
  const CalibrationError mass =
      calibration_error(groups, {.bins = bins, .strategy = BinStrategy::kEqualMass});
  card.ece_equal_mass = mass.ece;
  card.mce_equal_mass = mass.mce;
}

void measure_sums(const Predictions& groups, bool exact_p, Scorecard& card) {
  card.accuracy = accuracy(groups);
  card.auc = auc(groups);
  const MomentSums sums = moments_of(groups);
  card.brier = brier_score(groups, sums);
  card.rmse = std::sqrt(card.brier);
  if (const auto test = exact_p ? spiegelhalter_test(groups, sums, {}) : spiegelhalter_test(sums)) {
    card.spiegelhalter_z = test->z;
    card.spiegelhalter_p = test->p;
  }
  card.observed_expected = observed_expected(groups, sums);
}

}  // namespace

Scorecard scorecard(const Predictions& predictions, std::size_t bins, unsigned threads,
                    bool exact_p) {
  Scorecard card;
  card.weight = predictions.weight;
  card.prevalence = predictions.positive_weight / predictions.weight;
  // Each writes its own members. The longest comes first.
  run_tasks(
      predictions.groups() < kManyGroups ? 1 : threads,
      {[&] { measure_recalibration(predictions, card); },
       [&] { measure_logits(predictions, card); }, [&] { measure_bins(predictions, bins, card); },
       [&] { measure_sums(predictions, exact_p, card); }});
  return card;
}

Scorecard distances(const Predictions& predictions, std::size_t bins) {
  Scorecard card;
  measure_recalibration(predictions, card);
  measure_bins(predictions, bins, card);
  return card;
}

}  // namespace metrics

Scorecard evaluate(const Observations& predictions, const EvaluateOptions& options) {
  metrics::check_bins(options.bins);
  return metrics::scorecard(metrics::predictions_of(predictions), options.bins,
                            thread_count(options.execution), options.exact_p);
}

Scorecard evaluate(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                   std::span<const double> weights, const EvaluateOptions& options) {
  return evaluate(metrics::observe_probabilities(probabilities, labels, weights), options);
}

Scorecard evaluate(std::span<const double> probabilities, std::span<const int> labels,
                   std::span<const double> weights, const EvaluateOptions& options) {
  return evaluate(metrics::observe_probabilities(probabilities, labels, weights), options);
}

}  // namespace calibrant
