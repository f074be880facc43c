#include "report/facts.hpp"

#include <fmt/format.h>

#include "calibrant/version.hpp"
#include "report/format.hpp"

namespace calibrant::report {

std::string file_words(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string title_of(const ReportNames& names) {
  if (!names.title.empty()) return names.title;
  return "Calibration report" + (names.file.empty() ? "" : ": " + file_words(names.file));
}

std::string column_list(const std::vector<std::string>& columns) {
  constexpr std::size_t kMost = 12;
  if (columns.size() == 1) return "column " + columns[0];
  if (columns.size() <= kMost) return fmt::format("columns {}", fmt::join(columns, ", "));
  return fmt::format("columns {}, {}, ..., {}", columns[0], columns[1], columns.back());
}

void add_file_facts(Facts& facts, const std::string& file, const std::string& columns,
                    const ReportNames& names) {
  if (!names.file.empty()) facts.emplace_back(file, file_words(names.file));
  if (!names.columns.empty()) facts.emplace_back(columns, column_list(names.columns));
}

void add_data_facts(Facts& facts, const std::string& whose, std::size_t rows,
                    const Observations& seen) {
  const auto number = static_cast<double>(rows);
  std::string size = count(number) + (rows == 1 ? " row" : " rows");
  if (seen.weight() != number) size += " of weight " + count(seen.weight());
  facts.emplace_back(whose, fmt::format("{}, {} positive ({})", size, count(seen.positive_weight()),
                                        percent(seen.positive_weight() / seen.weight())));
  const auto groups = static_cast<double>(seen.groups());
  facts.emplace_back("Distinct scores",
                     seen.weight() > groups
                         ? fmt::format("{} ({} of the weight tied with another row)", count(groups),
                                       percent(1 - groups / seen.weight()))
                         : count(groups));
}

void add_bootstrap_fact(Facts& facts, std::size_t repeats, std::uint64_t seed) {
  facts.emplace_back("Intervals",
                     "of the numbers at the top: " +
                         (repeats > 0 ? fmt::format("bootstrap, {} replicates, seed {}",
                                                    count(static_cast<double>(repeats)), seed)
                                      : std::string("none asked for")));
}

void add_origin_facts(Facts& facts, const std::string& command) {
  facts.emplace_back("Program", fmt::format("Calibrant {}", version()));
  if (!command.empty()) facts.emplace_back("Command", command);
}

}  // namespace calibrant::report
