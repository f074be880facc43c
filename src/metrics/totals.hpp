// What can be told of rows that were never sorted.
#pragma once

#include <vector>

#include "calibrant/suspicion.hpp"

namespace calibrant {

struct Totals {
  double negatives = 0;
  double positives = 0;
  bool whole = true;  ///< counts of rows
  double least = 0;   ///< score
  double largest = 0;
};

/// As inspect, except that scores which run the wrong way are not noticed.
std::vector<Warning> inspect_totals(const Totals& totals);

}  // namespace calibrant
