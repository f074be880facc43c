// calibrant evaluate: how good are these probabilities?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "class_columns.hpp"
#include "class_evaluation.hpp"
#include "csv/output.hpp"
#include "evaluation.hpp"
#include "progress_bar.hpp"
#include "verbs.hpp"
#include "warnings.hpp"

namespace calibrant::cli {
namespace {

constexpr const char* kEvaluateExamples = R"(Examples:
  calibrant evaluate out.csv
      Every measure with its 95 % interval, from the columns calibrated (or score) and label.
  calibrant evaluate out.csv --probability p --by site --json
      Column p, overall and for each site, for machines.
  calibrant evaluate out.csv --before score --html report.html
      A page to look at: before and after calibration.)";

struct EvaluateVerb {
  InputOptions input;
  EvaluationOptions options;
  std::optional<std::string> classes;
  bool json = false;
  std::string html;
  std::optional<std::string> before = {};  ///< a column
  std::string command;
};

std::string report_of(const EvaluateVerb& verb, const Findings& findings) {
  if (!verb.before) return to_html(findings, nullptr, verb.options, verb.command);
  InputOptions input = verb.input;
  input.score = *verb.before;
  input.preferred_score.reset();
  input.score_option = "--before";
  input.by.reset();
  const Findings before = evaluate_file(input, verb.options);
  return to_html(findings, &before, verb.options, verb.command);
}

void run_evaluate(EvaluateVerb verb, bool named) {
  if (verb.before && verb.html.empty()) throw UsageError("--before: is for --html");
  if (verb.options.title && verb.html.empty()) throw UsageError("--title: is for --html");
  if (verb.before && verb.input.path == "-") {
    throw UsageError("--before: reads the file once more, and standard input cannot be");
  }
  std::optional<Output> html;
  check_not_input(verb.html, {verb.input.path});
  if (!verb.html.empty()) html.emplace(verb.html);
  if (!named) verb.input.preferred_score = "calibrated";
  verb.input.score_option = "--probability";
  verb.input.probabilities = true;
  verb.options.execution = with_progress(verb.input.threads, "bootstrap");
  if (const auto columns = class_columns("--probability", verb.input.score, verb.classes)) {
    if (html) throw UsageError("--html: is for two classes");
    const ClassFindings findings = evaluate_classes(verb.input, *columns, verb.options);
    warn(verb.input.path, findings.warnings, verb.input.strict);
    write_output("-", verb.json ? to_json(findings, verb.options) : to_text(findings));
    return;
  }
  const Findings findings = evaluate_file(verb.input, verb.options);
  warn(verb.input.path, inspect(*findings.seen), verb.input.strict);
  if (findings.weightless > 0) {
    std::fputs(
        fmt::format("calibrant: {} of the subgroups left out: no weight\n", findings.weightless)
            .c_str(),
        stderr);
  }
  if (html) {
    html->write(report_of(verb, findings));
    html->commit();
    if (verb.html == "-") return;
  }
  write_output("-", verb.json ? to_json(findings, verb.options) : to_text(findings));
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
             "The probabilities (default calibrated, or score if there is no such column); several "
             "classes: p_a,p_b,p_c");
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
  column("--before", options->before, "The probabilities before calibration, for --html");
  verb->add_option("--title", options->options.title, "The title of the report, for --html")
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
