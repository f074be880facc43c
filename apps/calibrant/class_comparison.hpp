// `calibrant compare` for several classes.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"
#include "csv/class_rows.hpp"

namespace calibrant::cli {

/// As compare_methods, except that all measures are those of all predictions together: over folds,
/// each row is predicted by fits to the other folds. Standard errors are those of means over rows;
/// the two ECEs have none.
Comparison compare_classes(const ClassRows& rows, const ClassRows* test,
                           const std::vector<std::string>& classes, const CompareOptions& options);

/// Those that cannot be used with these scores: they need probabilities, and raw scores ones that
/// add up to 1.
std::vector<std::string> drop_unusable(std::vector<std::string>& methods,
                                       const MethodFlags& options, const ClassRows& rows,
                                       const ClassRows* test, std::size_t classes);

}  // namespace calibrant::cli
