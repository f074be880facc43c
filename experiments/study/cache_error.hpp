// How much the paper's cache of R equal cells changes ABB.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "study/study.hpp"

namespace calibrant::experiments {

inline constexpr std::array<std::size_t, 10> kCacheCells = {10,  20,   50,   100,  200,
                                                            500, 1000, 2000, 5000, 10000};

struct CacheError {
  std::string title;  ///< of the experiment; its first repeat
  /// |cached ABB - exact ABB| for each of kCacheCells: the largest over [0, 1], and the mean over
  /// the test rows.
  std::array<double, kCacheCells.size()> largest = {};
  std::array<double, kCacheCells.size()> mean = {};
};

/// For the first experiment of every data set. Exact ABB is the paper's (its lambda), linear
/// between scores.
std::vector<CacheError> measure_cache_errors(const std::vector<Experiment>& experiments,
                                             std::uint64_t seed);

}  // namespace calibrant::experiments
