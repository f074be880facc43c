#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace demo {
namespace {

using calibrant::Scorecard;

struct Measure {
  const char* name;
  double (*value)(const Scorecard&);
  bool larger_is_better;
};

constexpr std::array<Measure, 5> kMeasures = {{
    {"AUC", [](const Scorecard& card) { return card.auc.value_or(0.5); }, true},
    {"Acc", [](const Scorecard& card) { return card.accuracy; }, true},
    {"RMSE", [](const Scorecard& card) { return card.rmse; }, false},
    {"MCE", [](const Scorecard& card) { return card.mce; }, false},
    {"ECE", [](const Scorecard& card) { return card.ece; }, false},
}};

/// As printed: what looks equal is treated as equal.
double rounded(double value) { return std::round(value * 1000); }

std::string format_row(const Measure& measure, const std::vector<Result>& results) {
  std::string line = fmt::format("  {:<6}", measure.name);
  std::vector<double> values;
  values.reserve(results.size());
  for (const Result& result : results) values.push_back(measure.value(result.card));
  for (const double value : values) {
    const auto better = std::count_if(values.begin(), values.end(), [&](double other) {
      const double gain = rounded(other) - rounded(value);
      return measure.larger_is_better ? gain > 0 : gain < 0;
    });
    line += fmt::format("{:>8.3f}{}", value, better < 2 ? '*' : ' ');
  }
  return line;
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

std::string format_table(const std::vector<Result>& results) {
  std::string head = fmt::format("  {:<6}", "");
  for (const Result& result : results) head += fmt::format("{:>8} ", result.method);
  std::string table = without_trailing_space(head);
  for (const Measure& measure : kMeasures) {
    table += without_trailing_space(format_row(measure, results));
  }
  return table;
}

}  // namespace demo
