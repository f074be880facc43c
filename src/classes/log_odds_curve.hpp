// A binary curve that costs microseconds: log odds in, log odds out.
//
//   f(u) = a + b u + g(u)
//
// g is made of straight lines between fixed knots and is 0 at u = 0. Its increments from knot to
// knot are Normal around those of another curve, with a variance in proportion to the distance; a
// and b are Normal around that curve's. Where no row is, f therefore runs parallel to it. The fit
// is the peak of likelihood times prior, by Newton's method.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "calibrant/curve.hpp"
#include "math/random.hpp"

namespace calibrant {

/// Rows, counted in narrow cells of the log odds.
class LogOddsCells {
 public:
  LogOddsCells();
  /// The log odds of a probability, cut where the logarithm of 1e-12 is.
  static double log_odds(double probability);

  void add(double log_odds, double negatives, double positives);
  LogOddsCells& operator+=(const LogOddsCells& other);

 private:
  friend class LogOddsCurve;
  struct Cell {
    double negatives = 0;
    double positives = 0;
    double moment = 0;  // the sum of weight * log odds
  };
  std::vector<Cell> cells_;
};

class LogOddsCurve {
 public:
  /// Standard deviations.
  struct Prior {
    double intercept;
    double slope;
    double bend;  ///< of g, per square root of a unit of log odds
  };

  /// The identity.
  LogOddsCurve() { coefficients_[1] = 1; }
  LogOddsCurve(const LogOddsCells& cells, const LogOddsCurve& centre, const Prior& prior);
  /// The weighted mean of curves; the weights add up to 1.
  static LogOddsCurve mean(const std::vector<LogOddsCurve>& curves,
                           const std::vector<double>& weights);

  /// A curve that the prior around this one may give.
  LogOddsCurve drawn(const Prior& prior, RandomStream random) const;

  double operator()(double log_odds) const;
  /// From probability to probability.
  Curve curve() const;

 private:
  static constexpr std::size_t kBends = 14;  // knots but 0
  using Coefficients = std::array<double, 2 + kBends>;
  struct Place;
  static Place place_of(double log_odds);

  Coefficients coefficients_ = {};  // a, b, and g at the knots
};

}  // namespace calibrant
