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
#include "csv/number.hpp"
#include "csv/output.hpp"
#include "sql_names.hpp"
#include "verbs.hpp"

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
  bool interval = false;
};

constexpr const char* kExportExamples = R"(Examples:
  calibrant export model.json --to sql --column score --simplify 1e-4
  calibrant export model.json --to c --name churn_probability -o churn.h)";

ExportTarget target_of(const ExportArguments& arguments) {
  if (arguments.target == "onnx") return ExportTarget::kOnnx;
  if (arguments.target == "sql") return ExportTarget::kSql;
  if (arguments.target == "c") return ExportTarget::kC;
  throw UsageError(fmt::format("--to: '{}' is not onnx, sql or c", arguments.target));
}

// What can be said about the options before any file is read.
void check(const ExportArguments& arguments, ExportTarget target) {
  if (target == ExportTarget::kC && arguments.column) {
    throw UsageError("--column: has no meaning with --to c (only sql and onnx have one)");
  }
  if (target == ExportTarget::kOnnx && arguments.out == "-" && ::isatty(STDOUT_FILENO) == 1) {
    throw UsageError("--to onnx: writes bytes that a terminal cannot show (use -o FILE)");
  }
  if (target != ExportTarget::kSql && arguments.dialect) {
    throw UsageError(
        fmt::format("--dialect: has no meaning with --to {} (only sql has one)", arguments.target));
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
  const Model model = load_model(arguments.model);
  const auto* multiclass = std::get_if<MulticlassModel>(&model);
  if (multiclass == nullptr) {
    if (arguments.class_name) {
      throw UsageError(fmt::format("--class: {} is not a multi-class model", arguments.model));
    }
    if (const auto* curve = std::get_if<Curve>(&model)) return *curve;
    throw Error(arguments.model + ": holds an ACP model, which is not a curve");
  }
  const auto& names = multiclass->names();
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

void run(const ExportArguments& arguments) {
  const ExportTarget target = target_of(arguments);
  check(arguments, target);
  check_not_input(arguments.out, {arguments.model});
  const Curve curve = curve_of(arguments);
  if (arguments.interval && !curve.band()) {
    throw Error(fmt::format("{}: the model has no band (fit it with --level for --interval)",
                            arguments.model));
  }
  try {
    const ExportOptions options = {.column = arguments.column.value_or("score"),
                                   .name = arguments.name.value_or(""),
                                   .interval = arguments.interval,
                                   .dialect = dialect_of(arguments.dialect.value_or("duckdb"))};
    write_output(arguments.out, export_model(thinned(curve, arguments), target, options));
  } catch (const OptionError& error) {
    const std::string what = error.what();
    throw UsageError(what.starts_with("tolerance")
                         ? "--simplify" + what.substr(std::strlen("tolerance"))
                         : "--" + what);
  } catch (const InputError& error) {
    throw Error(fmt::format("{}: {}", arguments.model, error.what()));
  }
}

}  // namespace

void add_export(CLI::App& app) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* verb = app.add_subcommand("export", "Write a model as SQL, as C or as ONNX.");
  verb->footer(kExportExamples);
  verb->add_option("model", arguments->model, "The model file")->required()->type_name("MODEL");
  verb->add_option("--to", arguments->target, "onnx, sql or c")->required()->type_name("TARGET");
  verb->add_option("-o,--output", arguments->out, "Where it goes; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  verb->add_option("--simplify", arguments->tolerance,
                   "First thin the curve to the fewest knots within this error")
      ->type_name("ERROR");
  verb->add_option("--column", arguments->column,
                   "sql: the column of scores; onnx: the input (score)")
      ->type_name("NAME");
  verb->add_option("--name", arguments->name,
                   "c: the function; sql: the column; onnx: the output (calibrated)")
      ->type_name("NAME");
  verb->add_option("--dialect", arguments->dialect,
                   "sql: duckdb, spark, postgres or sqlite; only spark differs (duckdb)")
      ->type_name("NAME");
  verb->add_option("--class", arguments->class_name,
                   "Multi-class models: the curve of this class against the rest")
      ->type_name("NAME");
  verb->add_flag("--interval", arguments->interval,
                 "The credible interval as well: NAME_lower and NAME_upper");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace calibrant::cli
