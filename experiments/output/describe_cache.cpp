// The paper's cache of R cells: its error falls as 1/R until the cells are finer than the data.
#include <fmt/format.h>

#include "output/reproduction.hpp"
#include "report/format.hpp"

namespace calibrant::experiments {
namespace {

report::Figure plot_of(const std::vector<CacheError>& errors, bool largest) {
  report::Figure figure = {
      .title = largest ? "Largest error of cached ABB" : "Mean error of cached ABB",
      .description =
          "Error of cached ABB against exact ABB over the number of cells, both on "
          "logarithmic axes, one line for each experiment.",
      .x = {.title = "cells R", .log = true},
      .y = {.title = "|cached − exact|", .log = true},
      .series = {}};
  int tone = 0;
  for (const CacheError& error : errors) {
    const auto& values = largest ? error.largest : error.mean;
    report::Series series = {.label = error.title, .tone = tone++ % 6 + 1};
    series.x.assign(kCacheCells.begin(), kCacheCells.end());
    series.y.assign(values.begin(), values.end());
    figure.series.push_back(std::move(series));
  }
  return figure;
}

report::Table table_of(const std::vector<CacheError>& errors) {
  report::Table table = {.caption = "|cached ABB − exact ABB|: largest / mean over the test rows"};
  table.columns = {{.title = "R"}};
  for (const CacheError& error : errors) table.columns.push_back({error.title});
  for (std::size_t i = 0; i < kCacheCells.size(); ++i) {
    std::vector<std::string> row = {fmt::format("{}", kCacheCells.at(i))};
    for (const CacheError& error : errors) {
      row.push_back(fmt::format("{} / {}", report::significant(error.largest.at(i), 2),
                                report::significant(error.mean.at(i), 2)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<Passage> describe_cache(const Reproduction& reproduction) {
  std::vector<Passage> blocks;
  blocks.emplace_back(Heading{"What caching ABB costs"});
  blocks.emplace_back(Paragraph{
      "For recall in constant time the paper keeps ABB's value at R equally spaced places. The "
      "mean error over the test rows falls with R; the largest one can only fall once the cells "
      "are finer than the gaps between scores, for there the exact curve may climb steeply. Exact "
      "ABB needs no cache here: all predictions together cost less than one of the paper's."});
  FigureRow figures;
  figures.push_back({.figure = plot_of(reproduction.cache_errors, false)});
  figures.push_back({.figure = plot_of(reproduction.cache_errors, true)});
  blocks.emplace_back(std::move(figures));
  blocks.emplace_back(table_of(reproduction.cache_errors));
  return blocks;
}

}  // namespace calibrant::experiments
