#include "calibrant/class_diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include "metrics/holm.hpp"
#include "metrics/measures.hpp"
#include "metrics/verdict_sentence.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

constexpr double kQuestions = 3;
/// Of one question.
constexpr double kQuestionChance = (1 - kDiagnosisLevel) / kQuestions;
/// A pair that was not seen is told if so many rows were expected.
constexpr double kToldRows = 0.5;

using Chances = std::vector<std::optional<double>>;

/// Holm's method within the question, and the question among the three.
Chances adjusted_in_question(const Chances& p) {
  Chances result = metrics::holm(p);
  for (auto& one : result) {
    if (one) one = std::min(1.0, kQuestions * *one);
  }
  return result;
}

void diagnose_classes(const MulticlassPredictions& predictions, unsigned threads,
                      ClassDiagnosis& result) {
  const std::size_t classes = predictions.classes.size();
  result.classes.resize(classes);
  // Two tests of each class: its total, then its spread.
  Chances p(2 * classes);
  const TestOptions options = {.smallest = metrics::smallest_of(p.size(), kQuestionChance)};
  std::vector<std::function<void()>> tasks;
  for (std::size_t k = 0; k < classes; ++k) {
    tasks.emplace_back([&, k] {
      const metrics::Predictions seen = metrics::predictions_of(predictions.classes[k]);
      const metrics::MomentSums sums = metrics::moments_of(seen);
      DiagnosedClass& one = result.classes[k];
      one.expected = sums.expected;
      one.observed = seen.positive_weight;
      p[2 * k] = metrics::total_test(seen, sums, options).p;
      if (const auto spread = metrics::spread_test(seen, sums, options)) {
        p[2 * k + 1] = spread->p;
        one.extreme = spread->excess > 0;
      }
    });
  }
  run_tasks(threads, tasks);
  const Chances adjusted = adjusted_in_question(p);
  for (std::size_t k = 0; k < classes; ++k) {
    result.classes[k].total_p = adjusted[2 * k].value_or(1);
    result.classes[k].spread_p = adjusted[2 * k + 1];
    result.p = std::min(result.p, result.classes[k].p());
  }
}

/// The rows of each class of the largest probability.
std::vector<std::vector<std::size_t>> rows_by_top(const MulticlassPredictions& predictions) {
  const std::size_t classes = predictions.classes.size();
  std::vector<std::vector<std::size_t>> rows(classes);
  for (std::size_t i = 0; i < predictions.labels.size(); ++i) {
    const auto row = predictions.row(i);
    const auto top = std::ranges::max_element(row) - row.begin();
    const bool counts = predictions.row_weights.empty() || predictions.row_weights[i] > 0;
    if (counts) rows[static_cast<std::size_t>(top)].push_back(i);
  }
  return rows;
}

/// Class `own` against the rest, in some rows.
Observations observe_some(const MulticlassPredictions& predictions,
                          const std::vector<std::size_t>& rows, std::size_t own) {
  std::vector<double> column;
  std::vector<std::uint8_t> positive;
  std::vector<double> weights;
  for (const std::size_t i : rows) {
    column.push_back(predictions.row(i)[own]);
    positive.push_back(predictions.labels[i] == own ? 1 : 0);
    if (!predictions.row_weights.empty()) weights.push_back(predictions.row_weights[i]);
  }
  return observe(column, positive, weights, {.threads = 1});
}

void diagnose_pairs(const MulticlassPredictions& predictions, unsigned threads,
                    ClassDiagnosis& result) {
  const std::size_t classes = predictions.classes.size();
  const auto rows = rows_by_top(predictions);
  result.expected.resize(classes * classes);
  result.observed.resize(classes * classes);
  const auto seen_tops = static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const auto& one) { return !one.empty(); }));
  const TestOptions options = {
      .smallest = metrics::smallest_of(seen_tops * (classes - 1), kQuestionChance)};
  Chances p(classes * classes);
  std::vector<std::function<void()>> tasks;
  for (std::size_t top = 0; top < classes; ++top) {
    if (rows[top].empty()) continue;
    tasks.emplace_back([&, top] {
      for (std::size_t own = 0; own < classes; ++own) {
        const Observations some = observe_some(predictions, rows[top], own);
        const metrics::Predictions seen = metrics::predictions_of(some);
        const metrics::MomentSums sums = metrics::moments_of(seen);
        const std::size_t pair = top * classes + own;
        result.expected[pair] = sums.expected;
        result.observed[pair] = seen.positive_weight;
        // What is impossible and does not happen is no test.
        if (own == top || (sums.expected == 0 && seen.positive_weight == 0)) continue;
        p[pair] = metrics::total_test(seen, sums, options).p;
      }
    });
  }
  run_tasks(threads, tasks);
  const Chances adjusted = adjusted_in_question(p);
  for (std::size_t pair = 0; pair < p.size(); ++pair) {
    if (!adjusted[pair]) continue;
    ++result.pairs;
    const Confusion one = {.predicted = pair / classes,
                           .own = pair % classes,
                           .expected = result.expected[pair],
                           .observed = result.observed[pair],
                           .p = *adjusted[pair]};
    result.p = std::min(result.p, one.p);
    if (one.observed > 0 || one.expected >= kToldRows) result.confusions.push_back(one);
  }
  std::ranges::stable_sort(result.confusions, {}, [&](const Confusion& one) {
    return std::tuple(*p[one.predicted * classes + one.own],
                      -std::abs(one.observed - one.expected));
  });
}

}  // namespace

std::string DiagnosedClass::total() const {
  return !total_off() ? "" : expected > observed ? "too high" : "too low";
}

std::string DiagnosedClass::spread() const {
  return !spread_off() ? "" : extreme ? "too extreme" : "too timid";
}

ClassDiagnosis diagnose(const MulticlassPredictions& predictions, const Execution& execution) {
  const unsigned threads = thread_count(execution);
  ClassDiagnosis result = {.top = diagnose(predictions.top, 1 / kQuestions)};
  result.p = result.top.p;
  result.few = result.top.few;
  diagnose_classes(predictions, threads, result);
  diagnose_pairs(predictions, threads, result);
  return result;
}

std::string verdict_sentence(const ClassDiagnosis& diagnosis) {
  return metrics::verdict_sentence(diagnosis.fine(), diagnosis.few, diagnosis.p);
}

}  // namespace calibrant
