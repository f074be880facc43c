// The measures as the paper's tables print them.
//
// Deviations from the paper's text, found by recomputing the SPECT tables, where they agree in
// every printed digit: the ten bins hold equally many rows instead of being equally wide, and the
// ECE is sqrt((1/10) sum P(i) |o_i - e_i|) instead of the plain sum. Rows are sorted by
// (probability, label), so tied rows can fall into different bins, the negative ones first.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "calibrant/metrics.hpp"
#include "math/compensated_sum.hpp"
#include "metrics/measures.hpp"

namespace calibrant {
namespace metrics {
namespace {

constexpr std::size_t kBins = 10;

/// Hands out rows in the order (probability, label): the groups' negatives, then their positives.
class RowReader {
 public:
  explicit RowReader(const Predictions& predictions) : predictions_(predictions) {}

  struct Row {
    double probability = 0;
    double label = 0;
  };

  Row next() {
    while (row_ == predictions_.group_weight(group_)) {
      ++group_;
      row_ = 0;
    }
    const bool positive = row_ >= predictions_.negatives[group_];
    row_ += 1;
    return {.probability = predictions_.probabilities[group_], .label = positive ? 1.0 : 0.0};
  }

 private:
  const Predictions& predictions_;
  std::size_t group_ = 0;
  double row_ = 0;  // rows of the group already handed out
};

PaperMeasures measure(const Predictions& predictions) {
  PaperMeasures result;
  result.auc = auc(predictions);
  result.accuracy = accuracy(predictions);
  result.rmse = std::sqrt(brier_score(predictions, moments_of(predictions)));

  const auto rows = static_cast<std::size_t>(predictions.weight);
  RowReader reader(predictions);
  CompensatedSum total;  // of P(i) |o_i - e_i|, times N
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const std::size_t size = rows / kBins + (bin < rows % kBins ? 1 : 0);
    if (size == 0) break;
    CompensatedSum excess;
    for (std::size_t i = 0; i < size; ++i) {
      const auto [probability, label] = reader.next();
      excess.add(label - probability);
    }
    const double gap = std::abs(excess.value());
    total.add(gap);
    result.mce = std::max(result.mce, gap / static_cast<double>(size));
  }
  result.ece = std::sqrt(total.value() / predictions.weight / kBins);
  return result;
}

}  // namespace
}  // namespace metrics

PaperMeasures paper_measures(std::span<const double> probabilities,
                             std::span<const std::uint8_t> labels) {
  const Observations rows = metrics::observe_probabilities(probabilities, labels, {});
  return metrics::measure(metrics::predictions_of(rows));
}

PaperMeasures paper_measures(std::span<const double> probabilities, std::span<const int> labels) {
  const Observations rows = metrics::observe_probabilities(probabilities, labels, {});
  return metrics::measure(metrics::predictions_of(rows));
}

}  // namespace calibrant
