// The paper's table of time complexities, with what was measured.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "output/reproduction.hpp"
#include "report/format.hpp"

namespace calibrant::experiments {
namespace {

std::string format_seconds(double seconds) {
  if (seconds >= 1) return fmt::format("{:.2f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.2f} ms", seconds * 1e3);
  if (seconds >= 1e-6) return fmt::format("{:.2f} µs", seconds * 1e6);
  return fmt::format("{:.1f} ns", seconds * 1e9);
}

std::string format_rows(std::size_t rows) {
  return fmt::format("N = {}", report::count(static_cast<double>(rows)));
}

report::Table exponent_table(const std::vector<Timing>& timings) {
  report::Table table = {.caption =
                             "Growth with the number of calibration rows N: the paper's O(·) "
                             "and the measured exponent of N"};
  table.columns = {{.title = "method", .number = false},
                   {.title = "learning, paper", .number = false},
                   {.title = "learning, measured"},
                   {.title = "recall, paper", .number = false},
                   {.title = "recall, measured"}};
  for (const Timing& timing : timings) {
    table.rows.push_back({timing.method, timing.paper_learning,
                          fmt::format("N^{:.2f}", timing.learning_exponent), timing.paper_recall,
                          fmt::format("N^{:.2f}", timing.recall_exponent)});
  }
  return table;
}

using Seconds = std::array<double, kTimedRows.size()> Timing::*;

report::FigureWithData plot(const std::vector<Timing>& timings, const char* title,
                            Seconds seconds) {
  report::Figure figure = {.title = title,
                           .description =
                               "Seconds over the number of calibration rows, both on "
                               "logarithmic axes, one line for each method.",
                           .x = {.title = "calibration rows", .log = true},
                           .y = {.title = "seconds", .log = true}};
  report::Table table = {.caption = title};
  table.columns = {{.title = "method", .number = false}};
  for (const std::size_t rows : kTimedRows) table.columns.push_back({format_rows(rows)});
  // As many as there are colours; the others lie on one of these (Hist on IsoReg, say).
  constexpr std::array<std::string_view, 6> kDrawn = {"Platt", "IsoReg", "ACP",
                                                      "SBB",   "ABB",    "auto"};
  int tone = 0;
  for (const Timing& timing : timings) {
    const auto& values = timing.*seconds;
    if (std::ranges::find(kDrawn, timing.method) != kDrawn.end()) {
      report::Series series = {.label = timing.method, .tone = ++tone};
      series.x.assign(kTimedRows.begin(), kTimedRows.end());
      series.y.assign(values.begin(), values.end());
      figure.series.push_back(std::move(series));
    }
    std::vector<std::string> row = {timing.method};
    for (const double value : values) row.push_back(format_seconds(value));
    table.rows.push_back(std::move(row));
  }
  return {.figure = std::move(figure), .data = std::move(table)};
}

}  // namespace

Document describe(const std::vector<Timing>& timings) {
  Document document = {.title = "Time complexity of the calibration methods"};
  document.blocks.emplace_back(Paragraph{
      "Learning from N rows, sorting included, and recall of one score; one thread, scores uniform "
      "on [0, 1]. R, b and T are the paper's: cells of the cache, bins found, iterations. ABB is "
      "exact; the paper's ABB without a cache needs O(N²) for every prediction."});
  document.blocks.emplace_back(exponent_table(timings));
  FigureRow figures;
  figures.push_back(plot(timings, "Learning", &Timing::learning));
  figures.push_back(plot(timings, "Recall of one score", &Timing::recall));
  document.blocks.emplace_back(std::move(figures));
  return document;
}

std::string to_csv(const std::vector<Timing>& timings) {
  std::string text = "method,rows,learning_seconds,recall_seconds\n";
  for (const Timing& timing : timings) {
    for (std::size_t i = 0; i < kTimedRows.size(); ++i) {
      text += fmt::format("{},{},{},{}\n", timing.method, kTimedRows.at(i), timing.learning.at(i),
                          timing.recall.at(i));
    }
  }
  return text;
}

}  // namespace calibrant::experiments
