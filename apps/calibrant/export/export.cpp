// calibrant export: a model as code that runs elsewhere.
#include "calibrant/export.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "calibrant/model_file.hpp"
#include "calibrant/multiclass.hpp"
#include "calibrant/simplify.hpp"
#include "common/output.hpp"
#include "common/verbs.hpp"
#include "csv/number.hpp"
#include "support/legible.hpp"

namespace calibrant::cli {
namespace {

struct ExportArguments {
  std::string model;
  std::string target;
  std::string out = "-";
  std::optional<double> tolerance;
  std::optional<std::string> column;
  std::optional<std::string> name;
  std::optional<std::string> class_name;
  std::optional<std::string> dialect;
  std::optional<std::string> cells;
  std::optional<std::string> input;
  std::optional<int> input_columns;
  bool interval = false;
};

constexpr const char* kExportExamples = R"(Examples:
  calibrant export model.json --to sql --column score --simplify 1e-4
  calibrant export model.json --to c --name churn_probability -o churn.h)";

// What can be said about the options before any file is read.
void check(const ExportArguments& arguments, ExportTarget target) {
  const auto check_use = [&](bool given, const char* option, bool right, const char* whose) {
    if (given && !right) {
      throw UsageError(fmt::format("{}: has no meaning with --to {} (only {} one)", option,
                                   arguments.target, whose));
    }
  };
  const bool onnx = target == ExportTarget::kOnnx;
  check_use(arguments.column.has_value(), "--column", target != ExportTarget::kC,
            "sql, spark and onnx have");
  check_use(arguments.dialect.has_value(), "--dialect", target == ExportTarget::kSql, "sql has");
  check_use(arguments.cells.has_value(), "--cells", target == ExportTarget::kSpark, "spark has");
  check_use(arguments.input.has_value(), "--input", onnx, "onnx has");
  check_use(arguments.input_columns.has_value(), "--input-columns", onnx, "onnx has");
  if (arguments.input && *arguments.input != "double" && *arguments.input != "float") {
    throw UsageError(fmt::format("--input: {} is not double or float", shown(*arguments.input)));
  }
  if (onnx && arguments.out == "-" && ::isatty(STDOUT_FILENO) == 1) {
    throw UsageError("--to onnx: writes bytes that a terminal cannot show (use -o FILE)");
  }
  if (arguments.name && arguments.name->empty()) throw UsageError("--name: is empty");
}

std::size_t pieces_of(const Curve& curve) {
  return std::visit(
      [](const auto& shape) -> std::size_t {
        if constexpr (requires { shape.values; }) return shape.values.size();
        return 0;
      },
      curve.shape());
}

// The bounds cost knots, so they are left behind if they are not wanted.
Curve thinned(const Curve& curve, const ExportArguments& arguments) {
  if (!arguments.tolerance) return curve;
  const Curve bare = arguments.interval ? curve : Curve(curve.shape(), {}, curve.origin());
  Curve thin = simplify(bare, *arguments.tolerance);
  if (pieces_of(curve) > 0) {
    std::fputs(fmt::format("calibrant: {} of {} values kept, within {}\n", pieces_of(thin),
                           pieces_of(curve), *arguments.tolerance)
                   .c_str(),
               stderr);
  }
  return thin;
}

// The model's curve; of several classes, the one that is named.
Curve curve_of(const ExportArguments& arguments) {
  const Model model = load(arguments.model);
  const auto* multiclass = std::get_if<MulticlassModel>(&model);
  if (multiclass == nullptr) {
    if (arguments.class_name) {
      throw UsageError(fmt::format("--class: {} is not a multi-class model", arguments.model));
    }
    if (const auto* curve = std::get_if<Curve>(&model)) return *curve;
    throw Error(arguments.model + ": holds an ACP model, which is not a curve");
  }
  const auto& names = multiclass->names();
  if (multiclass->joint() != nullptr) {
    throw Error(arguments.model +
                ": fits its classes together, which export does not write yet (fit --method "
                "one-vs-rest gives each class a curve)");
  }
  if (!arguments.class_name) {
    throw UsageError(fmt::format(
        "{} has the classes {}: --class exports the curve of one (dividing a row by its sum takes "
        "them all)",
        arguments.model, listed(names)));
  }
  const auto found = std::find(names.begin(), names.end(), *arguments.class_name);
  if (found == names.end()) {
    throw UsageError(
        fmt::format("--class: {} is not one of {}", shown(*arguments.class_name), listed(names)));
  }
  return multiclass->curves()[static_cast<std::size_t>(found - names.begin())];
}

ExportOptions options_of(const ExportArguments& arguments) {
  return {.column = arguments.column.value_or("score"),
          .name = arguments.name.value_or(""),
          .interval = arguments.interval,
          .dialect = sql_dialect(arguments.dialect.value_or("duckdb")),
          .cells = cell_rule(arguments.cells.value_or("probability")),
          .float_input = arguments.input == "float",
          .input_columns = arguments.input_columns.value_or(0)};
}

void run(const ExportArguments& arguments) try {
  const ExportTarget target = export_target(arguments.target);
  check(arguments, target);
  const ExportOptions options = options_of(arguments);
  check_not_input(arguments.out, {arguments.model});
  const Curve curve = curve_of(arguments);
  if (arguments.interval && !curve.band()) {
    throw Error(fmt::format("{}: the model has no band (fit it with --level for --interval)",
                            arguments.model));
  }
  try {
    write_output(arguments.out, export_model(thinned(curve, arguments), target, options));
  } catch (const InputError& error) {
    throw Error(fmt::format("{}: {}{}", arguments.model, error.what(),
                            arguments.tolerance ? "" : ": use --simplify 1e-4"));
  }
} catch (const OptionError& error) {
  const std::string what = error.what();
  throw UsageError(what.starts_with("tolerance")
                       ? "--simplify" + what.substr(std::strlen("tolerance"))
                       : "--" + what);
}

}  // namespace

