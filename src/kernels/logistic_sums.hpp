// The sums one step of Newton's method on a logistic regression needs.
#pragma once

#include <span>

namespace calibrant {

/// With z = alpha + beta (x - centre), s = 1 / (1 + exp(-z)), a and b the negatives and positives:
struct LogisticSums {
  double gradient = 0;      ///< sum b (1 - s) - a s
  double gradient_x = 0;    ///< the same times x - centre
  double curvature = 0;     ///< sum (a + b) s (1 - s)
  double curvature_x = 0;   ///< the same times x - centre
  double curvature_xx = 0;  ///< the same times (x - centre)^2
};

struct LogisticLine {
  double centre = 0;
  double alpha = 0;
  double beta = 0;
};

LogisticSums logistic_sums(std::span<const double> x, std::span<const double> negatives,
                           std::span<const double> positives, const LogisticLine& line);

}  // namespace calibrant
