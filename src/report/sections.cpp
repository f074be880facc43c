#include "report/sections.hpp"

#include <algorithm>
#include <cmath>

#include "report/format.hpp"

namespace calibrant::report {
namespace {

/// Three decimals, more for small numbers; the same for a value and its interval.
int number_decimals(double value) { return std::abs(value) < 0.01 ? 4 : 3; }

}  // namespace

std::string number_text(std::optional<double> value) {
  return value ? fixed(*value, number_decimals(*value)) : "–";
}

std::string range_text(std::optional<double> value,
                       const std::optional<MeasureInterval>& interval) {
  if (!value || !interval) return "no interval";
  const int decimals = number_decimals(*value);
  return fixed(interval->lower, decimals) + "–" + fixed(interval->upper, decimals);
}

bool add_side_by_side(Page& page, std::vector<FigureWithData> diagrams) {
  const bool log = std::ranges::any_of(
      diagrams, [](const FigureWithData& diagram) { return diagram.figure.marginal->log; });
  for (FigureWithData& diagram : diagrams) diagram.figure.marginal->log = log;
  page.add(diagrams);
  return log;
}

void add_appendix(Page& page, const Facts& facts) {
  page.section("Data and method");
  Table table = {.css_class = "facts"};
  table.columns = {{"what", false}, {"value", false}};
  for (const auto& [what, value] : facts) table.rows.push_back({what, value});
  page.add(table);
}

}  // namespace calibrant::report
