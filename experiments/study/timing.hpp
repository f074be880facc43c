// How the time of learning and of recall grows with the number of calibration rows.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "calibrant/execution.hpp"

namespace calibrant::experiments {

inline constexpr std::array<std::size_t, 4> kTimedRows = {1'000, 10'000, 100'000, 1'000'000};

struct Timing {
  std::string method;
  std::string paper_learning;  ///< as the paper has it: "O(N log N)"; empty for our own
  std::string paper_recall;
  std::array<double, kTimedRows.size()> learning = {};  ///< seconds for all rows, sorting included
  std::array<double, kTimedRows.size()> recall = {};    ///< seconds for one score
  double learning_exponent = 0;                         ///< slope of log time over log N
  double recall_exponent = 0;
};

/// On one thread, on scores uniform on [0, 1] that are calibrated. Not the same twice: it measures
/// this machine.
std::vector<Timing> measure_timings(const Execution& execution);

}  // namespace calibrant::experiments
