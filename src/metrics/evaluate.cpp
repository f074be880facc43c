// Every measure at once. The groups are sorted, summed and recalibrated once for all of them.
#include <cmath>

#include "calibrant/metrics.hpp"
#include "metrics/measures.hpp"

namespace calibrant {

Scorecard evaluate(const Observations& predictions, const EvaluateOptions& options) {
  metrics::check_bins(options.bins);
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  Scorecard card;
  card.weight = groups.weight;
  card.prevalence = groups.positive_weight / groups.weight;
  card.accuracy = accuracy(groups);
  card.auc = auc(groups);

  card.brier = brier_score(groups);
  card.rmse = std::sqrt(card.brier);
  std::vector<double> logits(groups.groups());
  card.log_loss = log_loss(groups, logits);

  const std::vector<Block> blocks = recalibrate(groups);
  const BrierSplit split = split_brier(groups, blocks);
  card.miscalibration = split.miscalibration;
  card.discrimination = split.discrimination;
  card.uncertainty = split.uncertainty;
  const CalibrationDistance distance = calibration_distance(groups, blocks);
  card.ici = distance.ici;
  card.e90 = distance.e90;

  const CalibrationError width = calibration_error(groups, {.bins = options.bins});
  card.ece = width.ece;
  card.mce = width.mce;
  const CalibrationError mass =
      calibration_error(groups, {.bins = options.bins, .strategy = BinStrategy::kEqualMass});
  card.ece_equal_mass = mass.ece;
  card.mce_equal_mass = mass.mce;

  if (const auto test = spiegelhalter_test(groups)) {
    card.spiegelhalter_z = test->z;
    card.spiegelhalter_p = test->p;
  }
  card.calibration_slope = calibration_slope(groups, logits);
  card.calibration_intercept = calibration_intercept(groups, logits);
  card.observed_expected = observed_expected(groups);
  return card;
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
