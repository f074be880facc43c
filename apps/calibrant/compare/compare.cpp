// calibrant compare: which method is best for these scores?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "calibrant/compare.hpp"
#include "calibrant/report.hpp"
#include "common/class_columns.hpp"
#include "common/input_options.hpp"
#include "common/methods.hpp"
#include "common/output.hpp"
#include "common/progress_bar.hpp"
#include "common/verbs.hpp"
#include "common/warnings.hpp"
#include "csv/class_rows.hpp"
#include "csv/number.hpp"

namespace calibrant::cli {
namespace {

constexpr const char* kCompareExamples = R"(Examples:
  calibrant compare scores.csv
      Every method and the raw scores, on the same ten stratified folds.
  calibrant compare calibration.csv test.csv --methods abb,beta,raw
      Fitted on one file, measured on the other.
  calibrant compare scores.csv --html report.html
      A page to look at: before and after calibration with the recommended method.)";

struct CompareVerb {
  InputOptions input;
  std::string test;
  CompareOptions options;
  OptionValues given;  // of the methods
  std::optional<std::string> classes;
  ReportOptions report;
};

// A row is dealt into one fold: counts become so many rows.
void check_counts(const std::string& path, const CsvRows& rows) {
  constexpr double kMost = 1e9;
  double total = 0;
  for (const auto* counts : {&rows.negatives, &rows.positives}) {
    for (const double count : *counts) {
      total += count;
      if (count != std::floor(count)) {
        throw Error(fmt::format(
            "{}: a count is {} (compare deals rows into folds: whole numbers were expected)", path,
            count));
      }
    }
  }
  if (total > kMost) {
    throw Error(
        fmt::format("{}: the counts add up to {} (at most {} were expected)", path, total, kMost));
  }
}

// Two classes; counts become so many rows.
ScoredRows read_two(const InputOptions& input, std::string& column) {
  const CsvRows rows = read_rows(input);
  check_counts(input.path, rows);
  warn(input.path, inspect(observe_rows(rows)), input.strict);
  column = rows.score_column;
  ScoredRows result = {.scores = rows.scores,
                       .labels = {rows.labels.begin(), rows.labels.end()},
                       .weights = rows.weights};
  if (rows.negatives.empty()) return result;
  result.scores.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const std::uint32_t label : {0U, 1U}) {
      const double count = label == 0 ? rows.negatives[i] : rows.positives[i];
      result.scores.insert(result.scores.end(), static_cast<std::size_t>(count), rows.scores[i]);
      result.labels.insert(result.labels.end(), static_cast<std::size_t>(count), label);
    }
  }
  return result;
}

ScoredRows read_several(const InputOptions& input, const ClassColumns& columns) {
  ClassRows rows = read_class_rows(input, columns, {});
  warn(input.path,
       inspect_classes(shown(columns.classes), rows.class_weights(columns.classes.size())),
       input.strict);
  return {.classes = columns.classes,
          .scores = std::move(rows.scores),
          .labels = std::move(rows.labels),
          .weights = std::move(rows.weights)};
}

void check_usage(const CompareVerb& verb) {
  if (!verb.test.empty() && verb.options.folds) {
    throw UsageError("--folds: is for one file, not for a calibration file and a test file");
  }
  if (verb.test == "-" && verb.input.path == "-") {
    throw UsageError("TEST: standard input can be read only once");
  }
  if (verb.report.title && verb.report.html.empty()) throw UsageError("--title: is for --html");
  check_not_input(verb.report.html, {verb.input.path, verb.test});
}

Comparison compare_files(const CompareVerb& verb, const std::optional<ClassColumns>& columns,
                         ReportNames& names) {
  names.columns.resize(1);
  const auto read = [&](const std::string& path) {
    InputOptions input = verb.input;
    input.path = path;
    return columns ? read_several(input, *columns) : read_two(input, names.columns[0]);
  };
  std::optional<ScoredRows> test;
  ScoredRows rows = read(verb.input.path);
  if (!verb.test.empty()) test = read(verb.test);
  try {
    return compare(std::move(rows), std::move(test), verb.options);
  } catch (const OptionError& error) {
    throw_usage(error);
  } catch (const InputError& error) {
    const std::string what = error.what();
    throw Error(verb.input.path + what.substr(what.find(": ")));
  }
}

void run_compare(CompareVerb verb) try {
  check_usage(verb);
  const auto columns = class_columns("--score", verb.input, verb.classes);
  verb.options.method =
      compared_options(verb.options.methods, verb.given, Spelling::kFlag, columns.has_value());
  Findings findings(verb.report.html);
  verb.options.execution = with_progress(verb.input.threads, "comparing");
  ReportNames names = {.title = verb.report.title.value_or(""),
                       .file = verb.input.path,
                       .test_file = verb.test,
                       .command = verb.report.command};
  const Comparison comparison = compare_files(verb, columns, names);
  for (const std::string& note : comparison.notes) tell(note);
  findings.write([&] { return to_page(comparison, names); },
                 verb.report.json ? to_json(comparison) : to_text(comparison));
} catch (const OptionError& error) {
  throw_usage(error);
}

}  // namespace

void add_compare(CLI::App& app, const std::string& command) {
  auto options = std::make_shared<CompareVerb>();
  options->report.command = command;
  CLI::App* verb = app.add_subcommand("compare", "Compare the methods on the same data");
  verb->footer(kCompareExamples);
  add_input_file(*verb, "CALIBRATION", options->input);
  add_option(*verb, "TEST", options->test, "FILE", "Measure on this file instead of on folds");
  add_option(*verb, "--methods", options->options.methods, "NAMES",
             fmt::format("Some of {}, raw (default all)", fmt::join(method_names(), ", ")))
      ->delimiter(',');
  add_option(*verb, "--folds", options->options.folds, "COUNT", "How many folds (default 10)");
  add_option(*verb, "--seed", options->options.seed, "NUMBER",
             "Of the folds and the bootstrap (default 1)");
  add_report_options(*verb, options->report);
  add_title_option(*verb, options->report);
  for (const Option& option : method_options()) {
    // A band is not compared, and cells and tables are for models that are kept.
    if (option.common || option.name == "level") continue;
    add_method_option(*verb, option, options->given);
  }
  add_threads_option(*verb, options->input);
  add_input_options(*verb, options->input);
  add_classes_option(*verb, options->classes);
  verb->callback([options] { run_compare(*options); });
}

}  // namespace calibrant::cli
