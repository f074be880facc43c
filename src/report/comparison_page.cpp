// The comparison for looking at: before and after the recommended method, and all of them side by
// side.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "calibrant/bootstrap.hpp"
#include "calibrant/report.hpp"
#include "calibrant/suspicion.hpp"
#include "calibrant/words.hpp"
#include "report/class_page.hpp"
#include "report/comparison_words.hpp"
#include "report/facts.hpp"
#include "report/format.hpp"
#include "report/report.hpp"

namespace calibrant {
namespace {

using report::Assessed;
using report::correction_words;
using report::Facts;
using report::lower_words;
using report::range_words;
using report::ReportInput;
using report::signed_words;

Observations observe_rows(const ScoredRows& rows, const std::vector<double>& scores) {
  return observe(scores, std::vector<std::uint8_t>(rows.labels.begin(), rows.labels.end()),
                 rows.weights);
}

Assessed assess(const std::string& name, const std::vector<double>& probabilities,
                const Comparison& comparison) {
  const Observations seen = observe_rows(comparison.measured(), probabilities);
  const Execution& execution = comparison.options.execution;
  return {.name = name,
          .predictions = seen,
          .card = evaluate(seen, {.execution = execution}),
          .intervals = bootstrap(seen, {.seed = comparison.options.seed, .execution = execution})};
}

bool are_probabilities(const std::vector<double>& scores) {
  return std::ranges::all_of(scores, [](double s) { return s >= 0 && s <= 1; });
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
void add_gain(ReportInput& input, const Comparison& comparison, std::size_t shown) {
  if (comparison.too_few) return;
  if (shown != comparison.recommended) {
    const Lead& lead = comparison.leads[shown];
    input.remarks.push_back(
        lead.clear() ? lower_words(comparison, lead) + ": leave the scores as they are."
                     : "The raw scores have the lowest log loss: they may stay as they are.");
    return;
  }
  const Lead* raw = comparison.lead_over_raw();
  if (raw == nullptr || raw->clear()) return;
  input.unclear_gain = fmt::format("{}, 95 % interval {}, {}", signed_words(*raw),
                                   range_words(*raw), correction_words(comparison));
}

/// inspect()'s words on the calibration file, where another one is measured.
void add_warnings(ReportInput& input, const Comparison& comparison,
                  const Observations& calibration) {
  if (!comparison.test) {
    input.warnings = inspect(calibration);
    return;
  }
  input.warnings = inspect(observe_rows(*comparison.test, comparison.test->scores));
  for (const Warning& warning : inspect(calibration)) {
    input.more_warnings.push_back("calibration file: " + warning.message);
  }
}

std::string options_words(const MethodOptions& options) {
  std::vector<std::string> words;
  for (const auto& [name, value] : option_values(options)) {
    words.push_back(name + " " + option_text(value));
  }
  return words.empty() ? "as they are by default" : fmt::format("{}", fmt::join(words, ", "));
}

void add_test_file(Facts& facts, const Comparison& comparison, const ReportNames& names) {
  if (comparison.test && !names.test_file.empty()) {
    facts.emplace_back("Test file", report::file_words(names.test_file));
  }
}

void add_rest_of_facts(Facts& facts, const Comparison& comparison, const ReportNames& names) {
  const CompareOptions& options = comparison.options;
  if (!comparison.test) {
    facts.emplace_back("Folds",
                       fmt::format("{}, stratified, seed {}", comparison.folds, options.seed));
  }
  facts.emplace_back("Options", options_words(options.method));
  report::add_bootstrap_fact(facts, BootstrapOptions().repeats, options.seed);
  report::add_origin_facts(facts, names.command);
}

Facts facts_of(const Comparison& comparison, const ReportNames& names, const Observations& scores) {
  Facts facts;
  report::add_file_facts(facts, "Calibration file", "Scores", names);
  report::add_data_facts(facts, "Data", comparison.rows.size(), scores);
  add_test_file(facts, comparison, names);
  if (comparison.test) {
    report::add_data_facts(facts, "Test data", comparison.test->size(),
                           observe_rows(*comparison.test, comparison.test->scores));
  }
  add_rest_of_facts(facts, comparison, names);
  return facts;
}

MulticlassAssessment assess_classes(const std::vector<double>& probabilities,
                                    const Comparison& comparison) {
  const ScoredRows& rows = comparison.measured();
  return calibrant::assess(
      observe_predictions(probabilities, rows.labels, rows.classes.size(), rows.weights),
      rows.size(), rows.classes,
      {.seed = comparison.options.seed, .execution = comparison.options.execution});
}

Facts class_facts(const Comparison& comparison, const ReportNames& names,
                  const MulticlassAssessment& measured) {
  Facts facts;
  report::add_file_facts(facts, "Calibration file", "Scores", names);
  facts.emplace_back("Calibration rows",
                     report::count(static_cast<double>(comparison.rows.size())));
  add_test_file(facts, comparison, names);
  report::add_class_facts(facts, measured);
  add_rest_of_facts(facts, comparison, names);
  return facts;
}

/// The raw scores, if they are probabilities that add up, and the recommended method.
std::string class_page(const Comparison& comparison, const ReportNames& names) {
  report::ClassReportInput input = {.title = report::title_of(names), .subject = "Your scores"};
  input.execution = comparison.options.execution;
  std::optional<MulticlassAssessment> before;
  std::optional<MulticlassAssessment> after;
  const auto& all = comparison.contestants;
  if (const auto raw = std::ranges::find(all, "raw", &Contestant::name); raw != all.end()) {
    before = assess_classes(raw->probabilities, comparison);
    input.before = &*before;
    input.before_name = "raw scores";
  }
  if (const auto shown = shown_method(comparison)) {
    const Contestant& method = all[*shown];
    after = assess_classes(method.probabilities, comparison);
    input.after = &*after;
    input.after_name = "calibrated with " + method.name;
    input.after_words = "Calibrated with " + method.name;
    ReportInput gain;
    add_gain(gain, comparison, *shown);
    input.remarks = gain.remarks;
    if (!gain.unclear_gain.empty()) {
      input.remarks.push_back(
          fmt::format("The gain in log loss is not clear ({}).", gain.unclear_gain));
    }
  }
  const MulticlassAssessment& measured = before ? *before : *after;
  input.warnings = report::class_warnings(measured);
  input.compared = &comparison;
  input.appendix = class_facts(comparison, names, measured);
  return report::class_report(input);
}

}  // namespace

std::string to_page(const Comparison& comparison, const ReportNames& names) {
  if (!comparison.rows.classes.empty()) return class_page(comparison, names);
  ReportInput input;
  input.title = report::title_of(names);
  input.execution = comparison.options.execution;
  const std::vector<double>& scores_measured = comparison.measured().scores;
  if (are_probabilities(scores_measured)) {
    input.before = assess("raw scores", scores_measured, comparison);
  }
  const Observations scores = observe_rows(comparison.rows, comparison.rows.scores);
  add_warnings(input, comparison, scores);
  if (const auto shown = shown_method(comparison)) {
    const Contestant& method = comparison.contestants[*shown];
    input.after = assess("calibrated with " + method.name, method.probabilities, comparison);
    input.after_words = "Calibrated with " + method.name;
    MethodOptions fit = comparison.options.method;
    fit.level = 0.95;
    fit.execution = comparison.options.execution;
    input.fitted = {method.name, fit_method(method.name, scores, fit), scores};
    add_gain(input, comparison, *shown);
  }
  input.compared = &comparison;
  input.appendix = facts_of(comparison, names, scores);
  return report::calibration_report(input);
}

}  // namespace calibrant
