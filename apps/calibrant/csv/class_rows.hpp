// Rows of several classes from a CSV file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/class_columns.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {

struct ClassRows {
  std::vector<double> scores;         ///< row-major, one column per class
  std::vector<std::uint32_t> labels;  ///< index into the classes
  std::vector<double> weights;        ///< empty: all 1
  std::vector<std::string> times;     ///< empty: not asked for
  std::size_t skipped = 0;            ///< left out, because a field was missing

  std::size_t size() const { return labels.size(); }
  /// The total weight of each class.
  std::vector<double> class_weights(std::size_t classes) const;
};

/// What a row must be, beyond numbers.
struct ClassRules {
  bool every_class = false;    ///< each class has a row: otherwise a slip is more likely
  bool distributions = false;  ///< probabilities that add up to 1
};

/// All rows, in the order of the file; at least one, of positive weight. Throws Error
/// `FILE:LINE: what is wrong (what was expected)`.
ClassRows read_class_rows(const InputOptions& options, const ClassColumns& columns,
                          const ClassRules& rules);

/// The same rows in parts, as read_row_parts() has them.
void read_class_parts(const InputOptions& options, const ClassColumns& columns,
                      const ClassRules& rules, const std::function<void(const ClassRows&)>& take);

}  // namespace calibrant::cli
