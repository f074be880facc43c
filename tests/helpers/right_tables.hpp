// Tables of probabilities that are right, in subgroups: what tests of calibration must not accuse.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrant/observations.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {

enum class Spread {
  kLogistic,  ///< log odds are normal with a standard deviation of 1.5
  kWide,      ///< the same with 3
  kBeta,      ///< u^(1/r - 1), u uniform: the mean is r, most are far below it
  kConstant,
};

inline std::string_view name(Spread spread) {
  switch (spread) {
    case Spread::kLogistic:
      return "logistic";
    case Spread::kWide:
      return "wide";
    case Spread::kBeta:
      return "beta";
    case Spread::kConstant:
      return "constant";
  }
  return "";
}

/// Probabilities with this mean.
class Probabilities {
 public:
  Probabilities(Spread spread, double mean) : spread_(spread), mean_(mean) {
    // The centre of the log odds, by bisection on the mean over a grid of normal quantiles.
    double low = -40;
    double high = 40;
    for (int step = 0; step < 60; ++step) {
      centre_ = (low + high) / 2;
      double sum = 0;
      double weight = 0;
      for (double z = -8; z <= 8; z += 0.05) {
        const double density = std::exp(-z * z / 2);
        sum += density * logistic(z);
        weight += density;
      }
      (sum / weight < mean ? low : high) = centre_;
    }
  }

  double draw(Random& random) const {
    switch (spread_) {
      case Spread::kBeta:
        return std::pow(random.uniform(), 1 / mean_ - 1);
      case Spread::kConstant:
        return mean_;
      default:
        return logistic(random.normal());
    }
  }

 private:
  double logistic(double z) const {
    return 1 / (1 + std::exp(-centre_ - (spread_ == Spread::kWide ? 3 : 1.5) * z));
  }

  Spread spread_;
  double mean_;
  double centre_ = 0;
};

/// One subgroup: `p` are the probabilities, and the labels are drawn from them with the odds
/// multiplied by `odds`.
inline Observations labelled(const std::vector<double>& p, Random& random, double odds = 1) {
  std::vector<std::uint8_t> labels;
  for (const double one : p) {
    const double truth = odds * one / (1 - one + odds * one);
    labels.push_back(random.uniform() < truth ? 1 : 0);
  }
  return observe(p, labels);
}

}  // namespace calibrant::testing
