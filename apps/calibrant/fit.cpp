// calibrant fit: scores and labels in, model file out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrant/acp.hpp"
#include "calibrant/cells.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/multiclass.hpp"
#include "class_columns.hpp"
#include "counted.hpp"
#include "csv/output.hpp"
#include "input.hpp"
#include "method/option_use.hpp"
#include "methods.hpp"
#include "progress_bar.hpp"
#include "sample.hpp"
#include "sql_names.hpp"
#include "updating.hpp"
#include "verbs.hpp"
#include "warnings.hpp"

namespace calibrant::cli {
namespace {

constexpr std::string_view kAcp = "acp";
constexpr std::size_t kMostCells = 10'000'000;

constexpr const char* kFitExamples = R"(Examples:
  calibrant fit scores.csv -o model.json
      Auto, on the columns score and label; scores.csv.gz and - (standard input) work too.
  calibrant fit scores.csv -o model.json --method sbb --level 0.95 --score p --label y --positive yes
      SBB with a 95 % band, on columns of other names.
  calibrant fit new.csv -o model.json --update model.json --forget 0.9
      The model's own fit again, to its (kept) observations and new rows, old ones fading.
  calibrant fit scores.csv -o model.json --score p_cat,p_dog,p_cow
      Several classes, whose names the label column holds.)";

struct FitOptions {
  InputOptions input;
  MethodFlags method;
  std::string method_name = "auto";
  std::string output;
  std::optional<std::size_t> tabulate;  // cells
  std::optional<std::string> cells;     // a rule
  std::optional<std::string> classes;
  UpdateOptions update;
};

// Which methods an option is for: elsewhere it would be swallowed without a word.
struct Applies {
  const char* option;
  std::vector<std::string_view> methods;
};

const std::vector<Applies>& applies() {
  static const std::vector<Applies> all = {
      {"--lambda", methods_that_read("lambda")},
      {"--scale", methods_that_read("scale")},
      {"--level", methods_that_read("level")},
      {"--no-smoothing", methods_that_read("smoothing")},
      {"--lookup", methods_that_read("lookup")},
      {"--bins", methods_that_read("bins")},
      {"--monotone", methods_that_read("monotone")},
      {"--tabulate", method_names()},
      {"--cells", method_names()},
      {"--lower", {kAcp}},
      {"--upper", {kAcp}},
  };
  return all;
}

// What a model keeps of the options, beside the method: all that shape the curve.
std::vector<std::string> kept_names() {
  std::vector<std::string> names;
  for (const Applies& one : applies()) {
    const std::string name = std::string(one.option).substr(2);
    if (name != "lower" && name != "upper") names.push_back(name);
  }
  return names;
}

void check_method_options(const CLI::App& verb, const FitOptions& options) {
  std::vector<std::string_view> known = method_names();
  known.push_back(kAcp);
  if (std::find(known.begin(), known.end(), options.method_name) == known.end()) {
    throw UsageError(fmt::format("--method: '{}' is not one of {}", options.method_name,
                                 fmt::join(known, ", ")));
  }
  for (const auto& [option, methods] : applies()) {
    if (verb.count(option) == 0) continue;
    if (std::find(methods.begin(), methods.end(), options.method_name) == methods.end()) {
      throw UsageError(fmt::format("{}: is for {}, not for {}", option, fmt::join(methods, ", "),
                                   options.method_name));
    }
  }
  if (options.method.level && !(*options.method.level > 0 && *options.method.level < 1)) {
    throw UsageError(
        fmt::format("--level: {} is not strictly between 0 and 1", *options.method.level));
  }
  if (options.tabulate && (*options.tabulate < 1 || *options.tabulate > kMostCells)) {
    throw UsageError(fmt::format("--tabulate: {} is not a number of cells from 1 to {}",
                                 *options.tabulate, kMostCells));
  }
  // A fit to two rows finds what else is wrong before a large file is read.
  if (options.method_name != kAcp) {
    fit_method(options.method_name, observe(std::array{0.25, 0.75}, std::array{0, 1}),
               options.method);
  }
}

bool wants_probabilities(const FitOptions& options) {
  return options.method_name == kAcp || needs_probabilities(options.method_name) ||
         options.method.scale == "logit" || options.cells == "probability";
}

// Cells over the scores that were seen; over [0, 1] where scores are probabilities.
Curve tabulated(const Curve& curve, const FitOptions& options, const Observations& seen) {
  if (!options.tabulate) return curve;
  TabulateOptions table{.cells = *options.tabulate, .low = 0.0, .high = 1.0};
  if (!wants_probabilities(options)) {
    table.low = seen.scores().front();
    table.high = seen.scores().back();
    if (seen.groups() == 1) table.high = *table.low + std::max(1.0, std::abs(*table.low));
  }
  return tabulate(curve, table);
}

Model fit_model(FitOptions& options, const Sample& sample) {
  if (options.method_name == kAcp) return fit_acp(sample.seen[0]);
  const auto bar = std::make_shared<ProgressBar>("fitting");
  const auto curves = static_cast<double>(sample.seen.size());
  const auto done = std::make_shared<double>(0);  // curves
  options.method.execution = {.threads = options.input.threads,
                              .progress = [bar, curves, done](double fraction) {
                                bar->show((*done + fraction) / curves);
                                return true;
                              }};
  const auto fit = [&](const Observations& seen) {
    Curve curve = tabulated(fit_method(options.method_name, seen, options.method), options, seen);
    *done += 1;
    return curve;
  };
  if (sample.classes.empty()) return fit(sample.seen[0]);
  return fit_multiclass(sample.seen, sample.classes, fit);
}

std::string shape_words(const Curve& curve) {
  constexpr std::array<std::pair<const char*, const char*>, 3> kParts = {
      {{"step", "steps"}, {"knot", "knots"}, {"cell", "cells"}}};
  std::string text = "a sigmoid";
  const std::size_t shape = curve.shape().index();
  if (shape > 0) {
    const double size = std::visit(
        [](const auto& s) -> double {
          if constexpr (requires { s.values; }) return static_cast<double>(s.values.size());
          return 0;
        },
        curve.shape());
    text = counted(size, kParts[shape - 1].first, kParts[shape - 1].second);
  }
  if (curve.band()) text += fmt::format(" with a {:g} % band", 100 * curve.band()->level);
  return text;
}

// `sample` holds the old observations, too, if this is an update.
void report(const FitOptions& options, const Sample& sample, const Model& model) {
  const double weight = sample.weight();
  const auto rows = static_cast<double>(sample.rows);
  std::string text =
      options.update.model
          ? fmt::format("Updated {} from {} with {}; in all a weight of {:g} ", options.method_name,
                        *options.update.model, counted(rows, "row", "rows"), weight)
          : fmt::format("Fitted {} on {}{} ", options.method_name, counted(rows, "row", "rows"),
                        weight == rows ? "" : fmt::format(" of weight {:g}", weight));
  const auto* curve = std::get_if<Curve>(&model);
  const auto* multiclass = std::get_if<MulticlassModel>(&model);
  text += fmt::format("{}.\nThe model, {}, is {}.\n", words_of(sample),
                      curve != nullptr        ? shape_words(*curve)
                      : multiclass != nullptr ? "a curve for each class"
                                              : "which keeps every score",
                      options.output == "-" ? "on standard output" : "in " + options.output);
  if (curve != nullptr) {
    const std::string account = describe(curve->origin());
    if (!account.empty()) text += account + "\n";
  }
  std::fputs(text.c_str(), stderr);
}

std::optional<ClassColumns> columns_of(const FitOptions& options,
                                       const std::optional<StoredModel>& old) {
  auto columns = class_columns("--score", options.input.score, options.classes);
  if (old) columns = columns_for(old->model, columns, *options.update.model);
  if (!columns) return columns;
  if (options.method_name == kAcp) throw UsageError("--method: acp is for two classes");
  if (options.method.level) {
    throw UsageError("--level: is for two classes (dividing a row by its sum breaks the bands)");
  }
  return columns;
}

void run_fit(CLI::App& verb, FitOptions& options) try {
  const std::optional<StoredModel> old =
      begin_update(verb, options.update, kept_names(), options.method_name);
  check_method_options(verb, options);
  if (options.cells) cell_rule(*options.cells);  // throws before anything is read
  const std::optional<ClassColumns> columns = columns_of(options, old);
  options.input.probabilities = wants_probabilities(options);
  check_not_input(options.output, {options.input.path});  // an updated model may be its own output
  Output output(options.output);  // a place that cannot be written is known before the work
  Sample sample = read_sample(options.input, columns, !old);
  if (options.cells) {
    for (Observations& seen : sample.seen) seen = gather(seen, cell_rule(*options.cells));
  }
  if (old) absorb(sample, *old->kept, options.update.forget.value_or(1));
  warn(options.input.path, inspect(sample), options.input.strict);
  const Model model = fit_model(options, sample);
  std::optional<Kept> kept;
  if (options.update.keep && options.method_name != kAcp) {
    kept = Kept{.method = options.method_name,
                .options = given_options(verb, kept_names()),
                .observations = sample.seen};
  }
  output.write(to_json(model, kept));
  output.commit();
  report(options, sample, model);
} catch (const OptionError& error) {
  throw UsageError(fmt::format("--{}", error.what()));
}

}  // namespace

