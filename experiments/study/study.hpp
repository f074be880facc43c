// Runs every experiment many times and keeps the paper's five measures of every method.
#pragma once

#include <cstdint>
#include <vector>

#include "calibrant/execution.hpp"
#include "published.hpp"
#include "study/experiment.hpp"

namespace calibrant::experiments {

/// The five measures of one method in one repeat, under both readings of MCE and ECE.
struct Measured {
  Figures text;     ///< as the paper's text defines them
  Figures printed;  ///< as its tables were computed
};
enum class Reading { kText, kPrinted };

Measured measure(const std::vector<double>& probabilities, const std::vector<std::uint8_t>& labels);

/// One measure over the repeats.
struct Spread {
  double mean = 0;
  double sd = 0;  ///< 0 for one repeat
};

struct Column {
  std::string method;
  std::vector<Measured> repeats = {};

  Spread spread(Reading reading, std::size_t measure) const;
};

struct TableResult {
  Experiment experiment;
  std::vector<Column> columns = {};
};

struct StudyOptions {
  std::size_t repeats = 100;
  std::uint64_t seed = 1;
  Execution execution = {};
};

/// Repeat r of every experiment on the same data set draws the same rows. The same options give the
/// same bits on any number of threads.
std::vector<TableResult> run_study(const std::vector<Experiment>& experiments,
                                   const StudyOptions& options);

/// The stream that repeat `repeat` of experiments on `dataset` draws from.
RandomStream repeat_stream(const std::string& dataset, std::uint64_t seed, std::size_t repeat);

}  // namespace calibrant::experiments
