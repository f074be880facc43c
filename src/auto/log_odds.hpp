// Probabilities and log odds.
#pragma once

#include <algorithm>
#include <cmath>

namespace calibrant {

/// Log odds are cut to +-36: beyond, no double probability differs from 1.
inline constexpr double kMostLogOdds = 36;

inline double logistic(double z) { return 1 / (1 + std::exp(-z)); }

inline double cut_log_odds(double z) { return std::clamp(z, -kMostLogOdds, kMostLogOdds); }

/// Cut; 0 and 1 are the ends.
inline double log_odds_of(double p) { return cut_log_odds(std::log(p) - std::log1p(-p)); }

/// log(1 + exp(z)).
inline double softplus(double z) { return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))); }

}  // namespace calibrant
