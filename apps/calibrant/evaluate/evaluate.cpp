// calibrant evaluate: how good are these probabilities?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "calibrant/assess.hpp"
#include "calibrant/report.hpp"
#include "common/class_columns.hpp"
#include "common/column_finding.hpp"
#include "common/input_options.hpp"
#include "common/output.hpp"
#include "common/progress_bar.hpp"
#include "common/verbs.hpp"
#include "common/warnings.hpp"
#include "csv/class_rows.hpp"
#include "csv/input.hpp"
#include "csv/number.hpp"
#include "csv/observations.hpp"

namespace calibrant::cli {
namespace {

constexpr const char* kEvaluateExamples = R"(Examples:
  calibrant evaluate out.csv
      Every measure with its 95 % interval, from the columns calibrated (or calibrated_*, or
      score) and label.
  calibrant evaluate out.csv --probability p --by site --json
      Column p, overall and for each site, for machines.
  calibrant evaluate out.csv --before score --html report.html
      A page to look at: before and after calibration.)";

struct EvaluateVerb {
  InputOptions input;
  AssessOptions options;
  std::optional<std::string> classes;
  std::optional<std::string> before = {};  ///< a column
  ReportOptions report;
};

// By rows if there are subgroups, which is slower. `column` becomes the one that was read.
Assessment assess_file(const InputOptions& input, const AssessOptions& options,
                       std::string& column) {
  if (!input.by) {
    const Seen seen = read_observations(input);
    column = seen.score_column;
    return assess(seen.observations, seen.rows, options);
  }
  const CsvRows rows = read_rows(input);
  column = rows.score_column;
  const Subgroups by = {.by = *input.by,
                        .names = rows.subgroup_names,
                        .of_row = rows.subgroups,
                        .probabilities = rows.scores,
                        .labels = rows.labels,
                        .weights = rows.weights,
                        .negatives = rows.negatives,
                        .positives = rows.positives};
  return assess(observe_rows(rows), rows.size(), options, &by);
}

std::string page_of(const EvaluateVerb& verb, const Assessment& assessment, ReportNames names) {
  names.title = verb.report.title.value_or("");
  names.command = verb.report.command;
  if (!verb.before) return to_page(assessment, names);
  InputOptions input = verb.input;
  input.score = *verb.before;
  input.preferred_score.reset();
  input.score_option = "--before";
  input.by.reset();
  const Assessment before = assess_file(input, verb.options, names.before);
  return to_page(assessment, names, &before);
}

void check_usage(const EvaluateVerb& verb) {
  if (verb.before && verb.report.html.empty()) throw UsageError("--before: is for --html");
  if (verb.report.title && verb.report.html.empty()) throw UsageError("--title: is for --html");
  if (verb.before && verb.input.path == "-") {
    throw UsageError("--before: reads the file once more, and standard input cannot be");
  }
  check_not_input(verb.report.html, {verb.input.path});
}

MulticlassAssessment assess_classes(const InputOptions& input, const AssessOptions& options,
                                    const ClassColumns& columns) {
  const std::vector<std::string>& classes = columns.classes;
  const ClassRows rows = read_class_rows(input, columns, {.distributions = true});
  warn(input.path, inspect_classes(shown(classes), rows.class_weights(classes.size())),
       input.strict);
  return assess(observe_predictions(rows.scores, rows.labels, classes.size(), rows.weights),
                rows.size(), classes, options);
}

/// The probabilities before calibration, class by class in the order of those after it.
MulticlassAssessment assess_classes_before(const EvaluateVerb& verb,
                                           const std::vector<std::string>& classes,
                                           std::string& called) {
  InputOptions input = verb.input;
  input.score = *verb.before;
  input.score_option = "--before";
  const auto columns = class_columns("--before", input, {});
  const auto ordered = columns ? in_order_of(classes, *columns) : std::nullopt;
  if (!ordered) {
    throw UsageError(
        fmt::format("--before: needs a column for each of the classes {}", listed(classes)));
  }
  called = *verb.before;
  return assess_classes(input, verb.options, *ordered);
}

std::string said(const EvaluateVerb& verb, const auto& assessment, const ReportNames& names) {
  return verb.report.json ? to_json(assessment, names) : to_text(assessment, names);
}

void evaluate_classes(const EvaluateVerb& verb, const ClassColumns& columns, Findings& findings) {
  ReportNames names = {.title = verb.report.title.value_or(""),
                       .file = verb.input.path,
                       .columns = columns.columns,
                       .command = verb.report.command};
  const MulticlassAssessment assessment = assess_classes(verb.input, verb.options, columns);
  const auto page = [&] {
    std::optional<MulticlassAssessment> before;
    if (verb.before) before = assess_classes_before(verb, columns.classes, names.before);
    return to_page(assessment, names, before ? &*before : nullptr);
  };
  findings.write(page, said(verb, assessment, names));
}

/// Several classes; absent: two.
std::optional<ClassColumns> columns_of(EvaluateVerb& verb, bool named) {
  if (!named && !verb.classes && !verb.input.negatives && !verb.input.by && !verb.input.positive) {
    return calibrated_columns(verb.input);
  }
  return class_columns("--probability", verb.input, verb.classes);
}

void run_evaluate(EvaluateVerb verb, bool named) {
  check_usage(verb);
  Findings findings(verb.report.html);
  if (!named) verb.input.preferred_score = "calibrated";
  verb.input.score_option = "--probability";
  verb.input.probabilities = true;
  verb.options.execution = with_progress(verb.input.threads, "bootstrap");
  if (const auto columns = columns_of(verb, named)) {
    evaluate_classes(verb, *columns, findings);
    return;
  }
  ReportNames names = {.file = verb.input.path, .columns = {""}};
  const Assessment assessment = assess_file(verb.input, verb.options, names.columns[0]);
  warn(verb.input.path, inspect(assessment.predictions), verb.input.strict);
  if (assessment.weightless > 0) {
    tell(fmt::format("{} of the subgroups left out: no weight", assessment.weightless));
  }
  findings.write([&] { return page_of(verb, assessment, names); }, said(verb, assessment, names));
}

}  // namespace

