// Cell rules and dialects of SQL by their names on the command line. Throw UsageError.
#pragma once

#include <fmt/format.h>

#include <string>

#include "model_file/names.hpp"
#include "verbs.hpp"

namespace calibrant::cli {

inline CellRule cell_rule(const std::string& name) {
  const auto rule = value_of(kCellRuleNames, name);
  if (rule) return *rule;
  throw UsageError(fmt::format("--cells: '{}' is not probability or margin", name));
}

inline SqlDialect dialect_of(const std::string& name) {
  const auto dialect = value_of(kDialectNames, name);
  if (dialect) return *dialect;
  throw UsageError(fmt::format("--dialect: '{}' is not duckdb, spark, postgres or sqlite", name));
}

}  // namespace calibrant::cli
