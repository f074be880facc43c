// Rows of one fold share a fit, which their standard error does not see;
// bench/quality/simulated/false_claims.cpp measures that claims still hold their level.
#include "calibrant/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "calibrant/folds.hpp"
#include "calibrant/multiclass.hpp"
#include "compare/entrants.hpp"
#include "compare/measure.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kUsualFolds = 10;

/// Rows chosen by their index.
template <class Wanted>
ScoredRows picked(const ScoredRows& rows, const Wanted& wanted) {
  ScoredRows result = {.classes = rows.classes, .scores = {}, .labels = {}};
  const std::size_t width = rows.width();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!wanted(i)) continue;
    const auto begin = rows.scores.begin() + static_cast<std::ptrdiff_t>(i * width);
    result.scores.insert(result.scores.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
    result.labels.push_back(rows.labels[i]);
    if (!rows.weights.empty()) result.weights.push_back(rows.weights[i]);
  }
  return result;
}

/// Checks all rows and drops those without weight. `which` stands before the names of arguments.
ScoredRows checked(ScoredRows rows, const std::string& which) {
  const std::string scores = which + "scores";
  const std::string labels = which + "labels";
  const std::string weights = which + "weights";
  if (rows.classes.size() == 1) {
    throw InputError(which + "classes", std::nullopt, "has one name (two or more were expected)");
  }
  check_not_empty(scores, rows.size());
  check_same_length(scores, rows.scores.size(), labels, rows.size() * rows.width());
  if (!rows.weights.empty()) {
    check_same_length(weights, rows.weights.size(), labels, rows.size());
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < rows.width(); ++k) {
      check_finite(scores, i, rows.scores[i * rows.width() + k]);
    }
    if (rows.classes.empty()) {
      check_label(labels, i, rows.labels[i]);
    } else {
      check_class(labels, i, rows.labels[i], rows.width());
    }
    if (!rows.weights.empty()) check_weight(weights, i, rows.weights[i]);
  }
  if (std::ranges::find(rows.weights, 0.0) == rows.weights.end()) return rows;
  rows = picked(rows, [&](std::size_t i) { return rows.weights[i] > 0; });
  check_not_empty(scores, rows.size());
  return rows;
}

std::vector<double> predict(const std::string& method, const ScoredRows& train,
                            const ScoredRows& test, const MethodOptions& options) {
  if (method == "raw") return test.scores;
  if (train.classes.empty()) {
    const Observations seen =
        observe(train.scores, binary_labels(train), train.weights, {.threads = 1});
    return apply(fit_method(method, seen, options), test.scores);
  }
  return apply(
      fit_multiclass(method, train.scores, train.labels, train.classes, train.weights, options),
      test.scores);
}

/// The probabilities of every row, each from fits to the other folds, and the scorecard of each
/// fold, if there are two classes.
struct FoldResults {
  std::vector<double> probabilities;
  std::vector<Scorecard> cards;
};

void predict_fold(const std::string& method, const ScoredRows& rows,
                  const std::vector<std::uint32_t>& fold_of, std::size_t fold,
                  const MethodOptions& options, FoldResults& results) {
  const ScoredRows train = picked(rows, [&](std::size_t i) { return fold_of[i] != fold; });
  const ScoredRows test = picked(rows, [&](std::size_t i) { return fold_of[i] == fold; });
  const std::vector<double> probabilities = predict(method, train, test, options);
  const std::size_t width = rows.width();
  auto from = probabilities.begin();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (fold_of[i] != fold) continue;
    std::copy_n(from, width,
                results.probabilities.begin() + static_cast<std::ptrdiff_t>(i * width));
    from += static_cast<std::ptrdiff_t>(width);
  }
  if (rows.classes.empty()) {
    results.cards[fold] = evaluate(probabilities, binary_labels(test), test.weights,
                                   {.exact_p = false, .execution = {.threads = 1}});
  }
}

std::size_t fold_count(const CompareOptions& options, std::size_t rows,
                       std::vector<std::string>& notes) {
  if (options.folds) return *options.folds;
  if (rows < 2 || rows >= kUsualFolds) return kUsualFolds;  // one row cannot be dealt
  notes.push_back(
      fmt::format("{} folds instead of {}, because there are {} rows", rows, kUsualFolds, rows));
  return rows;
}

