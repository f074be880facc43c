// Figures as tables of probabilities have them: three digits, no zero before the point.
#pragma once

#include <string>

#include "study/study.hpp"

namespace calibrant::experiments {

/// ".495"; "1.000" and more as they are.
std::string three_digits(double value);
/// ".495 ± .023"; without a spread the mean alone.
std::string three_digits(const Spread& spread);

}  // namespace calibrant::experiments