void add_fit(CLI::App& app) {
  auto options = std::make_shared<FitOptions>();
  CLI::App* verb = app.add_subcommand("fit", "Fit a calibrator to scores and labels");
  verb->footer(kFitExamples);
  verb->add_option("SCORES", options->input.path, "CSV file with a header; - for standard input")
      ->required()
      ->type_name("FILE");
  verb->add_option("-o,--output", options->output, "The model file; - for standard output")
      ->required()
      ->type_name("FILE");
  std::vector<std::string_view> names = method_names();
  names.push_back(kAcp);
  verb->add_option("--method", options->method_name,
                   fmt::format("One of {} (default auto)", fmt::join(names, ", ")))
      ->type_name("NAME");
  verb->add_option("--lambda", options->method.lambda,
                   "Expected number of boundaries, or auto (abb, sbb; default auto)")
      ->type_name("NUMBER");
  verb->add_option("--scale", options->method.scale,
                   "Where boundaries lie: rank, score, logit, or auto (abb, sbb; default rank)")
      ->type_name("NAME");
  verb->add_option("--level", options->method.level,
                   "Add a credible band, such as 0.95 (auto, abb, sbb, histogram)")
      ->type_name("NUMBER");
  verb->add_flag_callback(
      "--no-smoothing", [options] { options->method.smoothing = false; },
      "Plain fractions in bins, 0 and 1 included (sbb, histogram)");
  verb->add_option("--lookup", options->method.lookup,
                   "Between scores: linear or previous (abb; default linear)")
      ->type_name("NAME");
  verb->add_option("--bins", options->method.bins, "How many bins (histogram; default 10)")
      ->type_name("COUNT");
  verb->add_flag("--monotone", options->method.monotone,
                 "Never give a higher score a lower probability (auto)");
  verb->add_option("--tabulate", options->tabulate, "Replace the curve by a table of so many cells")
      ->type_name("COUNT");
  verb->add_option("--cells", options->cells,
                   "Round scores to cells, as sql fit-query does: probability or margin")
      ->type_name("RULE");
  verb->add_option("--lower", options->input.lower, "Lower bound of the score (acp)")
      ->type_name("COLUMN");
  verb->add_option("--upper", options->input.upper, "Upper bound of the score (acp)")
      ->type_name("COLUMN");
  verb->add_option("--threads", options->input.threads, "How many threads (default all)")
      ->type_name("COUNT");
  add_input_options(*verb, options->input);
  add_classes_option(*verb, options->classes);
  add_update_options(*verb, options->update);
  verb->callback([verb, options] { run_fit(*verb, *options); });
}

}  // namespace calibrant::cli
