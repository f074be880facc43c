// Columns of several classes that are found in the header of a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/class_columns.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {

/// Does it hold a * that stands for the name of each class?
bool is_pattern(const std::string& columns);

/// The columns that are like `pattern` ("p_*"), and what the * stands for in each. The label and
/// the weight are none of them, and neither are the ends of a band (p_a_lower beside p_a). Throws
/// UsageError, which calls it `option`, if there are fewer than two.
ClassColumns columns_like(const std::string& option, const std::string& pattern,
                          InputOptions& input);

/// For `evaluate`: calibrated_* if there is no column calibrated. Absent if there are none of them.
/// Throws Error if both are there.
std::optional<ClassColumns> calibrated_columns(InputOptions& input);

/// For a model of these classes: all columns have the name of their class behind the same prefix.
/// What was calibrated already is not taken. Throws Error if there are none, or several sets.
ClassColumns columns_of_classes(const std::vector<std::string>& classes, InputOptions& input);

}  // namespace calibrant::cli
