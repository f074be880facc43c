// Limits that are part of the definition of models of several classes. Exports write these numbers
// into the code that they make.
#pragma once

namespace calibrant {

/// Scores, slopes and intercepts lie within it, so that no sum of their products overflows.
inline constexpr double kLargestNumber = 1e100;

/// Where all digits of a probability count, its logarithm is that of this at least.
inline constexpr double kLeastProbability = 1e-300;

}  // namespace calibrant
