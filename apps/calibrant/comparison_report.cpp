// The comparison for looking at: before and after the best method, and all of them side by side.
#include <fmt/format.h>

#include <algorithm>

#include "calibrant/bootstrap.hpp"
#include "comparison.hpp"
#include "report/format.hpp"
#include "report/report.hpp"
#include "report_input.hpp"

namespace calibrant::cli {
namespace {

report::Assessed assess(const std::string& name, const std::vector<double>& probabilities,
                        const Predicted& predicted, const CompareOptions& options) {
  const Observations seen = observe(probabilities, predicted.labels, predicted.weights);
  return {.name = name,
          .predictions = seen,
          .card = evaluate(seen, {.execution = {.threads = options.execution.threads}}),
          .intervals = bootstrap(
              seen, {.seed = options.seed, .execution = {.threads = options.execution.threads}})};
}

bool are_probabilities(const std::vector<double>& scores) {
  return std::ranges::all_of(scores, [](double s) { return s >= 0 && s <= 1; });
}

report::ComparedMethods compared(const Comparison& comparison) {
  report::ComparedMethods result;
  for (const ComparedMeasure& measure : compared_measures()) {
    result.measures.emplace_back(measure.title);
    result.larger_is_better.push_back(measure.larger_is_better);
  }
  for (const Contestant& contestant : comparison.contestants) {
    result.methods.push_back(contestant.name);
    result.values.emplace_back();
    for (const Estimate& estimate : contestant.estimates) {
      result.values.back().push_back({estimate.value, estimate.standard_error, estimate.best});
    }
  }
  return result;
}

/// What the log loss says of the best method beside the raw scores.
std::string gain_words(const Comparison& comparison) {
  if (comparison.contestants.front().name == "raw") {
    return "No method has a lower log loss than the raw scores: they may stay as they are.";
  }
  const auto& lead = comparison.over_raw;
  if (!lead || lead->clear()) return "";
  return fmt::format(
      "Its gain in log loss over the raw scores, {}, is no larger than its standard error: "
      "calibrating may not be needed.",
      report::significant(lead->difference, 2));
}

std::string how_words(const Comparison& comparison, const CompareOptions& options) {
  if (comparison.test_rows) {
    return "Fitted on the calibration file, measured on the test file. Intervals: ± 1.96 standard "
           "errors.";
  }
  return fmt::format(
      "Each row was predicted by fits to the other {} of {} folds. Intervals: ± 1.96 standard "
      "errors; ECE and MCE are those of all folds together.",
      options.folds - 1, options.folds);
}

std::string options_words(const MethodFlags& options) {
  return fmt::format("lambda {}, scale {}, lookup {}, {} bins{}", options.lambda, options.scale,
                     options.lookup, options.bins, options.smoothing ? "" : ", no smoothing");
}

}  // namespace

std::string to_html(const Comparison& comparison, const Rows& rows, const CompareOptions& options,
                    const std::string& file, const std::string& test_file,
                    const std::string& command) {
  report::ReportInput input;
  input.title = "Calibration report: " + file_words(file);
  input.execution = {.threads = options.execution.threads};
  const Predicted& predicted = comparison.predicted;
  if (are_probabilities(predicted.scores)) {
    input.before = assess("raw scores", predicted.scores, predicted, options);
  }
  const auto best = std::ranges::find_if(comparison.contestants,
                                         [](const Contestant& c) { return c.name != "raw"; });
  const Observations scores = observe_rows(rows);
  if (best != comparison.contestants.end()) {
    const auto place = static_cast<std::size_t>(best - comparison.contestants.begin());
    const std::string& method = best->name;
    input.after =
        assess("calibrated with " + method, predicted.by_contestant[place], predicted, options);
    input.after_words = "Calibrated with " + method;
    MethodFlags fit = options.method;
    fit.level = 0.95;
    fit.execution = {.threads = options.execution.threads};
    input.fitted = {method, fit_method(method, scores, fit), scores};
    if (const std::string gain = gain_words(comparison); !gain.empty()) input.remarks = {gain};
  }
  input.compared = compared(comparison);
  input.compared_how = how_words(comparison, options);
  Facts& facts = input.appendix;
  facts.emplace_back("Calibration file", file_words(file));
  facts.emplace_back("Scores", "column " + rows.score_column);
  add_data_facts(facts, "Data", comparison.rows, scores);
  if (comparison.test_rows) {
    facts.emplace_back("Test file", file_words(test_file));
    add_data_facts(facts, "Test data", *comparison.test_rows,
                   observe(predicted.scores, predicted.labels, predicted.weights));
  } else {
    facts.emplace_back("Folds",
                       fmt::format("{}, stratified, seed {}", options.folds, options.seed));
  }
  facts.emplace_back("Options", options_words(options.method));
  facts.emplace_back(
      "Intervals",
      fmt::format("of the numbers at the top: bootstrap, 1,000 replicates, seed {}", options.seed));
  add_origin_facts(facts, command);
  return calibration_report(input);
}

}  // namespace calibrant::cli
