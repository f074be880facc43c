// The comparison for looking at: before and after the recommended method, and all of them side by
// side.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "calibrant/bootstrap.hpp"
#include "calibrant/suspicion.hpp"
#include "comparison.hpp"
#include "comparison_words.hpp"
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

/// The log losses beside that of the recommended method.
report::Table differences(const Comparison& comparison) {
  if (comparison.too_few || comparison.contestants.size() < 2) return {};
  const std::string& recommended = comparison.contestants[comparison.recommended].name;
  report::Table table = {
      .caption = fmt::format("Log loss compared with {}, row by row; intervals {}",
                             called(recommended), correction_words(comparison)),
      .css_class = "tight screen"};
  table.columns = {{"method", false}, {"difference"}, {"95 % interval"}, {"verdict", false}};
  for (std::size_t m = 0; m < comparison.leads.size(); ++m) {
    const Lead& lead = comparison.leads[m];
    if (m == comparison.recommended) continue;
    table.rows.push_back({lead.over, signed_words(lead), range_words(lead), standing(lead)});
  }
  return table;
}

/// The method that is shown: the recommended one. If these are the raw scores, Auto or else the
/// best method, so that there is something to compare them with. None if there is no method.
std::optional<std::size_t> shown_method(const Comparison& comparison) {
  const auto& all = comparison.contestants;
  if (all[comparison.recommended].name != "raw") return comparison.recommended;
  auto found = std::ranges::find(all, "auto", &Contestant::name);
  if (found == all.end()) {
    found = std::ranges::find_if(all, [](const Contestant& c) { return c.name != "raw"; });
  }
  if (found == all.end()) return {};
  return static_cast<std::size_t>(found - all.begin());
}

/// What the log loss says of the method that is shown beside the raw scores.
void add_gain(report::ReportInput& input, const Comparison& comparison, std::size_t shown) {
  if (comparison.too_few) return;
  if (shown != comparison.recommended) {
    const Lead& lead = comparison.leads[shown];
    input.remarks.push_back(
        lead.clear() ? lower_words(comparison, lead) + ": leave the scores as they are."
                     : "The raw scores have the lowest log loss: they may stay as they are.");
    return;
  }
  const Lead* raw = lead_over_raw(comparison);
  if (raw == nullptr || raw->clear()) return;
  input.unclear_gain = fmt::format("{}, 95 % interval {}, {}", signed_words(*raw),
                                   range_words(*raw), correction_words(comparison));
}

/// inspect()'s words on the calibration file, where another one is measured.
void add_warnings(report::ReportInput& input, const Comparison& comparison,
                  const Observations& calibration) {
  const Predicted& predicted = comparison.predicted;
  if (!comparison.test_rows) {
    input.warnings = inspect(calibration);
    return;
  }
  input.warnings = inspect(observe(predicted.scores, predicted.labels, predicted.weights));
  for (const Warning& warning : inspect(calibration)) {
    input.more_warnings.push_back("calibration file: " + warning.message);
  }
}

std::string how_words(const Comparison& comparison, const CompareOptions& options) {
  std::string text =
      comparison.test_rows
          ? "Methods were fitted on the calibration file and measured on the test file."
          : fmt::format(
                "Each row was predicted by fits to the other {} of {} folds. ECE and MCE are those "
                "of all folds together, the others are means over the folds. The AUC at the top is "
                "that of all rows together, so it may differ.",
                options.folds - 1, options.folds);
  text += " Intervals are ± 1.96 standard errors.";
  const bool compared = comparison.contestants.size() > 1;
  if (compared && comparison.too_few) text += " There are too few rows to tell methods apart.";
  return text;
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
  input.title = options.title.value_or("Calibration report: " + file_words(file));
  input.execution = {.threads = options.execution.threads};
  const Predicted& predicted = comparison.predicted;
  if (are_probabilities(predicted.scores)) {
    input.before = assess("raw scores", predicted.scores, predicted, options);
  }
  const Observations scores = observe_rows(rows);
  add_warnings(input, comparison, scores);
  if (const auto shown = shown_method(comparison)) {
    const std::string& method = comparison.contestants[*shown].name;
    input.after =
        assess("calibrated with " + method, predicted.by_contestant[*shown], predicted, options);
    input.after_words = "Calibrated with " + method;
    MethodFlags fit = options.method;
    fit.level = 0.95;
    fit.execution = {.threads = options.execution.threads};
    input.fitted = {method, fit_method(method, scores, fit), scores};
    add_gain(input, comparison, *shown);
  }
  input.compared = compared(comparison);
  input.differences = differences(comparison);
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
