#include <fmt/format.h>

#include <algorithm>

#include "report/format.hpp"
#include "report/plots.hpp"

namespace calibrant::report {
namespace {

constexpr double kTwoSided = 1.96;  // standard errors of a 95 % interval

int measure_decimals(double value) { return std::abs(value) < 0.01 ? 5 : 4; }

std::string cell(const ComparedValue& value) {
  if (!value.value) return "–";
  const int decimals = measure_decimals(*value.value);
  std::string text = fixed(*value.value, decimals);
  if (value.standard_error) text += " ± " + fixed(*value.standard_error, decimals);
  return text + (value.best ? " *" : "");
}

/// The axis has room for the usual interval beyond the outermost dots; a longer one runs into the
/// frame.
void set_axis(Axis& axis, const Series& a, const Series& b) {
  std::vector<double> values;
  std::vector<double> reaches;
  for (const Series* series : {&a, &b}) {
    for (std::size_t i = 0; i < series->x.size(); ++i) {
      values.push_back(series->x[i]);
      reaches.push_back(series->upper[i] - series->x[i]);
    }
  }
  if (values.empty()) return;
  std::ranges::sort(reaches);
  const double room = 1.3 * reaches[reaches.size() / 2];
  const auto [low, high] = std::ranges::minmax(values);
  const double air = room > 0 ? room : 0.05 * std::max(high - low, 1e-9);
  axis.low = low >= 0 ? std::max(0.0, low - air) : low - air;
  axis.high = high + air;
}

/// Where the axis may end so that one hopeless method does not squeeze the others into a corner.
/// `reaches` are half the lengths of the intervals.
double worst_drawn(std::vector<double> badness, std::vector<double> reaches) {
  std::ranges::sort(badness);
  std::ranges::sort(reaches);
  const double best = badness.front();
  const double middle = badness[badness.size() / 2];
  const double limit = best + 8 * std::max(middle - best, reaches[reaches.size() / 2]);
  double worst = best;
  for (const double value : badness) {
    if (value <= limit || limit == best) worst = std::max(worst, value);
  }
  return worst;
}

Figure dot_plot(const ComparedMethods& compared, std::size_t measure) {
  const std::string& title = compared.measures[measure];
  const double sign = compared.larger_is_better[measure] ? -1 : 1;
  Figure figure = {.title = title + (sign < 0 ? " (more is better)" : " (less is better)"),
                   .width = 330,
                   .rows = 25};
  std::vector<double> badness;
  std::vector<double> reaches;
  for (const auto& values : compared.values) {
    if (!values[measure].value) continue;
    badness.push_back(sign * *values[measure].value);
    reaches.push_back(kTwoSided * values[measure].standard_error.value_or(0));
  }
  const double worst = badness.empty() ? 0 : worst_drawn(badness, reaches);
  Series dots = {.mark = Mark::kPoints, .tone = 1, .sideways = true};
  Series best = {.mark = Mark::kPoints, .tone = 2, .sideways = true};
  for (std::size_t m = 0; m < compared.methods.size(); ++m) {
    const ComparedValue& value = compared.values[m][measure];
    const std::string& method = compared.methods[m];
    if (!value.value) {
      figure.y.categories.push_back(method + " –");
      continue;
    }
    const double reach = kTwoSided * value.standard_error.value_or(0);
    double lower = *value.value - reach;
    if (*value.value >= 0) lower = std::max(0.0, lower);
    const double upper = *value.value + reach;
    const int decimals = measure_decimals(*value.value);
    const std::string shown = fixed(*value.value, decimals);
    const std::string range =
        value.standard_error ? fixed(lower, decimals) + " to " + fixed(upper, decimals) : "–";
    if (sign * *value.value > worst) {
      // Off the scale: named with its value instead.
      figure.y.categories.push_back(
          fmt::format("{} {} {}", method, significant(*value.value, 2), sign < 0 ? "←" : "→"));
      continue;
    }
    figure.y.categories.push_back(method);
    Series& series = value.best ? best : dots;
    series.add(*value.value, static_cast<double>(m), {lower, upper},
               fmt::format("{}: {}\n95 % interval {}", method, shown, range));
  }
  figure.description = "Dot plot of " + title + " for each method, with 95 % intervals.";
  set_axis(figure.x, dots, best);
  figure.series = {dots, best};
  return figure;
}

}  // namespace

std::vector<FigureWithData> comparison_plots(const ComparedMethods& compared) {
  std::vector<FigureWithData> result;
  for (std::size_t c = 0; c < compared.measures.size(); ++c) {
    result.push_back({dot_plot(compared, c)});  // the table behind them all: comparison_table
  }
  return result;
}

Table comparison_table(const ComparedMethods& compared) {
  Table table = {.caption = "Mean ± standard error; * best", .css_class = "tight"};
  table.columns.push_back({"method", false});
  for (const std::string& measure : compared.measures) table.columns.push_back({measure});
  for (std::size_t m = 0; m < compared.methods.size(); ++m) {
    std::vector<std::string> cells = {compared.methods[m]};
    for (const ComparedValue& value : compared.values[m]) cells.push_back(cell(value));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace calibrant::report
