// Probabilities and log odds.
#pragma once

#include <algorithm>
#include <cmath>

namespace calibrant {

/// log(p / (1 - p)); infinite at 0 and 1.
inline double logit(double p) { return std::log(p) - std::log1p(-p); }

/// 1 / (1 + exp(-z)), with all its digits at both ends.
inline double logistic(double z) {
  const double y = std::exp(-std::abs(z));
  return (z < 0 ? y : 1) / (1 + y);
}

/// log(1 + exp(z)).
inline double softplus(double z) { return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))); }

/// Beyond these log odds no double probability differs from 1.
inline constexpr double kMostLogOdds = 36;

inline double cut_log_odds(double z) { return std::clamp(z, -kMostLogOdds, kMostLogOdds); }

/// Cut; 0 and 1 are the ends.
inline double log_odds_of(double p) { return cut_log_odds(logit(p)); }

}  // namespace calibrant
