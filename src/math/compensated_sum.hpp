// A sum that keeps what rounding drops (Knuth's two-sum): its error does not grow with the number
// of terms. The order of the terms still matters to the last bit.
#pragma once

namespace calibrant {

class CompensatedSum {
 public:
  void add(double term) noexcept {
    const double total = total_ + term;
    const double kept = total - total_;  // the part of the term that arrived
    lost_ += (total_ - (total - kept)) + (term - kept);
    total_ = total;
  }

  double value() const noexcept { return total_ + lost_; }

 private:
  double total_ = 0;
  double lost_ = 0;
};

}  // namespace calibrant
