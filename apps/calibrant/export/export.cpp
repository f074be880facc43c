// calibrant export: a model as code that runs elsewhere.
#include "calibrant/export.hpp"

#include <fmt/format.h>

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
#include "common/class_columns.hpp"
#include "common/column_finding.hpp"
#include "common/input_options.hpp"
#include "common/output.hpp"
#include "common/verbs.hpp"
#include "csv/number.hpp"
#include "support/legible.hpp"
#include "system/files.hpp"

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
  std::optional<std::string> classes;
  std::optional<std::string> dialect;
  std::optional<std::string> cells;
  std::optional<std::string> input;
  std::optional<int> input_columns;
  std::optional<std::string> table;
  std::optional<std::string> keep;
  std::optional<std::string> by;
  bool logits = false;
  bool interval = false;
};

constexpr const char* kExportExamples = R"(Examples:
  calibrant export model.json --to sql --column score --simplify 1e-4
  calibrant export model.json --to c --name churn_probability -o churn.h
  calibrant export classes.json --to sql --column p_cat,p_dog --table scores --keep id)";

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
  check_use(arguments.logits, "--logits", onnx, "onnx has");
  check_use(arguments.table.has_value(), "--table", target == ExportTarget::kSql, "sql has");
  check_use(arguments.keep.has_value(), "--keep", target == ExportTarget::kSql, "sql has");
  if (onnx && arguments.out == "-" && system::is_terminal(system::kStandardOutput)) {
    throw UsageError("--to onnx: writes bytes that a terminal cannot show (use -o FILE)");
  }
  if (arguments.name && arguments.name->empty()) throw UsageError("--name: is empty");
  if (arguments.classes && !(arguments.column && target == ExportTarget::kSql)) {
    throw UsageError("--classes: needs a column for each in --column, such as p_a,p_b,p_c");
  }
}

std::size_t pieces_of(const Curve& curve) {
  return std::visit(
      [](const auto& shape) -> std::size_t {
        if constexpr (requires { shape.values; }) return shape.values.size();
        return 0;
      },
      curve.shape());
}

// Thins curves, and counts what that leaves. The bounds cost knots, so they are left behind if they
// are not wanted.
class Thinner {
 public:
  explicit Thinner(const ExportArguments& arguments) : arguments_(arguments) {}

  Curve operator()(const Curve& curve) {
    if (!arguments_.tolerance) return curve;
    const Curve bare = arguments_.interval ? curve : Curve(curve.shape(), {}, curve.origin());
    Curve thin = simplify(bare, *arguments_.tolerance);
    before_ += pieces_of(curve);
    after_ += pieces_of(thin);
    return thin;
  }

  MulticlassModel operator()(const MulticlassModel& model) {
    if (!arguments_.tolerance) return model;
    const ClassModel* joint = model.joint();
    if (joint == nullptr) return {model.names(), all(model.curves())};
    std::vector<ClassPart> parts = joint->parts();
    for (ClassPart& part : parts) {
      if (auto* rest = std::get_if<OneVsRestPart>(&part.map)) rest->curves = all(rest->curves);
      if (auto* top = std::get_if<TopLabelPart>(&part.map)) top->curve = (*this)(top->curve);
    }
    return {model.names(), ClassModel(joint->classes(), joint->input(), parts, joint->origin())};
  }

  void say() const {
    if (before_ == 0) return;
    std::fputs(fmt::format("calibrant: {} of {} values kept, within {}\n", after_, before_,
                           *arguments_.tolerance)
                   .c_str(),
               stderr);
  }

 private:
  std::vector<Curve> all(const std::vector<Curve>& curves) {
    std::vector<Curve> thin;
    thin.reserve(curves.size());
    for (const Curve& curve : curves) thin.push_back((*this)(curve));
    return thin;
  }

  const ExportArguments& arguments_;
  std::size_t before_ = 0;
  std::size_t after_ = 0;
};

// The curve of the class that is named.
Curve curve_of_class(const MulticlassModel& model, const ExportArguments& arguments) {
  if (model.joint() != nullptr) {
    throw UsageError(fmt::format(
        "--class: {} fits its classes together, and no class has a curve (without it, all are "
        "exported)",
        arguments.model));
  }
  const auto& names = model.names();
  const auto found = std::find(names.begin(), names.end(), *arguments.class_name);
  if (found == names.end()) {
    throw UsageError(
        fmt::format("--class: {} is not one of {}", shown(*arguments.class_name), listed(names)));
  }
  return model.curves()[static_cast<std::size_t>(found - names.begin())];
}

ExportOptions options_of(const ExportArguments& arguments) {
  return {.column = arguments.column.value_or("score"),
          .name = arguments.name.value_or(""),
          .interval = arguments.interval,
          .dialect = sql_dialect(arguments.dialect.value_or("duckdb")),
          .cells = cell_rule(arguments.cells.value_or("probability")),
          .float_input = float_input(arguments.input.value_or("double")),
          .input_columns = arguments.input_columns,
          .logits = arguments.logits};
}

