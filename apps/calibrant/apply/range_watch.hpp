// Are the scores of a file like those that the model was fitted on?
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "calibrant/model_file.hpp"
#include "calibrant/score_check.hpp"
#include "csv/fields.hpp"

namespace calibrant::cli {

/// One check for each column of scores.
class RangeWatch {
 public:
  /// `columns`: the names of the columns, in the order of the model's classes.
  RangeWatch(const Model& model, std::vector<std::string> columns);

  /// Row-major, NaN where a score is missing; counts are added, one for each column.
  void count(std::span<const double> scores, std::vector<ScoreCounts>& counts) const;

  /// Throws Error for a score that no amount of others makes normal.
  void check(std::size_t column, double score, const Field& field) const {
    if (column < checks_.size() && checks_[column].impossible(score)) [[unlikely]]
      fail(field);
  }

  /// At most one, of the first column that looks wrong.
  std::vector<Warning> judge(const std::vector<ScoreCounts>& counts) const;

 private:
  [[noreturn]] static void fail(const Field& field);

  std::vector<ScoreCheck> checks_;  ///< empty: the model does not say (ACP checks by itself)
  std::vector<std::string> columns_;
};

}  // namespace calibrant::cli
