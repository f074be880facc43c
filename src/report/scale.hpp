// From values to places in a drawing, and the round values that label an axis.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/figure.hpp"

namespace calibrant::report {

struct Limits {
  double low = 0;
  double high = 1;
};

/// Straight in the value, or in its logarithm.
class Scale {
 public:
  Scale(Limits limits, bool log, double from, double to);

  double operator()(double value) const;
  Limits limits() const { return limits_; }
  bool log() const { return log_; }
  /// Has the value a place on this axis, inside its limits or not?
  bool places(double value) const;

 private:
  Limits limits_;
  bool log_;
  double from_;
  double to_;
};

struct Tick {
  double value = 0;
  std::string label = {};
};

/// What the axis says, or else what the data span, with some air; never empty.
Limits axis_limits(const Axis& axis, const std::vector<double>& values);

/// At most `most` (and at least one, if any fits) round values within the limits. On a log axis:
/// powers of ten, and 2 and 5 times those where there are few.
std::vector<Tick> ticks(const Axis& axis, Limits limits, std::size_t most);

}  // namespace calibrant::report
