// Reading the small CSV files of tests/golden/.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/observations.hpp"

namespace calibrant::testing {

/// The lines after the header, split at commas.
inline std::vector<std::vector<std::string>> read_golden(const std::string& file) {
  std::ifstream in(std::filesystem::path(CALIBRANT_GOLDEN) / file);
  EXPECT_TRUE(in.good()) << "cannot read golden file " << file;
  std::vector<std::vector<std::string>> lines;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::stringstream cells(line);
    lines.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) lines.back().push_back(cell);
  }
  return lines;
}

inline double number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

/// Counted groups and the value expected at each.
struct GoldenCase {
  std::vector<double> scores;
  std::vector<double> negatives;
  std::vector<double> positives;
  std::vector<double> expected;

  Observations observed() const { return observe_counts(scores, negatives, positives); }
};

/// Cases by their key, the first `key_cells` cells of a line; then come score, negatives,
/// positives and the expected value.
inline std::map<std::vector<std::string>, GoldenCase> read_golden_cases(const std::string& file,
                                                                        std::size_t key_cells) {
  std::map<std::vector<std::string>, GoldenCase> cases;
  for (const auto& line : read_golden(file)) {
    const auto rest = line.begin() + static_cast<std::ptrdiff_t>(key_cells);
    GoldenCase& here = cases[{line.begin(), rest}];
    here.scores.push_back(number(rest[0]));
    here.negatives.push_back(number(rest[1]));
    here.positives.push_back(number(rest[2]));
    here.expected.push_back(number(rest[3]));
  }
  return cases;
}

}  // namespace calibrant::testing
