// A sum that carries its rounding error along (Neumaier): exact to the last digit or so, in the
// order of the calls.
#pragma once

#include <cmath>

namespace calibrant {

class CompensatedSum {
 public:
  void add(double value) {
    const double sum = sum_ + value;
    lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
    sum_ = sum;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

}  // namespace calibrant
