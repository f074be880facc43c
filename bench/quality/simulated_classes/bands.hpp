// Whether Auto's bands for several classes cover the truth.
#pragma once

#include "truths.hpp"

namespace calibrant {

/// Prints a table. True if 95 % bands cover 92 to 98 % in at least nine rows of ten.
bool judge_bands(const Simulation& how);

}  // namespace calibrant
