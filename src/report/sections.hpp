// What the pages of two classes and of several have in common.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/measures.hpp"
#include "report/facts.hpp"
#include "report/page.hpp"
#include "report/plots.hpp"
#include "report/verdict.hpp"

namespace calibrant::report {

/// Three or four decimals; a dash if it does not exist.
std::string number_text(std::optional<double> value);
/// With the decimals of the value.
std::string range_text(std::optional<double> value, const std::optional<MeasureInterval>& interval);

template <class Card, class Intervals>
struct MeasuredCard {
  const Card* card;
  const Intervals* intervals;
};

/// The measures that are explained, large: of one card, or before and after.
template <class Card, class Intervals>
Html numbers_html(std::span<const MeasureOf<Card, Intervals>> table,
                  const std::vector<MeasuredCard<Card, Intervals>>& shown) {
  const bool intervals = std::ranges::any_of(
      shown, [](const auto& one) { return one.intervals->log_loss.has_value(); });
  std::string out = "<dl class=\"numbers\">\n";
  for (const auto& measure : table) {
    if (measure.explained.empty()) continue;
    std::string values;
    std::string ranges;
    for (const auto& one : shown) {
      const auto value = measure.value(*one.card);
      values += (values.empty() ? "" : " → ") + number_text(value);
      ranges += (ranges.empty() ? "" : " → ") + range_text(value, one.intervals->*measure.interval);
    }
    out += fmt::format(
        "<div><dt>{}</dt><dd class=\"value\">{}</dd>{}<dd class=\"range\">{}</dd></div>\n",
        upper_first(std::string(measure.short_title)), values,
        intervals ? fmt::format("<dd class=\"range\">{}</dd>", ranges) : "", measure.explained);
  }
  return {out + "</dl>\n<p class=\"note\">" +
          (shown.size() > 1 ? "Before → after" : "Over all rows") +
          (intervals ? ", with 95 % intervals.</p>\n" : ".</p>\n")};
}

/// Diagrams with histograms of the same kind of heights, so that these mean the same. Says whether
/// they are logarithmic.
bool add_side_by_side(Page& page, std::vector<FigureWithData> diagrams);

/// A section with all methods: dot plots, the table, the differences from the recommended one.
void add_comparison(Page& page, const Comparison& comparison);

/// The section at the end.
void add_appendix(Page& page, const Facts& facts);

}  // namespace calibrant::report
