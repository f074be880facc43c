// Every method on the same folds, or fitted on one file and measured on another.
//
// Log loss is a mean over rows, so two methods are compared row by row, which leaves out what makes
// a row hard for both. Rows of one fold share a fit, which their standard error does not see;
// bench/quality/simulated/false_claims.cpp measures that claims still hold their level.
#include "comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "calibrant/bootstrap.hpp"
#include "calibrant/folds.hpp"
#include "kernels/prediction_sums.hpp"
#include "metrics/measure_table.hpp"
#include "support/compensated_sum.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant::cli {
namespace {

/// A standard error is good to 4 % with so many.
constexpr std::size_t kRepeats = 300;

/// Rows of positive weight, one by one.
struct ScoredRows {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;  ///< empty: all 1

  std::size_t size() const { return scores.size(); }
  double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }

  void add(double score, std::uint8_t label, std::size_t copies = 1) {
    scores.insert(scores.end(), copies, score);
    labels.insert(labels.end(), copies, label);
  }

  ScoredRows where(const std::function<bool(std::size_t)>& wanted) const {
    ScoredRows result;
    for (std::size_t i = 0; i < size(); ++i) {
      if (!wanted(i)) continue;
      result.add(scores[i], labels[i]);
      if (!weights.empty()) result.weights.push_back(weights[i]);
    }
    return result;
  }
};

ScoredRows sample_of(const Rows& rows) {
  ScoredRows sample;
  if (!rows.negatives.empty()) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      sample.add(rows.scores[i], 0, static_cast<std::size_t>(rows.negatives[i]));
      sample.add(rows.scores[i], 1, static_cast<std::size_t>(rows.positives[i]));
    }
    return sample;
  }
  sample.scores = rows.scores;
  sample.labels = rows.labels;
  sample.weights = rows.weights;
  if (std::ranges::find(sample.weights, 0.0) == sample.weights.end()) return sample;
  return sample.where([&](std::size_t i) { return rows.weights[i] > 0; });
}

std::vector<double> predict(const std::string& method, const ScoredRows& train,
                            const ScoredRows& test, const MethodFlags& options) {
  if (method == "raw") return test.scores;
  const Observations seen = observe(train.scores, train.labels, train.weights);
  return apply(fit_method(method, seen, options), test.scores);
}

/// What the rows of the sample that is measured were given, method by method.
using Predictions = std::vector<std::vector<double>>;

struct Measured {
  Predictions predictions;
  std::vector<std::array<Estimate, 6>> estimates;
};

/// Of all rows together, with the bootstrap's standard errors.
std::array<Estimate, 6> measure_all(std::span<const double> predictions, const ScoredRows& sample,
                                    std::uint64_t seed) {
  const Execution alone = {.threads = 1};
  const Observations seen = observe(predictions, sample.labels, sample.weights);
  const Scorecard card = evaluate(seen, {.exact_p = false, .execution = alone});
  const auto intervals = bootstrap(seen, {.repeats = kRepeats, .seed = seed, .execution = alone});
  std::array<Estimate, 6> result;
  for (std::size_t c = 0; c < result.size(); ++c) {
    const ComparedMeasure& measure = compared_measures()[c];
    const auto* entry =
        std::ranges::find(metrics::kMeasures, measure.name, &metrics::Measure::name);
    result[c].value = measure.value(card);
    if (const auto interval = intervals.*entry->interval) {
      result[c].standard_error = interval->standard_error;
    }
  }
  return result;
}

Measured measure_on_test(const ScoredRows& train, const ScoredRows& test,
                         const CompareOptions& options) {
  const std::size_t methods = options.methods.size();
  Measured result = {.predictions = Predictions(methods),
                     .estimates = std::vector<std::array<Estimate, 6>>(methods)};
  ProgressMeter progress(options.execution, static_cast<double>(methods));
  std::vector<std::function<void()>> tasks;
  for (std::size_t m = 0; m < methods; ++m) {
    tasks.emplace_back([&, m] {
      result.predictions[m] = predict(options.methods[m], train, test, options.method);
      result.estimates[m] = measure_all(result.predictions[m], test, options.seed);
      progress.advance(1);
    });
  }
  run_tasks(thread_count(options.execution), tasks);
  return result;
}

