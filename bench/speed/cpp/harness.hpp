// Speed targets as ratios within one run: work and yardstick are timed in turns, and the medians
// are compared. A row is a target with its limit, PASS or FAIL.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace calibrant::bench {

using Work = std::function<void()>;

struct Row {
  std::string name;
  std::string yardstick_name;
  double limit = 0;  ///< work may take at most this many times the yardstick
  /// Each makes its data and returns what is timed; called only if the row is wanted.
  std::function<Work()> work;
  std::function<Work()> yardstick;
  int repeats = 5;
  /// Calls per timing, for work of nanoseconds.
  int calls = 1;
};

/// A row that is not a plain ratio: a measured figure against a limit (growth, memory).
struct Figure {
  std::string name;
  double limit = 0;
  std::function<double()> measure;
};

/// To be called from the initialiser of a namespace-scope constant.
bool add_rows(std::vector<Row> rows);
bool add_figures(std::vector<Figure> figures);

/// Seconds of one call, median of `repeats`.
double median_seconds(const Work& work, int repeats);

/// Seconds of one call, mean of `calls`.
double mean_seconds(const Work& work, int calls);

/// How far the resident memory of this process rises while `work` runs, in MiB.
double peak_memory(const Work& work);

/// One method on given rows, for bench/speed/sweep: a measurement for each line of standard input.
int serve_cell(std::string_view method, std::string_view files);

/// The yardstick of most rows: std::sort of n uniform doubles (the copy is not timed apart).
std::function<Work()> sort_doubles(std::size_t n);

}  // namespace calibrant::bench
