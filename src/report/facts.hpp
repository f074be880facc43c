// What the reports of `evaluate` and `compare` have in common.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "calibrant/observations.hpp"
#include "calibrant/report.hpp"

namespace calibrant::report {

/// Lines of a report's appendix: what, and its value.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// "standard input" for "-".
std::string file_words(const std::string& path);

/// The title that was asked for, or one made of the file's name.
std::string title_of(const ReportNames& names);

/// "column p", "columns p_a, p_b, p_c", "columns p_a, p_b, ..., p_z"; there is one at least.
std::string column_list(const std::vector<std::string>& columns);

/// The file and the columns, as far as they have names.
void add_file_facts(Facts& facts, const std::string& file, const std::string& columns,
                    const ReportNames& names);

/// Rows, weight if it is another number, positives, distinct values and ties.
void add_data_facts(Facts& facts, const std::string& whose, std::size_t rows,
                    const Observations& seen);

void add_bootstrap_fact(Facts& facts, std::size_t repeats, std::uint64_t seed);

/// The version, and the command.
void add_origin_facts(Facts& facts, const std::string& command);

}  // namespace calibrant::report
