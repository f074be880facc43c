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
  bool json = false;
  std::string html;
  std::optional<std::string> before = {};  ///< a column
  std::optional<std::string> title = {};
  std::string command;
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
  names.title = verb.title.value_or("");
  names.command = verb.command;
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
  if (verb.before && verb.html.empty()) throw UsageError("--before: is for --html");
  if (verb.title && verb.html.empty()) throw UsageError("--title: is for --html");
  if (verb.before && verb.input.path == "-") {
    throw UsageError("--before: reads the file once more, and standard input cannot be");
  }
  check_not_input(verb.html, {verb.input.path});
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

void write_found(const EvaluateVerb& verb, std::optional<Output>& html, const auto& assessment,
                 const ReportNames& names, const auto& page) {
  if (html) {
    html->write(page());
    html->commit();
    if (verb.html == "-") return;
  }
  write_output("-", verb.json ? to_json(assessment, names) : to_text(assessment, names));
}

void evaluate_classes(const EvaluateVerb& verb, const ClassColumns& columns,
                      std::optional<Output>& html) {
  ReportNames names = {.title = verb.title.value_or(""),
                       .file = verb.input.path,
                       .columns = columns.columns,
                       .command = verb.command};
  const MulticlassAssessment assessment = assess_classes(verb.input, verb.options, columns);
  write_found(verb, html, assessment, names, [&] {
    std::optional<MulticlassAssessment> before;
    if (verb.before) before = assess_classes_before(verb, columns.classes, names.before);
    return to_page(assessment, names, before ? &*before : nullptr);
  });
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
  std::optional<Output> html;
  if (!verb.html.empty()) html.emplace(verb.html);
  if (!named) verb.input.preferred_score = "calibrated";
  verb.input.score_option = "--probability";
  verb.input.probabilities = true;
  verb.options.execution = with_progress(verb.input.threads, "bootstrap");
  if (const auto columns = columns_of(verb, named)) {
    evaluate_classes(verb, *columns, html);
    return;
  }
  ReportNames names = {.file = verb.input.path, .columns = {""}};
  const Assessment assessment = assess_file(verb.input, verb.options, names.columns[0]);
  warn(verb.input.path, inspect(assessment.predictions), verb.input.strict);
  if (assessment.weightless > 0) {
    tell(fmt::format("{} of the subgroups left out: no weight", assessment.weightless));
  }
  write_found(verb, html, assessment, names, [&] { return page_of(verb, assessment, names); });
}

}  // namespace

void add_evaluate(CLI::App& app, const std::string& command) {
  auto options = std::make_shared<EvaluateVerb>();
  options->command = command;
  CLI::App* verb = app.add_subcommand("evaluate", "Measure how good probabilities are");
  verb->footer(kEvaluateExamples);
  verb->add_option("PREDICTIONS", options->input.path,
                   "CSV file with a header; - for standard input")
      ->required()
      ->type_name("FILE");
  const auto column = [&](const char* name, auto& value, const char* what) {
    return verb->add_option(name, value, what)->type_name("COLUMN");
  };
  const CLI::Option* named =
      column("--probability", options->input.score,
             "The probabilities (default calibrated or the columns calibrated_*, else score); "
             "several classes: p_a,p_b,p_c or 'p_*'");
  column("--label", options->input.label, "The true label, 0 or 1, or the class (default label)");
  column("--weight", options->input.weight, "How often the row counts");
  column("--negatives", options->input.negatives, "Rows already counted: how many negatives");
  column("--positives", options->input.positives, "Rows already counted: how many positives");
  column("--by", options->input.by, "Evaluate each subgroup, too");
  verb->add_option("--positive", options->input.positive,
                   "The label that counts as 1; all others are 0")
      ->type_name("LABEL");
  add_classes_option(*verb, options->classes);
  add_care_options(*verb, options->input);
  add_format_options(*verb, options->input);
  verb->add_flag("--json", options->json, "For machines: every number with all its digits");
  verb->add_option("--html", options->html, "Write a report to look at; - for standard output")
      ->type_name("FILE");
  column("--before", options->before,
         "The probabilities before calibration, for --html; several classes: p_a,p_b,p_c or "
         "'p_*'");
  verb->add_option("--title", options->title, "The title of the report, for --html")
      ->type_name("TEXT");
  verb->add_option("--bins", options->options.bins,
                   "Bins of ECE, MCE and of reliability in --json (default 10)")
      ->type_name("COUNT")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
  verb->add_option("--bootstrap", options->options.repeats,
                   "Replicates behind the intervals; 0: none (default 1000)")
      ->type_name("COUNT")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1'000'000}));
  verb->add_option("--seed", options->options.seed, "Of the bootstrap (default 1)")
      ->type_name("NUMBER");
  verb->add_option("--threads", options->input.threads, "How many threads (default all)")
      ->type_name("COUNT");
  verb->callback([named, options] { run_evaluate(*options, named->count() > 0); });
}

}  // namespace calibrant::cli
