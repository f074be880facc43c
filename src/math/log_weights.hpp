// From logarithms of evidences to weights.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace calibrant {

/// exp(logs) normalised to sum to one; -inf becomes 0. At least one is finite.
inline std::vector<double> weights_of(const std::vector<double>& logs) {
  const double best = *std::max_element(logs.begin(), logs.end());
  std::vector<double> weights;
  weights.reserve(logs.size());
  double sum = 0;
  for (const double value : logs) sum += weights.emplace_back(std::exp(value - best));
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace calibrant