void add_export(CLI::App& app) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* verb =
      app.add_subcommand("export", "Write a model as SQL, as C, as ONNX or for Spark.");
  verb->footer(kExportExamples);
  verb->add_option("model", arguments->model, "The model file")->required()->type_name("MODEL");
  verb->add_option("--to", arguments->target, one_of(export_target_names()))
      ->required()
      ->type_name("TARGET");
  verb->add_option("-o,--output", arguments->out, "Where it goes; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  verb->add_option("--simplify", arguments->tolerance,
                   "First thin the curve to the fewest knots within this error")
      ->type_name("ERROR");
  verb->add_option("--column", arguments->column,
                   "sql, spark: the column of scores; onnx: the input (score)")
      ->type_name("NAME");
  verb->add_option("--name", arguments->name,
                   "c: the function; sql, spark: the column; onnx: the output (calibrated)")
      ->type_name("NAME");
  verb->add_option("--dialect", arguments->dialect,
                   fmt::format("sql: {} (duckdb)", one_of(sql_dialect_names())))
      ->type_name("NAME");
  verb->add_option("--cells", arguments->cells,
                   "spark: scores are of this kind, probability or margin (probability)")
      ->type_name("RULE");
  verb->add_option("--input", arguments->input,
                   "onnx: the input's numbers, double or float (double)")
      ->type_name("TYPE");
  verb->add_option("--input-columns", arguments->input_columns,
                   "onnx: the input has 1 or 2 columns, the last has the scores (0: no columns)")
      ->type_name("COUNT");
  verb->add_option("--class", arguments->class_name,
                   "Multi-class models: the curve of this class against the rest")
      ->type_name("NAME");
  verb->add_flag("--interval", arguments->interval,
                 "The credible interval as well: NAME_lower and NAME_upper");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace calibrant::cli
