// Every method of the paper's tables, fitted on the calibration sample and applied to the test
// sample.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "calibrant/metrics.hpp"
#include "calibrant/observations.hpp"

namespace demo {

struct Result {
  std::string method;
  calibrant::Scorecard card;
};

/// Not the table of methods: the paper's, by its names and in its order, and Auto.
std::vector<Result> compare_methods(std::uint64_t seed);

/// The classifier's scores of the two samples, with their labels.
struct Scores {
  calibrant::Observations calibration;
  calibrant::Observations test;
};
Scores scores(std::uint64_t seed);

/// The AUC of ABB alone.
double abb_auc(std::uint64_t seed);

}  // namespace demo
