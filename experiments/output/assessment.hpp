// Ours beside the paper's: every published figure with our mean, spread and distance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/study.hpp"

namespace calibrant::experiments {

/// One cell of a table.
struct Cell {
  Spread ours;
  std::optional<double> published = {};
  std::optional<double> z = {};  ///< (published - mean) / sd; absent without a spread
  bool within = false;           ///< of two sd, or of .005 where nothing varies
  bool best = false;             ///< one of the two best of its row, of the published columns
};

/// Where nothing varies, published and recomputed figures may differ by rounding and by solvers.
inline constexpr double kFixedTolerance = 0.005;

/// Of one row of a table, one cell per column.
std::vector<Cell> assess_row(const TableResult& table, Reading reading, std::size_t measure);

/// Published figures on public data, and how many of them lie where ours do.
struct Tally {
  std::size_t figures = 0;
  std::size_t within = 0;
};

/// Of the tables `keep` says; figures of stand-ins are never counted.
Tally tally(const std::vector<TableResult>& tables, Reading reading,
            const std::string& dataset = {});

/// A published figure that does not lie where ours do, and what is known about it.
struct Outlier {
  std::string title;
  std::string method;
  std::string measure;
  Cell cell;
  std::string reason;
};
std::vector<Outlier> outliers(const std::vector<TableResult>& tables, Reading reading);

}  // namespace calibrant::experiments
