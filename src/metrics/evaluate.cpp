// Every measure at once. The groups are sorted, summed and recalibrated once for all of them.
#include "calibrant/metrics.hpp"
#include "metrics/measure_table.hpp"
#include "metrics/measures.hpp"
#include "support/parallel.hpp"

namespace calibrant {

Scorecard evaluate(const Observations& predictions, const EvaluateOptions& options) {
  metrics::check_bins(options.bins);
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  metrics::Parts parts = {.predictions = groups, .bins = options.bins};
  Scorecard card;
  card.weight = groups.weight;
  metrics::fill_in(parts, metrics::all_measures(), thread_count(options.execution), card);
  if (const auto test = options.exact_p ? metrics::spiegelhalter_test(groups, parts.sums, {})
                                        : metrics::spiegelhalter_test(parts.sums)) {
    card.spiegelhalter_z = test->z;
    card.spiegelhalter_p = test->p;
  }
  return card;
}

Scorecard evaluate(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                   std::span<const double> weights, const EvaluateOptions& options) {
  return evaluate(observe_probabilities(probabilities, labels, weights), options);
}

Scorecard evaluate(std::span<const double> probabilities, std::span<const int> labels,
                   std::span<const double> weights, const EvaluateOptions& options) {
  return evaluate(observe_probabilities(probabilities, labels, weights), options);
}

}  // namespace calibrant
