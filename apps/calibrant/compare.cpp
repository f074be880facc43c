// calibrant compare: which method is best for these scores?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <type_traits>

#include "class_columns.hpp"
#include "class_comparison.hpp"
#include "comparison.hpp"
#include "csv/number.hpp"
#include "csv/output.hpp"
#include "progress_bar.hpp"
#include "verbs.hpp"
#include "warnings.hpp"

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
  std::optional<std::string> classes;
  bool json = false;
  std::string html;
  std::string command;
};

std::vector<std::string> known_methods() {
  std::vector<std::string> names(method_names().begin(), method_names().end());
  names.emplace_back("raw");
  return names;
}

void check_methods(const std::vector<std::string>& methods) {
  const std::vector<std::string> known = known_methods();
  for (const std::string& name : methods) {
    if (std::ranges::find(known, name) == known.end()) {
      throw UsageError(
          fmt::format("--methods: '{}' is not one of {}", name, fmt::join(known, ", ")));
    }
    if (std::ranges::count(methods, name) > 1) {
      throw UsageError(fmt::format("--methods: {} is named twice", name));
    }
  }
}

// A row is dealt into one fold: counts become so many rows.
void check_counts(const std::string& path, const Rows& rows) {
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

// One file, or one to fit and one to measure: read, drop what cannot be used, compare, draw.
template <class AnyRows, class Read, class Drop, class Compare, class Draw>
void compare_files(const CompareVerb& verb, const Read& read, const Drop& drop,
                   const Compare& compare, const Draw& draw) {
  const AnyRows rows = read(verb.input);
  std::optional<AnyRows> test;
  if (!verb.test.empty()) {
    InputOptions input = verb.input;
    input.path = verb.test;
    test = read(input);
  }
  const AnyRows* tested = test ? &*test : nullptr;
  const std::vector<std::string> left_out = drop(rows, tested);
  if (verb.options.methods.empty()) {
    throw Error(fmt::format("{}: no method is left: {} need probabilities (scores from 0 to 1)",
                            verb.input.path, fmt::join(left_out, ", ")));
  }
  if (!left_out.empty()) {
    std::fputs(fmt::format("calibrant: left out, because not all scores are probabilities{}: {}\n",
                           std::is_same_v<AnyRows, ClassRows> ? " (raw: that add up to 1)" : "",
                           fmt::join(left_out, ", "))
                   .c_str(),
               stderr);
  }
  const Comparison comparison = compare(rows, tested);
  draw(comparison, rows);
  if (verb.html == "-") return;
  write_output("-", verb.json ? to_json(comparison, verb.options, left_out)
                              : to_text(comparison, verb.options));
}

void run_compare(CompareVerb verb, bool folds_given) {
  if (verb.options.methods.empty()) verb.options.methods = known_methods();
  check_methods(verb.options.methods);
  if (!verb.test.empty() && folds_given) {
    throw UsageError("--folds: is for one file, not for a calibration file and a test file");
  }
  if (verb.test == "-" && verb.input.path == "-") {
    throw UsageError("TEST: standard input can be read only once");
  }
  if (verb.options.title && verb.html.empty()) throw UsageError("--title: is for --html");
  std::optional<Output> html;
  check_not_input(verb.html, {verb.input.path, verb.test});
  if (!verb.html.empty()) html.emplace(verb.html);
  verb.options.execution = with_progress(verb.input.threads, "comparing");
  try {
    if (const auto columns = class_columns("--score", verb.input.score, verb.classes)) {
      if (html) throw UsageError("--html: is for two classes");
      compare_files<ClassRows>(
          verb,
          [&](const InputOptions& input) {
            ClassRows rows = read_class_rows(input, *columns, {});
            warn(input.path,
                 inspect_classes(shown(columns->classes),
                                 rows.class_weights(columns->classes.size())),
                 input.strict);
            return rows;
          },
          [&](const ClassRows& rows, const ClassRows* test) {
            return drop_unusable(verb.options.methods, verb.options.method, rows, test,
                                 columns->classes.size());
          },
          [&](const ClassRows& rows, const ClassRows* test) {
            return compare_classes(rows, test, columns->classes, verb.options);
          },
          [](const Comparison&, const ClassRows&) {});
    } else {
      compare_files<Rows>(
          verb,
          [](const InputOptions& input) {
            Rows rows = read_rows(input);
            check_counts(input.path, rows);
            warn(input.path, inspect(observe_rows(rows)), input.strict);
            return rows;
          },
          [&](const Rows& rows, const Rows* test) {
            return drop_unusable(verb.options.methods, verb.options.method, rows, test);
          },
          [&](const Rows& rows, const Rows* test) {
            return compare_methods(rows, test, verb.options);
          },
          [&](const Comparison& comparison, const Rows& rows) {
            if (!html) return;
            html->write(
                to_html(comparison, rows, verb.options, verb.input.path, verb.test, verb.command));
            html->commit();
          });
    }
  } catch (const OptionError& error) {
    throw UsageError(fmt::format("--{}", error.what()));
  }
}

}  // namespace

void add_compare(CLI::App& app, const std::string& command) {
  auto options = std::make_shared<CompareVerb>();
  options->command = command;
  CLI::App* verb = app.add_subcommand("compare", "Compare the methods on the same data");
  verb->footer(kCompareExamples);
  verb->add_option("CALIBRATION", options->input.path,
                   "CSV file with a header; - for standard input")
      ->required()
      ->type_name("FILE");
  verb->add_option("TEST", options->test, "Measure on this file instead of on folds")
      ->type_name("FILE");
  verb->add_option("--methods", options->options.methods,
                   fmt::format("Some of {} (default all)", fmt::join(known_methods(), ", ")))
      ->delimiter(',')
      ->type_name("NAMES");
  const CLI::Option* folds =
      verb->add_option("--folds", options->options.folds, "How many folds (default 10)")
          ->type_name("COUNT");
  verb->add_option("--seed", options->options.seed, "Of the folds and the bootstrap (default 1)")
      ->type_name("NUMBER");
  verb->add_flag("--json", options->json, "For machines: every number with all its digits");
  verb->add_option("--html", options->html, "Write a report to look at; - for standard output")
      ->type_name("FILE");
  verb->add_option("--title", options->options.title, "The title of the report, for --html")
      ->type_name("TEXT");
  MethodFlags& method = options->options.method;
  verb->add_option("--lambda", method.lambda,
                   "Expected number of boundaries, or auto (abb, sbb; default auto)")
      ->type_name("NUMBER");
  verb->add_option("--scale", method.scale,
                   "Where boundaries lie: rank, score, logit, or auto (abb, sbb; default rank)")
      ->type_name("NAME");
  verb->add_flag("--no-smoothing{false}", method.smoothing,
                 "Plain fractions in bins, 0 and 1 included (sbb, histogram)");
  verb->add_option("--lookup", method.lookup,
                   "Between scores: linear or previous (abb; default linear)")
      ->type_name("NAME");
  verb->add_option("--bins", method.bins, "How many bins (histogram; default 10)")
      ->type_name("COUNT");
  verb->add_flag("--monotone", method.monotone,
                 "Never give a higher score a lower probability (auto)");
  verb->add_option("--threads", options->input.threads, "How many threads (default all)")
      ->type_name("COUNT");
  add_input_options(*verb, options->input);
  add_classes_option(*verb, options->classes);
  verb->callback([folds, options] { run_compare(*options, folds->count() > 0); });
}

}  // namespace calibrant::cli
