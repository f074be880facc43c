// How a call runs. Nothing here changes a bit of any result. Short calls report no progress.
#pragma once

#include <functional>

#include "calibrant/api.hpp"

namespace CALIBRANT_API calibrant {

/// Called now and then with the fraction done in [0, 1], from one thread at a time.
/// Returning false makes the fit throw Cancelled.
using Progress = std::function<bool(double)>;

struct Execution {
  unsigned threads = 0;  ///< 0: as many as the machine has
  Progress progress = {};
};

}  // namespace calibrant
