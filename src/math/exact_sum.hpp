// A sum that no order of its terms changes, to the bit: each term is cut into a multiple of a
// coarse quantum and one of a fine quantum, and multiples of a quantum add up without rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace calibrant {

/// Adding and subtracting these numbers rounds to a multiple of a quantum.
struct Quanta {
  double coarse = 0;
  double fine = 0;

  Quanta() = default;
  /// For `count` terms, whose magnitudes add up to `bound` at most. What is lost of a term is below
  /// count * 2^-101 * bound.
  Quanta(double count, double bound) {
    constexpr int kDigits = 52;
    const int coarse_exponent = exponent_above(bound) - (kDigits - 1);
    const int fine_exponent = coarse_exponent + exponent_above(count) - kDigits;
    coarse = std::ldexp(1.5, kDigits + coarse_exponent);
    fine = std::ldexp(1.5, kDigits + fine_exponent);
  }

 private:
  // 2 to this is above x.
  static int exponent_above(double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return exponent;
  }
};

/// Two sums, of multiples of the coarse and of the fine quantum.
struct ExactSum {
  double coarse = 0;
  double fine = 0;

  void add(double term, const Quanta& quanta) {
    const double rounded = (term + quanta.coarse) - quanta.coarse;
    coarse += rounded;
    fine += ((term - rounded) + quanta.fine) - quanta.fine;
  }
  /// Of other terms, with the same quanta.
  void add(const ExactSum& other) {
    coarse += other.coarse;
    fine += other.fine;
  }
  double value() const { return coarse + fine; }
};

/// Of numbers that are not negative.
inline double exact_sum(std::span<const double> terms) {
  double largest = 0;
  for (const double term : terms) largest = std::max(largest, term);
  const auto count = static_cast<double>(terms.size());
  const Quanta quanta(count, count * largest);
  ExactSum sum;
  for (const double term : terms) sum.add(term, quanta);
  return sum.value();
}

}  // namespace calibrant
