// A histogram of equal width from the rows themselves: it needs no order, only the number of
// negatives and positives in each cell and its lowest and highest score, which no order changes.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "calibrant/histogram.hpp"
#include "families/histogram_bins.hpp"
#include "math/bins.hpp"
#include "observations/canonical.hpp"
#include "observations/check_rows.hpp"
#include "support/parallel.hpp"
#include "support/read_once.hpp"

namespace calibrant {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// With more cells than this a table costs more than it saves.
constexpr std::size_t kMostCells = 4096;

struct Range {
  double low = kInfinity;
  double high = -kInfinity;

  void widen(double low_too, double high_too) {
    low = low_too < low ? low_too : low;
    high = high_too > high ? high_too : high;
  }
};

struct Cell {
  Range range = {};
  std::array<std::size_t, 2> rows = {};
};

using Table = std::vector<Cell>;

Range range_of(std::span<const double> scores) {
  // Four at a time: each comparison waits for the one before.
  std::array<Range, 4> lanes;
  const std::size_t whole = scores.size() / lanes.size() * lanes.size();
  for (std::size_t i = 0; i < whole; i += lanes.size()) {
    for (std::size_t k = 0; k < lanes.size(); ++k) lanes[k].widen(scores[i + k], scores[i + k]);
  }
  Range result;
  for (const Range& lane : lanes) result.widen(lane.low, lane.high);
  for (const double score : scores.subspan(whole)) result.widen(score, score);
  return {.low = canonical(result.low), .high = canonical(result.high)};
}

Table count(std::span<const double> scores, std::span<const std::uint8_t> labels,
            const RangeBins& bin_of, std::size_t bins) {
  Table table(bins);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double score = canonical(read_once(scores, i));
    Cell& cell = table[bin_of(score)];
    cell.range.widen(score, score);
    ++cell.rows[read_once(labels, i) & 1U];
  }
  return table;
}

void add(Table& to, const Table& from) {
  for (std::size_t k = 0; k < to.size(); ++k) {
    to[k].range.widen(from[k].range.low, from[k].range.high);
    for (const std::size_t label : {0U, 1U}) to[k].rows[label] += from[k].rows[label];
  }
}

// Cells come in order, unless another thread has changed the scores since they were checked.
void check_order(const Cell* before, const Cell& cell) {
  const double least = before != nullptr ? before->range.high : -kInfinity;
  const bool good = least < cell.range.low && cell.range.low <= cell.range.high;
  if (!good || cell.range.high == kInfinity) {
    throw InputError("scores", std::nullopt, "changed while they were read");
  }
}

Curve to_curve(const Table& table, const Range& range, const HistogramOptions& options) {
  Bins bins(options);
  std::array<std::size_t, 2> rows = {};
  const Cell* before = nullptr;
  for (const Cell& cell : table) {
    if (cell.rows[0] + cell.rows[1] == 0) continue;
    check_order(before, cell);
    if (before != nullptr) bins.border(before->range.high, cell.range.low);
    bins.close(static_cast<double>(cell.rows[0]), static_cast<double>(cell.rows[1]));
    for (const std::size_t label : {0U, 1U}) rows[label] += cell.rows[label];
    before = &cell;
  }
  const auto positives = static_cast<double>(rows[1]);
  const double weight = positives + static_cast<double>(rows[0]);
  // Adding 0 makes -0.0 the 0.0 that observations have.
  return std::move(bins).finish({.method = "histogram",
                                 .weight = weight,
                                 .prevalence = positives / weight,
                                 .scores = ScoreRange{range.low + 0.0, range.high + 0.0}});
}

}  // namespace

Curve fit_histogram(std::span<const double> scores, std::span<const std::uint8_t> labels,
                    const HistogramOptions& options) {
  const unsigned threads = options.execution.threads;
  if (options.strategy != BinStrategy::kEqualWidth || options.bins > kMostCells) {
    return fit_histogram(observe(scores, labels, {}, options.execution), options);
  }
  check_histogram_options(options);
  check_rows(scores, labels, threads);
  const unsigned parts = threads_for_rows(scores.size(), threads);

  std::vector<Range> ranges(parts);
  run_parts(parts, scores.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
    ranges[part] = range_of(scores.subspan(begin, end - begin));
  });
  Range range;
  for (const Range& part : ranges) range.widen(part.low, part.high);

  const RangeBins bin_of(options.bins, range.low, range.high);
  std::vector<Table> tables(parts);
  run_parts(parts, scores.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
    tables[part] = count(scores.subspan(begin, end - begin), labels.subspan(begin, end - begin),
                         bin_of, options.bins);
  });
  for (std::size_t p = 1; p < parts; ++p) add(tables[0], tables[p]);
  return to_curve(tables[0], range, options);
}

}  // namespace calibrant
