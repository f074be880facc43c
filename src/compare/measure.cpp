#include "compare/measure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "calibrant/bootstrap.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "kernels/prediction_sums.hpp"
#include "metrics/measure_table.hpp"
#include "metrics/paired_difference.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {
namespace {

/// A standard error is good to 4 % with so many.
constexpr std::size_t kRepeats = 300;

struct TwoClassMeasure {
  ComparedMeasure column;
  bool by_fold;  ///< a mean over folds makes sense
};

constexpr std::array<TwoClassMeasure, 6> kTwoClasses = {{
    {{"log_loss", "log loss", false}, true},
    {{"brier", "Brier", false}, true},
    {{"ece_equal_mass", "ECE", false}, false},
    {{"mce_equal_mass", "MCE", false}, false},
    {{"auc", "AUC", true}, true},
    {{"accuracy", "accuracy", true}, true},
}};

constexpr std::array<ComparedMeasure, 5> kSeveralClasses = {{{"log_loss", "log loss", false},
                                                             {"brier", "Brier", false},
                                                             {"top_label_ece", "top ECE", false},
                                                             {"class_wise_ece", "class ECE", false},
                                                             {"accuracy", "accuracy", true}}};

const metrics::Measure& entry_of(const TwoClassMeasure& measure) {
  return *std::ranges::find(metrics::kMeasures, measure.column.name, &metrics::Measure::name);
}

double clipped(double p) { return std::clamp(p, metrics::kClip, 1 - metrics::kClip); }

Measured measure_two(std::span<const double> probabilities, const ScoredRows& rows,
                     std::uint64_t seed) {
  const Execution alone = {.threads = 1};
  const Observations seen = observe(probabilities, binary_labels(rows), rows.weights);
  const Scorecard card = evaluate(seen, {.exact_p = false, .execution = alone});
  const auto intervals = bootstrap(seen, {.repeats = kRepeats, .seed = seed, .execution = alone});
  Measured result;
  for (const TwoClassMeasure& one : kTwoClasses) {
    const metrics::Measure& entry = entry_of(one);
    Estimate& estimate = result.estimates.emplace_back(Estimate{.value = entry.value(card)});
    if (const auto interval = intervals.*entry.interval) {
      estimate.standard_error = interval->standard_error;
    }
  }
  result.log_losses.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double p = clipped(probabilities[i]);
    result.log_losses[i] = rows.labels[i] == 1 ? -std::log(p) : -std::log1p(-p);
  }
  return result;
}

Measured measure_several(std::span<const double> probabilities, const ScoredRows& rows) {
  const std::size_t classes = rows.width();
  const MulticlassScorecard card =
      evaluate(observe_predictions(probabilities, rows.labels, classes, rows.weights),
               {.exact_p = false, .execution = {.threads = 1}});
  std::vector<double> log_losses(rows.size());
  std::vector<double> briers(rows.size());
  std::vector<double> right(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = probabilities.subspan(i * classes, classes);
    const std::size_t label = rows.labels[i];
    log_losses[i] = -std::log(clipped(row[label]));
    for (std::size_t k = 0; k < classes; ++k) {
      const double off = row[k] - (k == label ? 1 : 0);
      briers[i] += off * off;
    }
    const auto top = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
    right[i] = top == label ? 1 : 0;
  }
  const auto error = [&](const std::vector<double>& values) {
    return metrics::paired_difference(values, rows.weights, kCompareLevel, 1).standard_error;
  };
  Measured result;
  result.estimates = {{.value = card.log_loss, .standard_error = error(log_losses)},
                      {.value = card.brier, .standard_error = error(briers)},
                      {.value = card.top_label_ece},
                      {.value = card.class_wise_ece},
                      {.value = card.accuracy, .standard_error = error(right)}};
  result.log_losses = std::move(log_losses);
  return result;
}

/// By weight. Folds without the measure (AUC with one class) do not count.
Estimate mean_over_folds(const std::vector<Scorecard>& cards, const metrics::Measure& measure) {
  std::vector<std::pair<double, double>> values;  // value, weight
  CompensatedSum weight;
  CompensatedSum total;
  for (const Scorecard& card : cards) {
    const auto value = measure.value(card);
    if (!value) continue;
    values.emplace_back(*value, card.weight);
    weight.add(card.weight);
    total.add(*value * card.weight);
  }
  if (values.empty()) return {};
  Estimate result;
  result.value = total.value() / weight.value();
  if (values.size() < 2) return result;
  CompensatedSum squares;
  for (const auto& [value, fold_weight] : values) {
    const double term = (value - *result.value) * fold_weight / weight.value();
    squares.add(term * term);
  }
  const auto n = static_cast<double>(values.size());
  result.standard_error = std::sqrt(squares.value() * n / (n - 1));
  return result;
}

}  // namespace

std::vector<std::uint8_t> binary_labels(const ScoredRows& rows) {
  return {rows.labels.begin(), rows.labels.end()};
}

std::vector<ComparedMeasure> compared_measures(const ScoredRows& rows) {
  if (!rows.classes.empty()) return {kSeveralClasses.begin(), kSeveralClasses.end()};
  std::vector<ComparedMeasure> columns;
  for (const TwoClassMeasure& one : kTwoClasses) columns.push_back(one.column);
  return columns;
}

Measured measure(std::span<const double> probabilities, const ScoredRows& rows,
                 std::uint64_t seed) {
  return rows.classes.empty() ? measure_two(probabilities, rows, seed)
                              : measure_several(probabilities, rows);
}

void average_over_folds(const std::vector<Scorecard>& cards, std::vector<Estimate>& estimates) {
  for (std::size_t c = 0; c < kTwoClasses.size(); ++c) {
    if (kTwoClasses[c].by_fold) estimates[c] = mean_over_folds(cards, entry_of(kTwoClasses[c]));
  }
}

}  // namespace calibrant