/// The mean over folds by weight. Folds without the measure (AUC with one class) do not count.
Estimate mean_over_folds(const std::vector<Scorecard>& cards, const ComparedMeasure& measure) {
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

Measured measure_on_folds(const ScoredRows& sample, const CompareOptions& options) {
  const std::vector<std::uint32_t> fold_of =
      stratified_folds(sample.labels, options.folds, options.seed);
  const std::size_t methods = options.methods.size();
  Measured result = {.predictions = Predictions(methods, std::vector<double>(sample.size())),
                     .estimates = std::vector<std::array<Estimate, 6>>(methods)};
  std::vector<std::vector<Scorecard>> cards(methods, std::vector<Scorecard>(options.folds));
  ProgressMeter progress(options.execution, static_cast<double>(methods * options.folds));
  std::vector<std::function<void()>> tasks;
  for (std::size_t m = 0; m < methods; ++m) {
    for (std::size_t fold = 0; fold < options.folds; ++fold) {
      tasks.emplace_back([&, m, fold] {
        const ScoredRows train = sample.where([&](std::size_t i) { return fold_of[i] != fold; });
        const ScoredRows test = sample.where([&](std::size_t i) { return fold_of[i] == fold; });
        const auto predictions = predict(options.methods[m], train, test, options.method);
        std::size_t next = 0;
        for (std::size_t i = 0; i < sample.size(); ++i) {
          if (fold_of[i] == fold) result.predictions[m][i] = predictions[next++];
        }
        cards[m][fold] = evaluate(predictions, test.labels, test.weights,
                                  {.exact_p = false, .execution = {.threads = 1}});
        progress.advance(1);
      });
    }
  }
  run_tasks(thread_count(options.execution), tasks);
  tasks.clear();
  for (std::size_t m = 0; m < methods; ++m) {
    tasks.emplace_back([&, m] {
      result.estimates[m] = measure_all(result.predictions[m], sample, options.seed);
      for (std::size_t c = 0; c < compared_measures().size(); ++c) {
        const ComparedMeasure& measure = compared_measures()[c];
        if (measure.by_fold) result.estimates[m][c] = mean_over_folds(cards[m], measure);
      }
    });
  }
  run_tasks(thread_count(options.execution), tasks);
  return result;
}

double row_loss(double p, std::uint8_t label) {
  p = std::clamp(p, metrics::kClip, 1 - metrics::kClip);
  return label == 1 ? -std::log(p) : -std::log1p(-p);
}

std::vector<double> row_losses(std::span<const double> predictions, const ScoredRows& sample) {
  std::vector<double> losses(sample.size());
  for (std::size_t i = 0; i < sample.size(); ++i) {
    losses[i] = row_loss(predictions[i], sample.labels[i]);
  }
  return losses;
}

}  // namespace

const std::array<ComparedMeasure, 6>& compared_measures() {
  using Value = std::optional<double>;
  static constexpr std::array<ComparedMeasure, 6> kMeasures = {{
      {"log_loss", "log loss", false, true, [](const Scorecard& s) -> Value { return s.log_loss; }},
      {"brier", "Brier", false, true, [](const Scorecard& s) -> Value { return s.brier; }},
      {"ece_equal_mass", "ECE", false, false,
       [](const Scorecard& s) -> Value { return s.ece_equal_mass; }},
      {"mce_equal_mass", "MCE", false, false,
       [](const Scorecard& s) -> Value { return s.mce_equal_mass; }},
      {"auc", "AUC", true, true, [](const Scorecard& s) -> Value { return s.auc; }},
      {"accuracy", "accuracy", true, true, [](const Scorecard& s) -> Value { return s.accuracy; }},
  }};
  return kMeasures;
}

Comparison compare_methods(const Rows& rows, const Rows* test, const CompareOptions& options) {
  const ScoredRows sample = sample_of(rows);
  const ScoredRows test_sample = test != nullptr ? sample_of(*test) : ScoredRows();
  const ScoredRows& seen = test != nullptr ? test_sample : sample;
  CompareOptions inner = options;
  inner.method.execution = {.threads = 1};  // the tasks are many enough
  Measured measured = test != nullptr ? measure_on_test(sample, test_sample, inner)
                                      : measure_on_folds(sample, inner);

  Comparison result;
  for (const ComparedMeasure& one : compared_measures()) {
    result.measures.push_back({one.name, one.title, one.larger_is_better});
  }
  result.pooled = "ECE and MCE";
  result.rows = sample.size();
  if (test != nullptr) result.test_rows = test_sample.size();
  std::vector<Entrant> entrants;
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    const auto& estimates = measured.estimates[m];
    entrants.push_back({{options.methods[m], {estimates.begin(), estimates.end()}},
                        row_losses(measured.predictions[m], seen)});
  }
  rank(std::move(entrants), class_weights(seen.labels, seen.weights), seen.weights, result);
  result.predicted = {.scores = seen.scores, .labels = seen.labels, .weights = seen.weights};
  for (const Contestant& contestant : result.contestants) {
    const auto found = std::ranges::find(options.methods, contestant.name);
    result.predicted.by_contestant.push_back(
        std::move(measured.predictions[static_cast<std::size_t>(found - options.methods.begin())]));
  }
  return result;
}

bool wants_probabilities(const std::string& name, const MethodFlags& options) {
  const bool logit = options.scale == "logit" && (name == "abb" || name == "sbb");
  return logit || needs_probabilities(name);
}

std::vector<std::string> drop_unusable(std::vector<std::string>& methods,
                                       const MethodFlags& options, const Rows& rows,
                                       const Rows* test) {
  const auto probabilities = [](const Rows& some) {
    return std::ranges::all_of(some.scores, [](double s) { return s >= 0 && s <= 1; });
  };
  std::vector<std::string> dropped;
  if (probabilities(rows) && (test == nullptr || probabilities(*test))) return dropped;
  std::erase_if(methods, [&](const std::string& name) {
    const bool drop = name == "raw" || wants_probabilities(name, options);
    if (drop) dropped.push_back(name);
    return drop;
  });
  return dropped;
}

}  // namespace calibrant::cli