std::vector<Entrant> run(const Comparison& comparison, const Execution& execution) {
  const ScoredRows& rows = comparison.rows;
  const ScoredRows& measured = comparison.measured();
  const std::vector<std::string>& methods = comparison.options.methods;
  MethodOptions options = comparison.options.method;
  options.execution = {.threads = 1};  // the tasks are many enough
  options.every_class = false;         // a fold may have the only row of a class
  const std::size_t folds = comparison.folds;
  std::vector<std::uint32_t> fold_of;
  if (folds > 0) {
    const std::size_t classes = std::max<std::size_t>(rows.width(), 2);
    fold_of = stratified_folds(rows.labels, classes, folds, comparison.options.seed);
  }
  std::vector<FoldResults> results(methods.size());
  ProgressMeter progress(execution,
                         static_cast<double>(methods.size() * (std::max<std::size_t>(folds, 1))));
  std::vector<std::function<void()>> tasks;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    if (folds == 0) {
      tasks.emplace_back([&, m] {
        results[m].probabilities = predict(methods[m], rows, measured, options);
        progress.advance(1);
      });
      continue;
    }
    results[m].probabilities.resize(rows.scores.size());
    results[m].cards.resize(folds);
    for (std::size_t fold = 0; fold < folds; ++fold) {
      tasks.emplace_back([&, m, fold] {
        predict_fold(methods[m], rows, fold_of, fold, options, results[m]);
        progress.advance(1);
      });
    }
  }
  run_tasks(thread_count(execution), tasks);
  tasks.clear();
  std::vector<Entrant> entrants(methods.size());
  for (std::size_t m = 0; m < methods.size(); ++m) {
    tasks.emplace_back([&, m] {
      Measured found = measure(results[m].probabilities, measured, comparison.options.seed);
      if (folds > 0 && rows.classes.empty()) average_over_folds(results[m].cards, found.estimates);
      entrants[m] = {.contestant = {.name = methods[m],
                                    .estimates = std::move(found.estimates),
                                    .probabilities = std::move(results[m].probabilities)},
                     .log_losses = std::move(found.log_losses)};
    });
  }
  run_tasks(thread_count(execution), tasks);
  return entrants;
}

std::vector<double> class_weights(const ScoredRows& rows) {
  std::vector<double> result(std::max<std::size_t>(rows.width(), 2));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result[rows.labels[i]] += rows.weights.empty() ? 1 : rows.weights[i];
  }
  return result;
}

/// Leaves out what cannot be used, and says so.
void choose_methods(Comparison& comparison) {
  std::vector<std::string>& methods = comparison.options.methods;
  const bool several = !comparison.rows.classes.empty();
  if (methods.empty()) methods = all_entrants(several);
  check_entrants(methods, several);
  comparison.left_out =
      drop_unusable(methods, comparison.options.method, comparison.rows, comparison.test);
  if (comparison.left_out.empty()) return;
  const std::string names = fmt::format("{}", fmt::join(comparison.left_out, ", "));
  if (methods.empty()) {
    throw InputError(
        "scores", std::nullopt,
        fmt::format("no method is left: {} need probabilities (scores from 0 to 1)", names));
  }
  comparison.notes.push_back(
      fmt::format("left out, because not all scores are probabilities{}: {}",
                  comparison.rows.classes.empty() ? "" : " (raw: that add up to 1)", names));
}

}  // namespace

Comparison compare(ScoredRows rows, std::optional<ScoredRows> test, const CompareOptions& options) {
  Comparison result = {.options = options, .rows = checked(std::move(rows), "")};
  result.options.execution.progress = {};  // it may end with the call
  if (test) {
    if (options.folds) throw OptionError("folds", "is for one sample, not for a test sample, too");
    if (test->classes != result.rows.classes) {
      throw InputError("test_classes", std::nullopt, "are not those of the rows to fit");
    }
    result.test = checked(std::move(*test), "test_");
  }
  choose_methods(result);
  if (!result.test) result.folds = fold_count(options, result.rows.size(), result.notes);
  result.measures = compared_measures(result.rows);
  std::vector<Entrant> entrants = run(result, options.execution);
  const ScoredRows& measured = result.measured();
  rank(std::move(entrants), class_weights(measured), measured.weights, result);
  return result;
}

}  // namespace calibrant