void add_evaluate(CLI::App& app, const std::string& command) {
  auto options = std::make_shared<EvaluateVerb>();
  options->report.command = command;
  CLI::App* verb = app.add_subcommand("evaluate", "Measure how good probabilities are");
  verb->footer(kEvaluateExamples);
  add_input_file(*verb, "PREDICTIONS", options->input);
  const CLI::Option* named =
      add_option(*verb, "--probability", options->input.score, "COLUMN",
                 "The probabilities (default calibrated or the columns calibrated_*, else score); "
                 "several classes: p_a,p_b,p_c or 'p_*'");
  add_label_option(*verb, options->input);
  add_count_options(*verb, options->input);
  add_option(*verb, "--by", options->input.by, "COLUMN", "Evaluate each subgroup, too");
  add_positive_option(*verb, options->input);
  add_classes_option(*verb, options->classes);
  add_care_options(*verb, options->input);
  add_format_options(*verb, options->input);
  add_report_options(*verb, options->report);
  add_option(*verb, "--before", options->before, "COLUMN",
             "The probabilities before calibration, for --html; several classes: p_a,p_b,p_c or "
             "'p_*'");
  add_title_option(*verb, options->report);
  add_option(*verb, "--bins", options->options.bins, "COUNT",
             "Bins of ECE, MCE and of reliability in --json (default 10)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
  add_option(*verb, "--bootstrap", options->options.repeats, "COUNT",
             "Replicates behind the intervals; 0: none (default 1000)")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1'000'000}));
  add_option(*verb, "--seed", options->options.seed, "NUMBER", "Of the bootstrap (default 1)");
  add_threads_option(*verb, options->input);
  verb->callback([named, options] { run_evaluate(*options, named->count() > 0); });
}

}  // namespace calibrant::cli
