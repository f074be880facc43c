#include "output/assessment.hpp"

#include <algorithm>
#include <cmath>

#include "output/reasons.hpp"

namespace calibrant::experiments {
namespace {

// The paper marks the two best values of a row, with all that share them at three digits.
void mark_best(const TableResult& table, std::size_t measure, std::vector<Cell>& cells) {
  const auto rounded = [&](const Cell& cell) {
    const double value = std::round(cell.ours.mean * 1000) / 1000;
    return more_is_better(measure) ? -value : value;
  };
  std::vector<double> values;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (method_named(table.columns[i].method).published) values.push_back(rounded(cells[i]));
  }
  std::sort(values.begin(), values.end());
  const double second = values[std::min<std::size_t>(1, values.size() - 1)];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i].best = method_named(table.columns[i].method).published && rounded(cells[i]) <= second;
  }
}

}  // namespace

std::vector<Cell> assess_row(const TableResult& table, Reading reading, std::size_t measure) {
  const Experiment& experiment = table.experiment;
  std::vector<Cell> cells;
  for (const Column& column : table.columns) {
    Cell cell = {.ours = column.spread(reading, measure)};
    if (const auto figures =
            published_figures(experiment.dataset, experiment.classifier, column.method)) {
      const double difference = figures->at(measure) - cell.ours.mean;
      cell.published = figures->at(measure);
      if (cell.ours.sd > 0) cell.z = difference / cell.ours.sd;
      cell.within = std::abs(difference) <= (experiment.fixed ? kFixedTolerance : 2 * cell.ours.sd);
    }
    cells.push_back(cell);
  }
  mark_best(table, measure, cells);
  return cells;
}

Tally tally(const std::vector<TableResult>& tables, Reading reading, const std::string& dataset) {
  Tally result;
  for (const TableResult& table : tables) {
    if (table.experiment.stand_in) continue;
    if (!dataset.empty() && table.experiment.dataset != dataset) continue;
    for (std::size_t measure = 0; measure < kPaperMeasures; ++measure) {
      for (const Cell& cell : assess_row(table, reading, measure)) {
        if (!cell.published) continue;
        ++result.figures;
        if (cell.within) ++result.within;
      }
    }
  }
  return result;
}

std::vector<Outlier> outliers(const std::vector<TableResult>& tables, Reading reading) {
  std::vector<Outlier> list;
  for (const TableResult& table : tables) {
    if (table.experiment.stand_in) continue;
    for (std::size_t measure = 0; measure < kPaperMeasures; ++measure) {
      const std::vector<Cell> cells = assess_row(table, reading, measure);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!cells[i].published || cells[i].within) continue;
        const std::string& method = table.columns[i].method;
        list.push_back({.title = table.experiment.title,
                        .method = method,
                        .measure = std::string(kMeasureNames.at(measure)),
                        .cell = cells[i],
                        .reason = reason_for(table.experiment, method, measure)});
      }
    }
  }
  return list;
}

}  // namespace calibrant::experiments
