#include "report/comparison_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "report/format.hpp"

namespace calibrant::report {
namespace {

/// Decimals that show two digits of what is unsure, and no number as 0 that is not.
int decimals_of(const Lead& lead) {
  const auto showing = [](int digits, double size) {
    constexpr int kMost = 8;
    if (size == 0) return 2;
    return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(size))), 2, kMost);
  };
  if (!lead.interval) return showing(2, std::abs(lead.difference));
  const auto [lower, upper] = *lead.interval;
  int decimals = showing(2, (upper - lower) / 2);
  for (const double value : {lead.difference, lower, upper}) {
    decimals = std::max(decimals, showing(1, std::abs(value)));
  }
  return decimals;
}

std::string whose(const std::string& method) {
  return method == "raw" ? "that of the raw scores" : method + "'s";
}

}  // namespace

std::string called(const std::string& method) {
  return method == "raw" ? "the raw scores" : method;
}

std::string standing(const Lead& lead) {
  if (lead.clear()) return "clearly worse";
  return lead.clearly_behind() ? "clearly better" : "no clear difference";
}

std::string signed_words(const Lead& lead) {
  const std::string text = fixed(lead.difference, decimals_of(lead));
  return text.front() == '-' ? text : "+" + text;
}

std::string range_words(const Lead& lead) {
  if (!lead.interval) return "-";
  const int decimals = decimals_of(lead);
  return fmt::format("{} to {}", fixed(lead.interval->lower, decimals),
                     fixed(lead.interval->upper, decimals));
}

std::vector<std::vector<std::string>> difference_rows(const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t m = 0; m < comparison.leads.size(); ++m) {
    const Lead& lead = comparison.leads[m];
    if (m == comparison.recommended) continue;
    rows.push_back({lead.over, signed_words(lead), range_words(lead), standing(lead)});
  }
  return rows;
}

std::string pooled_words(const Comparison& comparison) {
  std::vector<std::string_view> titles;
  for (const ComparedMeasure& measure : comparison.measures) {
    if (!measure.by_fold) titles.push_back(measure.title);
  }
  if (titles.size() == comparison.measures.size()) return "all measures";
  return fmt::format("{}", fmt::join(titles, " and "));
}

std::string correction_words(const Comparison& comparison) {
  return fmt::format("corrected for {} comparison{}", comparison.comparisons,
                     comparison.comparisons == 1 ? "" : "s");
}

std::string lower_words(const Comparison& comparison, const Lead& lead) {
  const std::string& method = comparison.contestants[comparison.recommended].name;
  return fmt::format("{} log loss is lower than {} by {} (95 % interval {}, {})",
                     method == "raw" ? "The raw scores'" : method + "'s", whose(lead.over),
                     fixed(lead.difference, decimals_of(lead)), range_words(lead),
                     correction_words(comparison));
}

}  // namespace calibrant::report
