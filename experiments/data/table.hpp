// Any table of features with a label: the suite of classic binary problems.
#pragma once

#include <filesystem>

#include "data/dataset.hpp"

namespace calibrant::experiments {

/// CSV with a header; the last column is the label, 0 or 1; an empty field is missing. A feature
/// whose values are all numbers is continuous, and what is missing becomes its mean; any other is
/// discrete, and missing is one more value. Throws Error naming the file and the line.
Dataset read_table(const std::filesystem::path& path);

}  // namespace calibrant::experiments
