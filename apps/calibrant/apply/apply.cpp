// calibrant apply: a model file and scores in, the same rows with calibrated probabilities out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <iostream>
#include <memory>
#include <string>

#include "apply/calibrate.hpp"
#include "apply/prevalence.hpp"
#include "calibrant/model_file.hpp"
#include "common/class_columns.hpp"
#include "common/input_options.hpp"
#include "common/output.hpp"
#include "common/verbs.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {
namespace {

constexpr const char* kApplyExamples = R"(Examples:
  calibrant apply model.json scores.csv -o calibrated.csv
      Every row again, with one more column: calibrated. Names that end in .gz are gzip.
  zcat big.csv.gz | calibrant apply model.json - --interval --prevalence 0.02 > out.csv
      From a pipe, with the credible interval, for a population with 2 % positives.)";

struct ApplyOptions {
  std::string model;
  std::optional<std::string> classes;
  InputOptions input;
  CalibrateOptions calibrate;
};

Model read_model(const std::string& path) {
  if (path != "-") return load(path);
  // A pipe does not say how much will come: no more is taken than a model can have.
  std::string text;
  std::array<char, 65536> part = {};
  while (text.size() <= kMaxModelBytes &&
         (std::cin.read(part.data(), part.size()), std::cin.gcount() > 0)) {
    text.append(part.data(), static_cast<std::size_t>(std::cin.gcount()));
  }
  return from_json(text, path);
}

bool has_band(const Model& model) {
  if (const auto* several = std::get_if<MulticlassModel>(&model)) return several->band() != nullptr;
  const Curve* curve = curve_in(model);
  return curve != nullptr && curve->band().has_value();
}

void run_apply(ApplyOptions options, const std::optional<std::string>& prevalence) {
  if (options.model == "-" && options.input.path == "-") {
    throw UsageError("model and scores cannot both be standard input");
  }
  if (options.input.skip_missing && options.calibrate.keep_missing) {
    throw UsageError("--keep-missing: does not go with --skip-missing");
  }
  check_not_input(options.calibrate.output, {options.model, options.input.path});
  const Model model = read_model(options.model);
  options.calibrate.columns =
      columns_for(model, class_columns("--score", options.input, options.classes), options.model,
                  options.input);
  const bool acp = std::holds_alternative<AcpModel>(model);
  if (acp && !(options.input.lower && options.input.upper)) {
    throw UsageError(options.model + " is an ACP model, which needs --lower and --upper");
  }
  if (!acp && (options.input.lower || options.input.upper)) {
    throw UsageError(fmt::format("{} is {}; --lower and --upper are for ACP models", options.model,
                                 curve_in(model) != nullptr ? "a curve" : "a multi-class model"));
  }
  if (options.calibrate.interval && !has_band(model)) {
    throw Error(options.model + ": has no band (fit it with --level for --interval)");
  }
  if (options.input.by && !std::holds_alternative<GroupedModel>(model)) {
    throw UsageError(fmt::format("--by: {} has no groups (fit --by makes some)", options.model));
  }
  if (prevalence == "auto") {
    options.calibrate.shift =
        estimated_shift(model, options.model, options.input, options.calibrate);
  } else if (prevalence)
    options.calibrate.shift = shift_of(model, options.model, *prevalence);
  calibrate(model, options.input, options.calibrate);
}

}  // namespace

void add_apply(CLI::App& app) {
  auto options = std::make_shared<ApplyOptions>();
  auto prevalence = std::make_shared<std::optional<std::string>>();
  CLI::App* verb =
      app.add_subcommand("apply", "Turn scores into probabilities with a fitted model");
  verb->footer(kApplyExamples);
  add_option(*verb, "MODEL", options->model, "FILE", "Model file; - for standard input")
      ->required();
  add_input_file(*verb, "SCORES", options->input);
  add_option(*verb, "-o,--output", options->calibrate.output, "FILE",
             "Where the rows go (default -, standard output)");
  verb->add_flag("--interval", options->calibrate.interval,
                 "Add calibrated_lower and calibrated_upper, the model's band; several classes: "
                 "calibrated_NAME_lower and calibrated_NAME_upper");
  add_option(*verb, "--prevalence", *prevalence, "NUMBER",
             "Re-weigh the odds for a population with this rate of positives; several "
             "classes: a=0.2,b=0.5,c=0.3; auto estimates it from the scores");
  verb->add_flag("--keep-missing", options->calibrate.keep_missing,
                 "Keep rows without a score, with an empty probability");
  add_score_option(*verb, options->input);
  add_model_groups_option(*verb, options->input);
  add_bound_options(*verb, options->input, "ACP models");
  add_threads_option(*verb, options->input);
  add_care_options(*verb, options->input);
  add_format_options(*verb, options->input);
  add_classes_option(*verb, options->classes);
  verb->callback([options, prevalence] { run_apply(*options, *prevalence); });
}

}  // namespace calibrant::cli
