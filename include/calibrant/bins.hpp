// How scores or probabilities are put into a fixed number of bins.
#pragma once

#include "calibrant/api.hpp"

namespace CALIBRANT_API calibrant {

enum class BinStrategy {
  kEqualWidth,  ///< equal cells over [0, 1] or over the scores; the upper end is in the last one
  kEqualMass,   ///< a group goes to bin floor(bins (C + n/2) / N): n its weight, C that before it
};

}  // namespace calibrant
