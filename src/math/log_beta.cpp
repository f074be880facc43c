// log B(A+1, B+1) without cancellation.
//
// Three calls of lgamma lose digits: each is about n log n, the result may be as small as log n.
// With Stirling's formula for all three, n = A + B, B <= A, r = B/n and the remainder
//
//   d(x) = log Gamma(x+1) - [ (x + 1/2) log x - x + log(2 pi)/2 ],
//
// the large terms cancel on paper:
//
//   log B(A+1, B+1) = A log(1-r) + B log r + log(2 pi A r)/2 - log(n+1) + d(A) + d(B) - d(n).
//
// Below 10 the series for d is not good enough: few whole counts are a short product, and other
// small ones take the Gamma function itself, which is small there.
#include "math/log_beta.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace calibrant {
namespace {

constexpr double kSeriesFrom = 10;

// d(x) for x >= 10: the next term of the series is below 4e-17.
double stirling_remainder(double x) {
  const double z = 1 / (x * x);
  const double series =
      1.0 / 12 -
      z * (1.0 / 360 -
           z * (1.0 / 1260 -
                z * (1.0 / 1680 - z * (1.0 / 1188 - z * (691.0 / 360360 - z * (1.0 / 156))))));
  return series / x;
}

// a >= b >= 10
double by_stirling(double a, double b) {
  const double n = a + b;
  const double r = b / n;
  const double half_logs = 0.5 * std::log(2 * std::numbers::pi * a * r) - std::log1p(n);
  const double remainders = stirling_remainder(b) + (stirling_remainder(a) - stirling_remainder(n));
  return (a * std::log1p(-r) + b * std::log(r)) + (half_logs + remainders);
}

// b <= 12, whole: (n+1) n! / (a! b!) = (n+1) * product of (a+i)/i.
double by_product(double a, double b) {
  double product = a + b + 1;
  const int factors = static_cast<int>(b);
  for (int i = 1; i <= factors; ++i) product *= (a + i) / i;
  return -std::log(product);
}

// a >= 10 > b. With y = n + 1 and s = b + 1, Stirling's formula for the two large arguments only:
// log Gamma(y+1) - log Gamma(a+1) = (a + 1/2) log(y/a) + s log y - s + d(y) - d(a).
double by_ratio(double a, double b) {
  const double s = b + 1;
  const double y = a + s;
  const double near_zero =
      ((a + 0.5) * std::log1p(s / a) - s) + (stirling_remainder(y) - stirling_remainder(a));
  return std::log(std::tgamma(s)) - (s * std::log(y) + near_zero);
}

// a, b < 10
double by_gamma(double a, double b) {
  return std::log(std::tgamma(a + 1) * std::tgamma(b + 1) / std::tgamma(a + b + 2));
}

}  // namespace

double log_bin_likelihood(double negatives, double positives) {
  assert(negatives >= 0 && positives >= 0);
  const double a = std::max(negatives, positives);
  const double b = std::min(negatives, positives);
  if (b == 0) return -std::log1p(a);
  if (b <= 12 && a <= 1e15 && b == std::floor(b)) return by_product(a, b);
  if (b >= kSeriesFrom) return by_stirling(a, b);
  return a >= kSeriesFrom ? by_ratio(a, b) : std::min(by_gamma(a, b), 0.0);
}

BinLikelihoodTable::BinLikelihoodTable(std::size_t largest)
    : table_(largest + 2), constant_(std::log(static_cast<double>(largest)) - 1) {
  assert(largest >= 1);
  const auto total = static_cast<double>(largest);
  double factorial = 1;
  table_[0] = 0;
  for (std::size_t i = 1; i < table_.size(); ++i) {
    const auto n = static_cast<double>(i);
    if (n < kSeriesFrom) {
      factorial *= n;
      table_[i] = std::log(factorial) - n * constant_;
    } else {
      table_[i] = n * std::log(n / total) +
                  (0.5 * std::log(2 * std::numbers::pi * n) + stirling_remainder(n));
    }
  }
}

}  // namespace calibrant
