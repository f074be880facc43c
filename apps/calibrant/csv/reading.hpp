// What reading a file into rows and reading it into observations share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "csv/input.hpp"
#include "csv/layout.hpp"

namespace calibrant::cli {

/// What is asked for must fit together. Throws UsageError.
void check_options(const InputOptions& options);

/// Which column holds the scores of this file.
const std::string& score_column(const InputOptions& options, const Layout& layout);

unsigned reading_threads(const InputOptions& options);

/// The first block tells how many rows there will be, about. Room that is not needed costs nothing:
/// memory is only taken when it is written.
std::size_t expected_rows(std::size_t rows, double fraction);

/// The labels beside the one that --positive names, in case that is a slip: the first dozen.
class OtherLabels {
 public:
  void see(const Field& field, std::uint8_t label);
  /// Those of a later part of the file.
  void add(const OtherLabels& later);
  /// Throws Error if no label was the positive one: a file without a single positive is legal, but
  /// a slip in --positive is more likely.
  void check(const InputOptions& options) const;

 private:
  void add(const std::string& name);

  bool positive_ = false;
  bool more_ = false;
  std::vector<std::string> names_;
};

/// There is a row. Tells of those that were left out, which had no `what`: "score or label".
void check_rows_left(const InputOptions& options, std::size_t rows, std::size_t skipped,
                     const std::string& what);

/// Throws Error if all are 0. Warns of weights that look like something else than counts of rows.
void check_weights(const InputOptions& options, const std::vector<double>& weights,
                   const std::vector<std::uint32_t>& labels);

template <class Vector>
void append(Vector& to, const Vector& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace calibrant::cli
