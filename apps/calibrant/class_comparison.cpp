// Every method on the same folds, or fitted on one file and measured on another.
#include "class_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "calibrant/folds.hpp"
#include "calibrant/multiclass.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "metrics/measures.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant::cli {
namespace {

const std::vector<MeasureTitle> kMeasures = {{"log_loss", "log loss", false},
                                             {"brier", "Brier", false},
                                             {"top_label_ece", "top ECE", false},
                                             {"class_wise_ece", "class ECE", false},
                                             {"accuracy", "accuracy", true}};

/// Rows chosen by their index; those of weight 0 are left out.
template <class Wanted>
ClassRows picked(const ClassRows& rows, std::size_t classes, const Wanted& wanted) {
  ClassRows result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!wanted(i) || (!rows.weights.empty() && rows.weights[i] == 0)) continue;
    const auto begin = rows.scores.begin() + static_cast<std::ptrdiff_t>(i * classes);
    result.scores.insert(result.scores.end(), begin, begin + static_cast<std::ptrdiff_t>(classes));
    result.labels.push_back(rows.labels[i]);
    if (!rows.weights.empty()) result.weights.push_back(rows.weights[i]);
  }
  return result;
}

ClassRows weighing(const ClassRows& rows, std::size_t classes) {
  return picked(rows, classes, [](std::size_t) { return true; });
}

std::vector<double> predict(const std::string& method, const ClassRows& train,
                            const ClassRows& test, const std::vector<std::string>& classes,
                            const MethodFlags& options) {
  if (method == "raw") return test.scores;
  const auto seen = observe_multiclass(train.scores, train.labels, classes.size(), train.weights);
  const MulticlassModel model = fit_multiclass(
      seen, classes, [&](const Observations& one) { return fit_method(method, one, options); });
  return apply(model, test.scores);
}

std::vector<double> predict_folds(const std::string& method, const ClassRows& rows,
                                  const std::vector<std::uint32_t>& fold_of,
                                  const std::vector<std::string>& classes,
                                  const CompareOptions& options) {
  const std::size_t width = classes.size();
  std::vector<double> result(rows.scores.size());
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    const ClassRows train = picked(rows, width, [&](std::size_t i) { return fold_of[i] != fold; });
    const ClassRows test = picked(rows, width, [&](std::size_t i) { return fold_of[i] == fold; });
    const auto predictions = predict(method, train, test, classes, options.method);
    auto from = predictions.begin();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (fold_of[i] != fold) continue;
      std::copy_n(from, width, result.begin() + static_cast<std::ptrdiff_t>(i * width));
      from += static_cast<std::ptrdiff_t>(width);
    }
  }
  return result;
}

/// What one method gets, and what each row cost it.
struct ClassMeasured {
  std::vector<Estimate> estimates;
  std::vector<double> log_losses;
};

ClassMeasured measure(std::span<const double> predictions, const ClassRows& rows,
                      std::size_t classes) {
  const MulticlassScorecard card =
      evaluate(observe_predictions(predictions, rows.labels, classes, rows.weights),
               {.exact_p = false, .execution = {.threads = 1}});
  std::vector<double> log_losses(rows.size());
  std::vector<double> briers(rows.size());
  std::vector<double> right(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = predictions.subspan(i * classes, classes);
    const std::size_t label = rows.labels[i];
    log_losses[i] = -std::log(std::clamp(row[label], metrics::kClip, 1 - metrics::kClip));
    for (std::size_t k = 0; k < classes; ++k) {
      const double off = row[k] - (k == label ? 1 : 0);
      briers[i] += off * off;
    }
    const auto top = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
    right[i] = top == label ? 1 : 0;
  }
  const auto error = [&](const std::vector<double>& values) {
    return mean_of(values, rows.weights).standard_error;
  };
  ClassMeasured result;
  result.estimates = {{.value = card.log_loss, .standard_error = error(log_losses)},
                      {.value = card.brier, .standard_error = error(briers)},
                      {.value = card.top_label_ece},
                      {.value = card.class_wise_ece},
                      {.value = card.accuracy, .standard_error = error(right)}};
  result.log_losses = std::move(log_losses);
  return result;
}

bool all_probabilities(const ClassRows& rows) {
  return std::ranges::all_of(rows.scores, [](double s) { return s >= 0 && s <= 1; });
}

bool add_up(const ClassRows& rows, std::size_t classes) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) sum += rows.scores[i * classes + k];
    if (std::abs(sum - 1) > kMostSumError) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> drop_unusable(std::vector<std::string>& methods,
                                       const MethodFlags& options, const ClassRows& rows,
                                       const ClassRows* test, std::size_t classes) {
  const auto both = [&](const auto& holds) {
    return holds(rows) && (test == nullptr || holds(*test));
  };
  const bool probabilities = both(all_probabilities);
  const bool sums = both([&](const ClassRows& some) { return add_up(some, classes); });
  std::vector<std::string> dropped;
  std::erase_if(methods, [&](const std::string& name) {
    const bool drop = name == "raw" ? !(probabilities && sums)
                                    : !probabilities && wants_probabilities(name, options);
    if (drop) dropped.push_back(name);
    return drop;
  });
  return dropped;
}

Comparison compare_classes(const ClassRows& given, const ClassRows* given_test,
                           const std::vector<std::string>& classes, const CompareOptions& options) {
  const std::size_t width = classes.size();
  const ClassRows rows = weighing(given, width);
  const ClassRows test = given_test != nullptr ? weighing(*given_test, width) : ClassRows();
  const ClassRows& seen = given_test != nullptr ? test : rows;
  CompareOptions inner = options;
  inner.method.execution = {.threads = 1};  // the tasks are many enough
  const std::vector<std::uint32_t> fold_of =
      given_test != nullptr ? std::vector<std::uint32_t>()
                            : stratified_folds(rows.labels, width, options.folds, options.seed);
  std::vector<ClassMeasured> measured(options.methods.size());
  ProgressMeter progress(options.execution, static_cast<double>(options.methods.size()));
  std::vector<std::function<void()>> tasks;
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    tasks.emplace_back([&, m] {
      const std::string& method = options.methods[m];
      measured[m] =
          measure(given_test != nullptr ? predict(method, rows, test, classes, inner.method)
                                        : predict_folds(method, rows, fold_of, classes, inner),
                  seen, width);
      progress.advance(1);
    });
  }
  run_tasks(thread_count(options.execution), tasks);

  Comparison result;
  result.measures = kMeasures;
  result.pooled = "all measures";
  result.rows = rows.size();
  if (given_test != nullptr) result.test_rows = test.size();
  std::vector<Entrant> entrants;
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    entrants.push_back({{options.methods[m], std::move(measured[m].estimates)},
                        std::move(measured[m].log_losses)});
  }
  rank(std::move(entrants), class_weights(seen.labels, seen.weights), seen.weights, result);
  return result;
}

}  // namespace calibrant::cli
