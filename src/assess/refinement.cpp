// Every row is recalibrated by a fit of Auto to other rows. The fold of a row is a hash of what it
// holds: equal rows share a fold, so that weight k is the same as k copies, and neither the order
// of the rows nor that of the classes matters. Many rows: a fit sees a part of them, which is also
// chosen by the hash.
#include "assess/refinement.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "calibrant/classes.hpp"
#include "kernels/prediction_sums.hpp"
#include "math/random.hpp"
#include "metrics/paired_difference.hpp"

namespace calibrant {
namespace {

constexpr std::uint32_t kFolds = 5;
constexpr std::size_t kFewestRows = std::size_t{2} * kFolds;
/// That a fit sees: enough for the maps of many classes.
constexpr double kMostFitted = 20000;

std::uint64_t hash_of(double value, std::uint64_t key) {
  return RandomStream(key, std::bit_cast<std::uint64_t>(value + 0.0)).bits();
}

std::uint64_t hash_of_row(std::span<const double> row, std::size_t label) {
  std::uint64_t sum = hash_of(row[label], 1);
  for (const double p : row) sum += hash_of(p, 0);
  return RandomStream(sum).bits();
}

/// Rows of positive weight, and what becomes of them.
struct Recalibrated {
  std::vector<std::size_t> rows;
  std::vector<double> probabilities;  ///< one row after the other, as in `rows`
};

ClassModel fit_rows(const MulticlassPredictions& from, const std::vector<std::size_t>& rows,
                    const Execution& execution) {
  std::vector<double> scores;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  for (const std::size_t i : rows) {
    const auto row = from.row(i);
    scores.insert(scores.end(), row.begin(), row.end());
    labels.push_back(from.labels[i]);
    if (!from.row_weights.empty()) weights.push_back(from.row_weights[i]);
  }
  return fit_classes(scores, labels, from.classes.size(), weights,
                     {.input = ClassInput::kProbabilities,
                      .every_class = false,
                      .execution = {.threads = execution.threads}});
}

Recalibrated recalibrate_rows(const MulticlassPredictions& predictions,
                              const Execution& execution) {
  std::vector<std::uint64_t> hashes(predictions.labels.size());
  std::vector<std::size_t> weighty;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (!predictions.row_weights.empty() && predictions.row_weights[i] == 0) continue;
    hashes[i] = hash_of_row(predictions.row(i), predictions.labels[i]);
    weighty.push_back(i);
  }
  // A second number of the same row, from 0 to 1: is it one of those that fits see?
  const double seen_part = kMostFitted / static_cast<double>(weighty.size());
  const auto is_seen = [&](std::size_t i) {
    return RandomStream(hashes[i], 1).uniform() < seen_part;
  };
  Recalibrated result;
  for (std::uint32_t fold = 0; fold < kFolds; ++fold) {
    std::vector<std::size_t> fitted;
    std::vector<double> given;
    for (const std::size_t i : weighty) {
      if (hashes[i] % kFolds != fold) {
        if (is_seen(i)) fitted.push_back(i);
        continue;
      }
      const auto row = predictions.row(i);
      given.insert(given.end(), row.begin(), row.end());
      result.rows.push_back(i);
    }
    if (given.empty()) continue;
    if (!fitted.empty()) {
      apply(fit_rows(predictions, fitted, execution), given, given, {.threads = execution.threads});
    }
    result.probabilities.insert(result.probabilities.end(), given.begin(), given.end());
  }
  return result;
}

double row_log_loss(std::span<const double> row, std::size_t label) {
  return -std::log(std::clamp(row[label], metrics::kClip, 1 - metrics::kClip));
}

double row_brier(std::span<const double> row, std::size_t label) {
  double sum = 0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const double off = row[k] - (k == label ? 1 : 0);
    sum += off * off;
  }
  return sum;
}

/// A mean over rows; sorted before, so that no order of them matters.
metrics::PairedDifference mean_of(std::vector<std::pair<double, double>> values, double level) {
  std::ranges::sort(values);
  std::vector<double> numbers;
  std::vector<double> weights;
  for (const auto& [value, weight] : values) {
    numbers.push_back(value);
    weights.push_back(weight);
  }
  return metrics::paired_difference(numbers, weights, level, 1);
}

std::optional<MeasureInterval> interval_of(const metrics::PairedDifference& mean, double lowest) {
  if (!mean.interval) return {};
  return MeasureInterval{.lower = std::max(lowest, mean.interval->lower),
                         .upper = mean.interval->upper,
                         .standard_error = *mean.standard_error};
}

}  // namespace

void split_losses(const MulticlassPredictions& predictions, const AssessOptions& options,
                  MulticlassScorecard& card, MulticlassIntervals& intervals) {
  const Recalibrated after = recalibrate_rows(predictions, options.execution);
  if (after.rows.size() < kFewestRows) return;
  const std::size_t classes = predictions.classes.size();
  const auto split = [&](const auto& row_loss, double loss, auto calibration, auto refinement) {
    std::vector<std::pair<double, double>> gains;
    std::vector<std::pair<double, double>> rest;
    for (std::size_t k = 0; k < after.rows.size(); ++k) {
      const std::size_t i = after.rows[k];
      const double weight = predictions.row_weights.empty() ? 1 : predictions.row_weights[i];
      const std::size_t label = predictions.labels[i];
      const double left =
          row_loss(std::span(after.probabilities).subspan(k * classes, classes), label);
      rest.emplace_back(left, weight);
      gains.emplace_back(row_loss(predictions.row(i), label) - left, weight);
    }
    const auto gain = mean_of(std::move(gains), options.level);
    const auto remainder = mean_of(std::move(rest), options.level);
    card.*calibration.first = loss - remainder.value;
    card.*refinement.first = remainder.value;
    if (options.repeats == 0) return;
    intervals.*calibration.second = interval_of(gain, -loss);
    intervals.*refinement.second = interval_of(remainder, 0);
  };
  using Card = MulticlassScorecard;
  using Intervals = MulticlassIntervals;
  split(row_log_loss, card.log_loss,
        std::pair(&Card::log_loss_calibration, &Intervals::log_loss_calibration),
        std::pair(&Card::log_loss_refinement, &Intervals::log_loss_refinement));
  split(row_brier, card.brier, std::pair(&Card::brier_calibration, &Intervals::brier_calibration),
        std::pair(&Card::brier_refinement, &Intervals::brier_refinement));
}

}  // namespace calibrant
