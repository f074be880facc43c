// Each measure is one for two classes, asked of the right observations:
//
//   log loss        that of the own class's probability, as if all rows were positive
//   Brier score     the sum over the classes of their Brier scores against the rest
//   top-label ECE   that of the largest probability, positive where it is right
//   class-wise ECE  the mean over the classes of their ECE against the rest
#include "calibrant/multiclass_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "metrics/predictions.hpp"
#include "observations/against_rest.hpp"
#include "support/compensated_sum.hpp"
#include "support/parallel.hpp"
#include "support/read_once.hpp"

namespace calibrant {
namespace {

void check_row(std::span<const double> row, std::size_t i) {
  CompensatedSum sum;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (!(row[k] >= 0 && row[k] <= 1)) {
      fail_cell("probabilities", i, k, fmt::format("{} is not a probability (0 to 1)", row[k]));
    }
    sum.add(row[k]);
  }
  if (std::abs(sum.value() - 1) > kMostSumError) {
    throw InputError("probabilities", i,
                     fmt::format("the row adds up to {:.6g} (1 was expected)", sum.value()));
  }
}

template <class Label>
MulticlassPredictions observe_rows(std::span<const double> probabilities,
                                   std::span<const Label> labels, std::size_t classes,
                                   std::span<const double> weights) {
  check_multiclass_rows("probabilities", probabilities, labels, classes, weights);
  std::vector<double> top(labels.size());
  std::vector<double> own(labels.size());
  std::vector<std::uint8_t> right(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = probabilities.subspan(i * classes, classes);
    check_row(row, i);
    const auto largest = std::ranges::max_element(row);
    // A class even if another thread has changed the label since it was checked.
    const auto label = std::min(static_cast<std::size_t>(read_once(labels, i)), classes - 1);
    top[i] = *largest;
    own[i] = row[label];
    right[i] = largest - row.begin() == static_cast<std::ptrdiff_t>(label) ? 1 : 0;
  }
  const std::vector<std::uint8_t> ones(labels.size(), 1);
  return {.top = observe(top, right, weights),
          .own = observe(own, ones, weights),
          .classes = observe_against_rest(probabilities, labels, classes, weights)};
}

}  // namespace

MulticlassPredictions observe_predictions(std::span<const double> probabilities,
                                          std::span<const std::uint32_t> labels,
                                          std::size_t classes, std::span<const double> weights) {
  return observe_rows(probabilities, labels, classes, weights);
}

MulticlassPredictions observe_predictions(std::span<const double> probabilities,
                                          std::span<const int> labels, std::size_t classes,
                                          std::span<const double> weights) {
  return observe_rows(probabilities, labels, classes, weights);
}

MulticlassScorecard evaluate(const MulticlassPredictions& predictions,
                             const EvaluateOptions& options) {
  metrics::check_bins(options.bins);
  MulticlassScorecard card;
  card.weight = predictions.top.weight();
  card.accuracy = predictions.top.positive_weight() / card.weight;
  card.log_loss = log_loss(predictions.own);
  const CalibrationError top = calibration_error(predictions.top, {.bins = options.bins});
  card.top_label_ece = top.ece;
  card.top_label_mce = top.mce;
  card.classes.resize(predictions.classes.size());
  std::vector<std::function<void()>> tasks;
  for (std::size_t k = 0; k < card.classes.size(); ++k) {
    tasks.emplace_back([&, k] {
      card.classes[k] =
          evaluate(predictions.classes[k],
                   {.bins = options.bins, .exact_p = options.exact_p, .execution = {.threads = 1}});
    });
  }
  run_tasks(thread_count(options.execution), tasks);
  CompensatedSum brier;
  CompensatedSum ece;
  for (const Scorecard& one : card.classes) {
    brier.add(one.brier);
    ece.add(one.ece);
  }
  card.brier = brier.value();
  card.class_wise_ece = ece.value() / static_cast<double>(card.classes.size());
  return card;
}

}  // namespace calibrant
