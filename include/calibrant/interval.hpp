// Two ends, both of which belong to it.
#pragma once

#include "calibrant/api.hpp"

namespace CALIBRANT_API calibrant {

struct Interval {
  double lower = 0;
  double upper = 1;
};

}  // namespace calibrant
