// calibrant fit: scores and labels in, model file out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrant/cells.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/update.hpp"
#include "common/class_columns.hpp"
#include "common/counted.hpp"
#include "common/input_options.hpp"
#include "common/methods.hpp"
#include "common/output.hpp"
#include "common/progress_bar.hpp"
#include "common/verbs.hpp"
#include "common/warnings.hpp"
#include "csv/input.hpp"
#include "fit/sample.hpp"
#include "fit/updating.hpp"

namespace calibrant::cli {
namespace {

constexpr const char* kFitExamples = R"(Examples:
  calibrant fit scores.csv -o model.json
      Auto, on the columns score and label; scores.csv.gz and - (standard input) work too.
  calibrant fit scores.csv -o model.json --method sbb --level 0.95 --score p --label y --positive yes
      SBB with a 95 % band, on columns of other names.
  calibrant fit new.csv -o model.json --update model.json --forget 0.9
      The model's own fit again, to what it kept and new rows, old ones fading.
  calibrant fit scores.csv -o model.json --by site
      One curve, and a correction for each site that is the smaller the fewer rows it has.
  calibrant fit scores.csv -o model.json --score p_cat,p_dog,p_cow
      Several classes, whose names the label column holds; Auto fits them together.)";

struct FitOptions {
  InputOptions input;
  std::string method = "auto";
  OptionValues given;  // of the method
  std::string output;
  std::optional<std::string> classes;
  UpdateFlags update;
};

// Throws before a large file is read.
MethodOptions check_method_options(const FitOptions& options) {
  MethodOptions result = read_options(options.method, options.given, Spelling::kFlag);
  if (!find_method(options.method).gives_curve) return result;
  for (const auto& [flag, column] :
       {std::pair("--lower", options.input.lower), std::pair("--upper", options.input.upper)}) {
    if (column) throw UsageError(fmt::format("{}: is for acp, not for {}", flag, options.method));
  }
  return result;
}

std::string band_words(double level) { return fmt::format(" with a {:g} % band", 100 * level); }

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
  if (curve.band()) text += band_words(curve.band()->level);
  return text;
}

// What the rows were, in the words of the report. `sample` holds the old observations, too, if this
// is an update.
std::string rows_words(const FitOptions& options, const Sample& sample) {
  const double weight = sample.weight();
  const auto rows = static_cast<double>(sample.rows);
  const std::string text =
      options.update.model
          ? fmt::format("Updated {} from {} with {}; in all a weight of {:g} ", options.method,
                        *options.update.model, counted(rows, "row", "rows"), weight)
          : fmt::format("Fitted {} on {}{} ", options.method, counted(rows, "row", "rows"),
                        weight == rows ? "" : fmt::format(" of weight {:g}", weight));
  return text + words_of(sample);
}

std::string model_words(const Model& model) {
  if (const auto* curve = std::get_if<Curve>(&model)) return shape_words(*curve);
  if (const auto* grouped = std::get_if<GroupedModel>(&model)) {
    return shape_words(grouped->common()) + " and corrections for groups";
  }
  const auto* several = std::get_if<MulticlassModel>(&model);
  if (several == nullptr) return "which keeps every score";
  if (several->joint() == nullptr) return "a curve for each class";
  return "a map of all classes together" +
         (several->band() == nullptr ? "" : band_words(several->band()->level));
}

const ClassModel* joint_of(const Model& model) {
  const auto* several = std::get_if<MulticlassModel>(&model);
  return several == nullptr ? nullptr : several->joint();
}

// What was averaged, if anything was.
std::string account_of(const Model& model) {
  if (const auto* curve = std::get_if<Curve>(&model)) return describe(*curve);
  if (const auto* grouped = std::get_if<GroupedModel>(&model)) {
    const std::string common = describe(grouped->common());
    return common + (common.empty() ? "" : "\n") + describe(*grouped);
  }
  const ClassModel* joint = joint_of(model);
  return joint != nullptr ? describe(joint->origin()) : std::string();
}

void report(const std::string& rows, const StoredModel& stored, const std::string& output) {
  std::string text = fmt::format("{}.\nThe model, {}, is {}.\n", rows, model_words(stored.model),
                                 output == "-" ? "on standard output" : "in " + output);
  const std::string account = account_of(stored.model);
  if (!account.empty()) text += account + "\n";
  const std::string kept = stored.kept ? describe(stored.kept->rows) : std::string();
  if (!kept.empty()) text += kept + "\n";
  std::fputs(text.c_str(), stderr);
}

void check_by(const FitOptions& options, bool several) {
  if (!options.input.by) return;
  if (several) throw UsageError("--by: is for two classes");
  if (!find_method(options.method).gives_curve) {
    throw UsageError(fmt::format("--by: is not for {}, which gives no curve", options.method));
  }
  if (options.update.keep) {
    throw UsageError("--by: a model with groups keeps no observations and takes no update");
  }
}

