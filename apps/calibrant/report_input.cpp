#include "report_input.hpp"

#include <fmt/format.h>

#include "calibrant/version.hpp"
#include "report/format.hpp"

namespace calibrant::cli {

std::string file_words(const std::string& path) { return path == "-" ? "standard input" : path; }

void add_data_facts(Facts& facts, const std::string& whose, std::size_t rows,
                    const Observations& seen) {
  using report::count;
  const auto number = static_cast<double>(rows);
  std::string size = count(number) + (rows == 1 ? " row" : " rows");
  if (seen.weight() != number) size += " of weight " + count(seen.weight());
  facts.emplace_back(whose, fmt::format("{}, {} positive ({})", size, count(seen.positive_weight()),
                                        report::percent(seen.positive_weight() / seen.weight())));
  const auto groups = static_cast<double>(seen.groups());
  facts.emplace_back("Distinct scores",
                     seen.weight() > groups
                         ? fmt::format("{} ({} of the weight tied with another row)", count(groups),
                                       report::percent(1 - groups / seen.weight()))
                         : count(groups));
}

void add_origin_facts(Facts& facts, const std::string& command) {
  facts.emplace_back("Program", fmt::format("Calibrant {}", version()));
  if (!command.empty()) facts.emplace_back("Command", command);
}

}  // namespace calibrant::cli
