// All methods in a report: dot plots, the table, the differences from the recommended one.
#include <fmt/format.h>

#include <algorithm>

#include "report/comparison_words.hpp"
#include "report/format.hpp"
#include "report/plots.hpp"
#include "report/sections.hpp"

namespace calibrant::report {
namespace {

constexpr double kTwoSided = 1.96;  // standard errors of a 95 % interval

int measure_decimals(double value) { return std::abs(value) < 0.01 ? 5 : 4; }

std::string cell(const Estimate& estimate) {
  if (!estimate.value) return "–";
  const int decimals = measure_decimals(*estimate.value);
  std::string text = fixed(*estimate.value, decimals);
  if (estimate.standard_error) text += " ± " + fixed(*estimate.standard_error, decimals);
  return text + (estimate.best ? " *" : "");
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

Figure dot_plot(const Comparison& comparison, std::size_t measure) {
  const std::string title(comparison.measures[measure].title);
  const double sign = comparison.measures[measure].larger_is_better ? -1 : 1;
  Figure figure = {.title = title + (sign < 0 ? " (more is better)" : " (less is better)"),
                   .width = 330,
                   .rows = 25};
  std::vector<double> badness;
  std::vector<double> reaches;
  for (const Contestant& contestant : comparison.contestants) {
    const Estimate& estimate = contestant.estimates[measure];
    if (!estimate.value) continue;
    badness.push_back(sign * *estimate.value);
    reaches.push_back(kTwoSided * estimate.standard_error.value_or(0));
  }
  const double worst = badness.empty() ? 0 : worst_drawn(badness, reaches);
  Series dots = {.mark = Mark::kPoints, .tone = 1, .sideways = true};
  Series best = {.mark = Mark::kPoints, .tone = 2, .sideways = true};
  for (std::size_t m = 0; m < comparison.contestants.size(); ++m) {
    const Estimate& value = comparison.contestants[m].estimates[measure];
    const std::string& method = comparison.contestants[m].name;
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

/// The log losses beside that of the recommended method.
Table differences(const Comparison& comparison) {
  const std::string& recommended = comparison.contestants[comparison.recommended].name;
  Table table = {.caption = fmt::format("Log loss compared with {}, row by row; intervals {}",
                                        called(recommended), correction_words(comparison)),
                 .css_class = "tight screen"};
  table.columns = {{"method", false}, {"difference"}, {"95 % interval"}, {"verdict", false}};
  table.rows = difference_rows(comparison);
  return table;
}

std::string how_words(const Comparison& comparison) {
  std::string text =
      comparison.test
          ? "Methods were fitted on the calibration file and measured on the test file."
          : fmt::format(
                "Each row was predicted by fits to the other {} of {} folds. {}",
                comparison.folds - 1, comparison.folds,
                comparison.rows.classes.empty()
                    ? pooled_words(comparison) +
                          " are those of all folds together, the others are means over the folds. "
                          "The AUC at the top is that of all rows together, so it may differ."
                    : "All measures are those of all folds together.");
  text += " Intervals are ± 1.96 standard errors.";
  const bool compared = comparison.contestants.size() > 1;
  if (compared && comparison.too_few) text += " There are too few rows to tell methods apart.";
  return text;
}

}  // namespace

std::vector<FigureWithData> comparison_plots(const Comparison& comparison) {
  std::vector<FigureWithData> result;
  for (std::size_t c = 0; c < comparison.measures.size(); ++c) {
    result.push_back({dot_plot(comparison, c)});  // the table behind them all: comparison_table
  }
  return result;
}

Table comparison_table(const Comparison& comparison) {
  Table table = {.caption = "Mean ± standard error; * best", .css_class = "tight"};
  table.columns.push_back({"method", false});
  for (const ComparedMeasure& measure : comparison.measures) {
    table.columns.push_back({std::string(measure.title)});
  }
  for (const Contestant& contestant : comparison.contestants) {
    std::vector<std::string> cells = {contestant.name};
    for (const Estimate& estimate : contestant.estimates) cells.push_back(cell(estimate));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

void add_comparison(Page& page, const Comparison& comparison) {
  page.section("All methods");
  page.paragraph(how_words(comparison));
  const std::vector<FigureWithData> plots = comparison_plots(comparison);
  page.add(plots, "small");
  const auto has_arrow = [](const std::string& name) {
    return name.ends_with("→") || name.ends_with("←");
  };
  if (std::ranges::any_of(plots, [&](const FigureWithData& plot) {
        return std::ranges::any_of(plot.figure.y.categories, has_arrow);
      })) {
    page.note("A square marks the best. An arrow names a value that lies off the scale.");
  } else {
    page.note("A square marks the best.");
  }
  page.add(comparison_table(comparison));
  const bool told_apart = !comparison.too_few && comparison.contestants.size() > 1;
  if (told_apart) page.add(differences(comparison));
}

}  // namespace calibrant::report