std::optional<ClassColumns> columns_of(FitOptions& options, const MethodOptions& method,
                                       const std::optional<StoredModel>& old) {
  auto columns = class_columns("--score", options.input, options.classes);
  if (old) columns = columns_for(old->model, columns, *options.update.model, options.input);
  if (columns && method.level && !find_method(options.method).joint) {
    throw UsageError(
        "--level: with several classes, it is for methods that fit them together (dividing a row "
        "by its sum breaks the bands of curves)");
  }
  check_by(options, columns.has_value());
  if (!old) check_use(options.method, options.given, columns.has_value(), Spelling::kFlag);
  return columns;
}

// An update reads the new scores as the model read the old ones.
ClassNeeds needs_of(const FitOptions& options, const MethodOptions& method,
                    const std::optional<StoredModel>& old) {
  const ClassModel* joint = old ? joint_of(old->model) : nullptr;
  const auto input = joint != nullptr ? joint->input() : method.input;
  return {.together = joint != nullptr || (!old && find_method(options.method).joint),
          .rules = {.every_class = !old, .distributions = input == ClassInput::kProbabilities}};
}

StoredModel fit_sample(const FitOptions& options, const std::optional<StoredModel>& old,
                       Sample& sample) {
  const Execution execution = with_progress(options.input.threads, "fitting");
  if (options.input.by) {
    MethodOptions method = read_options(options.method, options.given, Spelling::kFlag);
    method.execution = execution;
    return {.model = fit_groups(options.method, *options.input.by, sample.groups, method)};
  }
  if (const auto& rows = sample.together) {
    if (old) {
      return update_class_rows(
          *old, rows->scores, rows->labels, rows->weights,
          {.forget = options.update.forget.value_or(1), .execution = execution});
    }
    return fit_class_rows({.method = options.method,
                           .options = options.given,
                           .keep = options.update.keep,
                           .execution = execution,
                           .spelling = Spelling::kFlag},
                          rows->scores, rows->labels, sample.classes, rows->weights);
  }
  StoredModel stored = fit_kept(
      {.method = options.method, .options = options.given, .observations = std::move(sample.seen)},
      sample.classes, execution);
  if (!options.update.keep) stored.kept.reset();
  return stored;
}

void run_fit(const CLI::App& verb, FitOptions& options) try {
  const std::optional<StoredModel> old =
      begin_update(verb, options.update, options.method, options.given);
  const MethodOptions method = check_method_options(options);
  const std::optional<ClassColumns> columns = columns_of(options, method, old);
  const ClassNeeds needs = needs_of(options, method, old);
  options.input.probabilities = columns && needs.together
                                    ? needs.rules.distributions
                                    : needs_probabilities(options.method, method);
  check_not_input(options.output, {options.input.path});  // an updated model may be its own output
  Output output(options.output);  // a place that cannot be written is known before the work
  Sample sample = read_sample(options.input, columns, needs);
  if (method.cells) {
    for (Observations& seen : sample.seen) seen = gather(seen, *method.cells);
  }
  if (old) add_old(*old, options.update.forget.value_or(1), sample);
  warn(options.input.path, inspect(sample), options.input.strict);
  const std::string rows = rows_words(options, sample);
  const StoredModel stored = fit_sample(options, old, sample);
  output.write(to_json(stored.model, stored.kept));
  output.commit();
  report(rows, stored, options.output);
} catch (const OptionError& error) {
  throw_usage(error);
}

}  // namespace

void add_fit(CLI::App& app) {
  auto options = std::make_shared<FitOptions>();
  CLI::App* verb = app.add_subcommand("fit", "Fit a calibrator to scores and labels");
  verb->footer(kFitExamples);
  add_input_file(*verb, "SCORES", options->input);
  add_option(*verb, "-o,--output", options->output, "FILE", "The model file; - for standard output")
      ->required();
  std::vector<std::string_view> names;
  for (const Method& method : methods()) names.push_back(method.name);
  add_option(*verb, "--method", options->method, "NAME",
             fmt::format("One of {} (default auto)", fmt::join(names, ", ")));
  for (const Option& option : method_options()) add_method_option(*verb, option, options->given);
  add_option(*verb, "--by", options->input.by, "COLUMN",
             "Groups such as sites: one curve, and a correction for each of them");
  add_bound_options(*verb, options->input, "acp");
  add_threads_option(*verb, options->input);
  add_input_options(*verb, options->input);
  add_classes_option(*verb, options->classes);
  add_update_options(*verb, options->update);
  verb->callback([verb, options] { run_fit(*verb, *options); });
}

}  // namespace calibrant::cli
