#include "compare/measure.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "calibrant/measures.hpp"
#include "kernels/prediction_sums.hpp"
#include "math/compensated_sum.hpp"
#include "metrics/paired_difference.hpp"

namespace calibrant {
namespace {

/// A standard error is good to 4 % with so many.
constexpr std::size_t kRepeats = 300;

template <class Measure>
std::vector<Measure> in_compare(std::span<const Measure> table) {
  std::vector<Measure> result;
  std::ranges::copy_if(table, std::back_inserter(result), &Measure::in_compare);
  return result;
}

template <class Measure>
std::vector<ComparedMeasure> columns_of(const std::vector<Measure>& measures) {
  std::vector<ComparedMeasure> columns;
  columns.reserve(measures.size());
  for (const Measure& one : measures) {
    columns.push_back({one.name, one.short_title, one.better == Better::kHigher, one.by_fold});
  }
  return columns;
}

template <class Card, class Intervals>
std::vector<Estimate> estimates_of(std::span<const MeasureOf<Card, Intervals>> table,
                                   const Card& card, const Intervals& intervals) {
  std::vector<Estimate> result;
  for (const auto& measure : in_compare(table)) {
    result.push_back({.value = measure.value(card)});
    if (const auto& interval = intervals.*measure.interval) {
      result.back().standard_error = interval->standard_error;
    }
  }
  return result;
}

double clipped(double p) { return std::clamp(p, metrics::kClip, 1 - metrics::kClip); }

Measured measure_two(std::span<const double> probabilities, const ScoredRows& rows,
                     std::uint64_t seed) {
  const Execution alone = {.threads = 1};
  const Observations seen = observe(probabilities, binary_labels(rows), rows.weights, alone);
  const Scorecard card = evaluate(seen, {.exact_p = false, .execution = alone});
  const auto intervals = bootstrap(seen, {.repeats = kRepeats, .seed = seed, .execution = alone});
  Measured result = {.estimates = estimates_of(measures(), card, intervals), .log_losses = {}};
  result.log_losses.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double p = clipped(probabilities[i]);
    result.log_losses[i] = rows.labels[i] == 1 ? -std::log(p) : -std::log1p(-p);
  }
  return result;
}

Measured measure_several(std::span<const double> probabilities, const ScoredRows& rows) {
  const std::size_t classes = rows.width();
  const MulticlassPredictions seen =
      observe_predictions(probabilities, rows.labels, classes, rows.weights);
  const MulticlassScorecard card = evaluate(seen, {.exact_p = false, .execution = {.threads = 1}});
  std::vector<double> log_losses(rows.size());
  std::vector<double> right(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = probabilities.subspan(i * classes, classes);
    const std::size_t label = rows.labels[i];
    log_losses[i] = -std::log(clipped(row[label]));
    const auto top = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
    right[i] = top == label ? 1 : 0;
  }
  const auto spread = [&](const std::vector<double>& values) -> std::optional<MeasureInterval> {
    const auto error =
        metrics::paired_difference(values, rows.weights, kCompareLevel, 1).standard_error;
    return error ? std::optional(MeasureInterval{.standard_error = *error}) : std::nullopt;
  };
  MulticlassIntervals spreads;  // of means over rows
  spreads.log_loss = spread(log_losses);
  spreads.brier = spread(seen.row_brier);
  spreads.accuracy = spread(right);
  return {.estimates = estimates_of(multiclass_measures(), card, spreads),
          .log_losses = std::move(log_losses)};
}

/// By weight. Folds without the measure (AUC with one class) do not count.
Estimate mean_over_folds(const std::vector<Scorecard>& cards, const Measure& measure) {
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
  return rows.classes.empty() ? columns_of(in_compare(measures()))
                              : columns_of(in_compare(multiclass_measures()));
}

Measured measure(std::span<const double> probabilities, const ScoredRows& rows,
                 std::uint64_t seed) {
  return rows.classes.empty() ? measure_two(probabilities, rows, seed)
                              : measure_several(probabilities, rows);
}

void average_over_folds(const std::vector<Scorecard>& cards, std::vector<Estimate>& estimates) {
  const std::vector<Measure> compared = in_compare(measures());
  for (std::size_t c = 0; c < compared.size(); ++c) {
    if (compared[c].by_fold) estimates[c] = mean_over_folds(cards, compared[c]);
  }
}

}  // namespace calibrant
