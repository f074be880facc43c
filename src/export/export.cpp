#include "calibrant/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "calibrant/error.hpp"
#include "export/c_text.hpp"
#include "export/plan.hpp"
#include "export/row_program.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

void check_identifier(const char* option, std::string_view name) {
  const bool good = !name.empty() && is_letter(name.front()) &&
                    std::all_of(name.begin(), name.end(),
                                [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
  if (!good) {
    throw OptionError(
        option,
        fmt::format("{} is not an identifier (a letter, then letters, digits and _)", shown(name)));
  }
}

void check_c_name(std::string_view name) {
  check_identifier("name", name);
  if (means_something_in_c(name)) {
    throw OptionError("name", fmt::format("'{}' means something in C already", name));
  }
}

void check_sql_name(const char* option, std::string_view name) {
  if (name.empty()) throw OptionError(option, "is empty");
  if (name.find('\0') != std::string_view::npos) {
    throw OptionError(option, "contains a zero byte, which no SQL identifier may");
  }
}

void check_onnx_names(const std::vector<Output>& outputs, const std::string& column) {
  check_identifier("column", column);
  check_identifier("name", outputs[0].name);
  for (const Output& output : outputs) {
    if (output.name == column) {
      throw OptionError("name",
                        fmt::format("'{}' is the input's name too (they must differ)", column));
    }
  }
}

// Of a query.
void check_query_names(const MulticlassModel& model, const std::string& name,
                       const ExportOptions& options) {
  const std::vector<std::string>& columns = options.columns;
  if (!columns.empty() && columns.size() != model.classes()) {
    throw OptionError("columns", fmt::format("has {} names (the model has {} classes)",
                                             columns.size(), model.classes()));
  }
  check_sql_name("table", options.table);
  check_sql_name("name", name);
  for (const std::string& column : columns) check_sql_name("columns", column);
  for (const std::string& column : options.keep) {
    check_sql_name("keep", column);
    for (const std::string& each : model.names()) {
      if (column != fmt::format("{}_{}", name, each)) continue;
      throw OptionError("keep", fmt::format("{} is a column of the result", shown(column)));
    }
  }
  if (model.classes() > kMostSqlClasses) {
    throw Error(fmt::format(
        "the model has {} classes, too many for SQL (at most {}; C and ONNX take any number)",
        model.classes(), kMostSqlClasses));
  }
}

constexpr std::array<std::pair<ExportTarget, std::string_view>, 4> kTargets = {
    {{ExportTarget::kSql, "sql"},
     {ExportTarget::kC, "c"},
     {ExportTarget::kOnnx, "onnx"},
     {ExportTarget::kSpark, "spark"}}};

void check_input_columns(int columns) {
  if (columns >= 0 && columns <= 2) return;
  throw OptionError("input-columns", fmt::format("{} is not 0, 1 or 2", columns));
}

}  // namespace

std::vector<std::string_view> export_target_names() {
  std::vector<std::string_view> names;
  names.reserve(kTargets.size());
  for (const auto& [target, name] : kTargets) names.push_back(name);
  return names;
}

ExportTarget export_target(std::string_view name) {
  for (const auto& [target, known] : kTargets) {
    if (known == name) return target;
  }
  throw OptionError("to", fmt::format("{} is not {}", shown(name), one_of(export_target_names())));
}

bool float_input(std::string_view name) {
  if (name == "double" || name == "float") return name == "float";
  throw OptionError("input", fmt::format("{} is not double or float", shown(name)));
}

std::string export_model(const Curve& curve, ExportTarget target, const ExportOptions& options) {
  const Plan plan = make_plan(curve, options);
  switch (target) {
    case ExportTarget::kSql:
    case ExportTarget::kSpark:
      check_sql_name("column", options.column);
      check_sql_name("name", plan.outputs[0].name);
      return target == ExportTarget::kSql ? write_sql(plan, options) : write_spark(plan, options);
    case ExportTarget::kC:
      check_c_name(plan.outputs[0].name);
      return write_c(plan);
    case ExportTarget::kOnnx:
      check_onnx_names(plan.outputs, options.column);
      check_input_columns(options.input_columns.value_or(0));
      return write_onnx(plan, options);
  }
  throw OptionError("target", "is not one of ExportTarget");
}

std::string export_model(const MulticlassModel& model, ExportTarget target,
                         const ExportOptions& options) {
  if (options.interval) throw OptionError("interval", "is for one curve, not for several classes");
  const std::string name = result_name(options);
  switch (target) {
    case ExportTarget::kSql:
      check_query_names(model, name, options);
      return write_rows_sql(make_row_program(model, {}), options);
    case ExportTarget::kC:
      check_c_name(name);
      return write_rows_c(make_row_program(model, {}), options);
    case ExportTarget::kOnnx:
      check_onnx_names({{name, {}}}, options.column);
      return write_rows_onnx(make_row_program(model, options), options);
    case ExportTarget::kSpark:
      throw OptionError("to",
                        "spark is for one curve (sql in the dialect spark takes several classes)");
  }
  throw OptionError("target", "is not one of ExportTarget");
}

std::string export_model(const GroupedModel& model, ExportTarget target,
                         const ExportOptions& options) {
  if (options.interval) throw OptionError("interval", "is for one curve, not for groups");
  if (target != ExportTarget::kSql && target != ExportTarget::kSpark) {
    throw OptionError("to", "sql and spark take groups; c and onnx are for one curve");
  }
  ExportOptions named = options;
  named.name = result_name(options);
  if (named.group.empty()) named.group = model.by();
  check_sql_name("column", named.column);
  check_sql_name("name", named.name);
  check_sql_name("group", named.group);
  check_sql_name("table", named.table);
  for (const std::string& column : named.keep) check_sql_name("keep", column);
  return target == ExportTarget::kSql ? write_groups_sql(model, named)
                                      : write_groups_spark(model, named);
}

}  // namespace calibrant
