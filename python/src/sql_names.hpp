// The dialects of SQL and the cell rules by name.
#pragma once

#include <fmt/format.h>

#include <string>

#include "calibrant/error.hpp"
#include "model_file/names.hpp"

namespace calibrant::python {

inline SqlDialect dialect_of(const std::string& name) {
  const auto dialect = value_of(kDialectNames, name);
  if (dialect) return *dialect;
  throw OptionError("dialect", fmt::format("'{}' is not duckdb, spark, postgres or sqlite", name));
}

inline CellRule rule_of(const std::string& name) {
  const auto rule = value_of(kCellRuleNames, name);
  if (rule) return *rule;
  throw OptionError("cells", fmt::format("'{}' is not probability or margin", name));
}

}  // namespace calibrant::python
