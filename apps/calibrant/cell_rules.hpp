// The cell rules by their names on the command line.
#pragma once

#include <fmt/format.h>

#include <string>

#include "calibrant/cells.hpp"
#include "verbs.hpp"

namespace calibrant::cli {

inline CellRule cell_rule(const std::string& name) {
  if (name == "probability") return CellRule::kProbability;
  if (name == "margin") return CellRule::kMargin;
  throw UsageError(fmt::format("--cells: '{}' is not probability or margin", name));
}

}  // namespace calibrant::cli
