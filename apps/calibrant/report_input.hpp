// What the reports of `evaluate` and `compare` have in common.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "calibrant/observations.hpp"

namespace calibrant::cli {

/// Lines of a report's appendix: what, and its value.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// "standard input" for "-".
std::string file_words(const std::string& path);

/// Rows, weight if it is another number, positives, distinct values and ties.
void add_data_facts(Facts& facts, const std::string& whose, std::size_t rows,
                    const Observations& seen);

/// The version, and the command.
void add_origin_facts(Facts& facts, const std::string& command);

}  // namespace calibrant::cli
