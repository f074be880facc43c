// What the texts of two classes and of several have in common.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "calibrant/measures.hpp"
#include "calibrant/report.hpp"
#include "report/summary.hpp"

namespace calibrant::report {

/// Four decimals; "-" if it does not exist.
std::string number(std::optional<double> value);
std::string range(double lower, double upper);
std::string range(const std::optional<MeasureInterval>& interval);
/// One decimal: "12.5 %".
std::string shown_percent(double fraction);
/// A p-value behind "p "; tiny ones are not zero.
std::string chance(double p);
std::string plural(double count, std::string_view word);
/// "FILE: 100 rows of weight 120".
std::string rows_words(const ReportNames& names, std::size_t rows, double weight);
/// "; probabilities from column p". Of many columns, the first and the last.
std::string columns_words(const ReportNames& names);

/// Every measure of the table, with its interval and what chance may do, if there are any.
template <class Card, class Intervals>
void add_measures(Summary& summary, std::span<const MeasureOf<Card, Intervals>> measures,
                  const Card& card, const Intervals& intervals, double level) {
  const bool sure = std::ranges::any_of(
      measures, [&](const auto& measure) { return (intervals.*measure.interval).has_value(); });
  Table table;
  table.columns = {{"measure", false}, {"value"}};
  if (sure) {
    table.columns.push_back({fmt::format("{:g} % interval", 100 * level)});
    table.columns.push_back({"by chance"});
  }
  for (const auto& measure : measures) {
    table.rows.push_back({std::string(measure.title), number(measure.value(card))});
    if (!sure) continue;
    const auto& interval = intervals.*measure.interval;
    table.rows.back().push_back(range(interval));
    table.rows.back().push_back(interval && interval->by_chance ? number(interval->by_chance) : "");
  }
  summary.add(std::move(table));
  if (!sure) return;
  summary.add(fmt::format("by chance: what perfect probabilities stay below in {:g} % of samples",
                          50 * (1 + level)));
}

}  // namespace calibrant::report