std::string export_curve(const Curve& curve, ExportTarget target,
                         const ExportArguments& arguments) {
  if (arguments.interval && !curve.band()) {
    throw Error(fmt::format("{}: the model has no band (fit it with --level for --interval)",
                            arguments.model));
  }
  for (const auto& [given, option] :
       {std::pair(arguments.table, "--table"), std::pair(arguments.keep, "--keep"),
        std::pair(arguments.classes, "--classes")}) {
    if (given) throw UsageError(fmt::format("{}: is for all classes of a model", option));
  }
  Thinner thinned(arguments);
  const Curve thin = thinned(curve);
  thinned.say();
  return export_model(thin, target, options_of(arguments));
}

std::string export_classes(const Model& model, ExportTarget target,
                           const ExportArguments& arguments) {
  ExportOptions options = options_of(arguments);
  if (arguments.table) options.table = *arguments.table;
  if (arguments.keep) options.keep = split_names("--keep", *arguments.keep);
  if (arguments.column && target == ExportTarget::kSql) {
    if (is_pattern(*arguments.column)) {  // there is no file in which to find columns
      throw UsageError("--column: names a column for each class, such as p_a,p_b,p_c");
    }
    InputOptions named;
    named.score = *arguments.column;
    named.score_given = true;
    const auto columns = class_columns("--column", named, arguments.classes);
    options.columns = columns_for(model, columns, arguments.model, named, "--column")->columns;
  }
  Thinner thinned(arguments);
  const MulticlassModel thin = thinned(std::get<MulticlassModel>(model));
  thinned.say();
  return export_model(thin, target, options);
}

std::string export_groups(const GroupedModel& model, ExportTarget target,
                          const ExportArguments& arguments) {
  ExportOptions options = options_of(arguments);
  if (arguments.table) options.table = *arguments.table;
  if (arguments.keep) options.keep = split_names("--keep", *arguments.keep);
  if (arguments.by) options.group = *arguments.by;
  if (arguments.classes) throw UsageError("--classes: is for all classes of a model");
  Thinner thinned(arguments);
  const GroupedModel thin(model.by(), thinned(model.common()), model.centre(), model.unknown(),
                          model.groups());
  thinned.say();
  return export_model(thin, target, options);
}

void run(const ExportArguments& arguments) try {
  const ExportTarget target = export_target(arguments.target);
  check(arguments, target);
  options_of(arguments);  // refuses words before a file is read
  check_not_input(arguments.out, {arguments.model});
  const Model model = load(arguments.model);
  const auto* classes = std::get_if<MulticlassModel>(&model);
  const auto* curve = std::get_if<Curve>(&model);
  if (classes == nullptr && arguments.class_name) {
    throw UsageError(fmt::format("--class: {} is not a multi-class model", arguments.model));
  }
  const auto* grouped = std::get_if<GroupedModel>(&model);
  if (grouped == nullptr && arguments.by) {
    throw UsageError(fmt::format("--by: {} has no groups", arguments.model));
  }
  if (classes == nullptr && curve_in(model) == nullptr) {
    throw Error(arguments.model + ": holds an ACP model, which is not a curve");
  }
  try {
    const std::string text =
        grouped != nullptr ? export_groups(*grouped, target, arguments)
        : curve != nullptr ? export_curve(*curve, target, arguments)
        : arguments.class_name
            ? export_curve(curve_of_class(*classes, arguments), target, arguments)
            : export_classes(model, target, arguments);
    write_output(arguments.out, text);
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
  add_option(*verb, "model", arguments->model, "MODEL", "The model file")->required();
  add_option(*verb, "--to", arguments->target, "TARGET", one_of(export_target_names()))->required();
  add_option(*verb, "-o,--output", arguments->out, "FILE", "Where it goes; - is standard output")
      ->capture_default_str();
  add_option(*verb, "--simplify", arguments->tolerance, "ERROR",
             "First thin the curve to the fewest knots within this error");
  add_option(*verb, "--column", arguments->column, "NAME",
             "sql, spark: the column of scores; onnx: the input (score); sql of several "
             "classes: p_a,p_b,p_c");
  add_option(*verb, "--name", arguments->name, "NAME",
             "c: the function; sql, spark: the column; onnx: the output (calibrated)");
  add_option(*verb, "--dialect", arguments->dialect, "NAME",
             fmt::format("sql: {} (duckdb)", one_of(sql_dialect_names())));
  add_option(*verb, "--cells", arguments->cells, "RULE",
             "spark: scores are of this kind, probability or margin (probability)");
  add_option(*verb, "--input", arguments->input, "TYPE",
             "onnx: the input's numbers, double or float (double)");
  add_option(*verb, "--input-columns", arguments->input_columns, "COUNT",
             "onnx: the input's columns; of a curve 0, 1 or 2, the last has the scores (0)");
  verb->add_flag("--logits", arguments->logits,
                 "onnx: the input holds logits; the model was fitted to probabilities");
  add_option(*verb, "--table", arguments->table, "NAME",
             "sql of several classes or groups: the table (scores)");
  add_option(*verb, "--keep", arguments->keep, "NAMES",
             "sql of several classes or groups: columns that the result has, too");
  add_option(*verb, "--by", arguments->by, "NAME",
             "Groups: their column (default: the one of the fit)");
  add_option(*verb, "--class", arguments->class_name, "NAME",
             "One-vs-rest models: only the curve of this class against the rest");
  add_classes_option(*verb, arguments->classes);
  verb->add_flag("--interval", arguments->interval,
                 "The credible interval as well: NAME_lower and NAME_upper");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace calibrant::cli
