// What reading a file into rows and reading it into observations share.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "csv/layout.hpp"
#include "input.hpp"

namespace calibrant::cli {

/// What is asked for must fit together. Throws UsageError.
void check_options(const InputOptions& options);

/// Which column holds the scores of this file.
const std::string& score_column(const InputOptions& options, const Layout& layout);

unsigned reading_threads(const InputOptions& options);

/// The first block tells how many rows there will be, about. Room that is not needed costs nothing:
/// memory is only taken when it is written.
std::size_t expected_rows(std::size_t rows, double fraction);

[[noreturn]] void fail_without_rows(const InputOptions& options);

/// Throws Error if all are 0.
void check_weights(const InputOptions& options, const std::vector<double>& weights);

/// A file without a single positive is legal, but a slip in --positive is more likely.
[[noreturn]] void fail_without_positives(const InputOptions& options);

template <class Vector>
void append(Vector& to, const Vector& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace calibrant::cli
