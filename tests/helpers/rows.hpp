// Observations from rows that are written down in a test.
#pragma once

#include <vector>

#include "calibrant/observations.hpp"

namespace calibrant::testing {

inline Observations rows(const std::vector<double>& scores, const std::vector<int>& labels,
                         const std::vector<double>& weights = {}) {
  return observe(scores, labels, weights);
}

}  // namespace calibrant::testing
