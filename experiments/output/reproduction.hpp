// Everything the experiments gave, and what is said about it.
#pragma once

#include <string>
#include <vector>

#include "output/document.hpp"
#include "study/cache_error.hpp"
#include "study/calibration_set.hpp"
#include "study/study.hpp"
#include "study/timing.hpp"

namespace calibrant::experiments {

/// What the same seed makes again, to the bit.
struct Reproduction {
  StudyOptions options;
  std::vector<TableResult> tables;
  std::size_t scheme_repeats = 0;
  std::vector<SchemeResult> schemes;
  std::vector<CacheError> cache_errors;
  /// Files that were not there, each with where to get it.
  std::vector<std::string> missing;
};

Document describe(const Reproduction& reproduction);

/// One line per table, method, measure and reading.
std::string to_csv(const Reproduction& reproduction);

/// The time table measures a machine and is never the same twice: files of its own.
Document describe(const std::vector<Timing>& timings);
std::string to_csv(const std::vector<Timing>& timings);

// Parts of describe(), each in a file of its name.
std::vector<Passage> describe_summary(const Reproduction& reproduction);
std::vector<Passage> describe_setup();
std::vector<Passage> describe_tables(const Reproduction& reproduction);
std::vector<Passage> describe_schemes(const Reproduction& reproduction);
std::vector<Passage> describe_cache(const Reproduction& reproduction);
Passage scatter_plots(std::uint64_t seed);

}  // namespace calibrant::experiments
