// The query that counts cells where the data are: its result is all that a fit needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "calibrant/api.hpp"
#include "calibrant/cells.hpp"
#include "calibrant/export.hpp"

namespace CALIBRANT_API calibrant {

/// What becomes of rows without a usable score, label or weight.
enum class InvalidRows : std::uint8_t {
  kReport,  ///< counted in one row of the result, whose score is NULL: reading it is an error
  kSkip,    ///< left out without a word
};

struct FitQueryOptions {
  SqlDialect dialect = SqlDialect::kDuckdb;
  /// Parts separated by dots, each quoted whatever it contains; a dot inside a name needs double
  /// quotes around that name. Or `query`, a SELECT; one of the two.
  std::string table = {};
  std::string query = {};
  std::string score = "score";
  std::string label = "label";
  /// The label that counts as 1; all others are 0. Absent: labels are the numbers 0 and 1.
  std::optional<std::string> positive = {};
  std::optional<std::string> weight = {};
  /// A column whose values are counted apart, such as the class of a long table of class scores: it
  /// comes first in the result, which then ascends by it and by the score.
  std::optional<std::string> group = {};
  /// Weights are rounded to so many decimals, 0 to 12, and summed as whole numbers: no sum depends
  /// on an order. A weight above 0 that would become 0 makes its row invalid.
  int weight_digits = 6;
  CellRule cells = CellRule::kProbability;
  InvalidRows invalid = InvalidRows::kReport;
};

/// One SELECT with the columns score (the cell's midpoint, ascending), neg, pos (whole numbers, or
/// sums of weights) and rows. Its midpoints are those of `cell`, to the bit, in every dialect.
/// Throws OptionError for a dialect without such a query, an empty name, both or none of table and
/// query, or digits out of range.
std::string fit_query(const FitQueryOptions& options);

}  // namespace calibrant
