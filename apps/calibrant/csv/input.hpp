// From CSV files to the columns a verb needs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/observations.hpp"
#include "csv/blocks.hpp"

namespace calibrant::cli {

/// Taken by whoever reads the rows.
struct OpenedFile {
  std::unique_ptr<Blocks> blocks;
};

/// Which file, and what its columns are called.
struct InputOptions {
  std::string path;  ///< "-": standard input
  char delimiter = ',';
  char decimal = '.';  ///< what stands before the decimals of a number
  std::string score = "score";
  bool score_given = false;                         ///< by an option
  std::optional<std::string> preferred_score = {};  ///< read instead of `score` where it exists
  std::string score_option = "--score";             ///< what messages call it
  std::string label = "label";
  std::optional<std::string> weight = {};
  std::optional<std::string> negatives = {};  ///< already counted rows: no label column then
  std::optional<std::string> positives = {};
  std::optional<std::string> positive = {};  ///< the label that counts as 1, if labels are not 0/1
  std::optional<std::string> lower = {};     ///< ACP: the classifier's interval
  std::optional<std::string> upper = {};
  std::optional<std::string> by = {};    ///< a column of subgroups
  std::optional<std::string> time = {};  ///< a column that says when; read as text
  /// Scores outside [0, 1] are errors, with their line.
  bool probabilities = false;
  unsigned threads = 0;       ///< 0: as many as the machine has
  bool skip_missing = false;  ///< rows without a score, label or weight are left out and counted
  bool strict = false;        ///< what would be a warning is an error
  std::shared_ptr<OpenedFile> opened = {};  ///< csv/opening.hpp
};

/// The named columns; those not asked for are empty.
struct CsvRows {
  std::string score_column;  ///< which column the scores came from
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;
  std::vector<double> negatives;
  std::vector<double> positives;
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<std::uint32_t> subgroups;  ///< index into subgroup_names
  std::vector<std::string> subgroup_names;
  std::vector<std::string> times;

  std::size_t size() const { return scores.size(); }
};

/// All rows, in the order of the file; at least one, of positive weight. Memory is what CsvRows
/// hold (9 bytes a row; while a pipe or a gzip file is read, whose length is not known, at most
/// twice that). Throws Error `FILE:LINE: what is wrong (what was expected)`.
CsvRows read_rows(const InputOptions& options);

/// The same rows in parts of some thousand, one after the other: memory does not grow with the
/// file.
void read_row_parts(const InputOptions& options, const std::function<void(const CsvRows&)>& take);

/// From labels and weights, or from counts, whichever the rows have.
Observations observe_rows(const CsvRows& rows);

}  // namespace calibrant::cli
