// The bases of Auto: maps from score to log odds, fitted, each with its evidence.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "calibrant/observations.hpp"
#include "support/small_cholesky.hpp"

namespace calibrant {

/// kCertain is the identity that takes exact 0s and 1s at their word.
enum class BaseKind {
  kIdentity,
  kCertain,
  kTemperature,
  kPlatt,
  kPlattLogit,
  kBeta,
  kConstant,
};

/// identity, certain, temperature, platt, platt-logit, beta, constant: the words of model files.
std::string_view base_name(BaseKind kind);

/// Only scores in [0, 1] will do.
bool needs_probability_scores(BaseKind kind);

/// z(s) = coefficients . features(s), cut to [-36, 36]: beyond, no double probability differs.
struct BaseMap {
  BaseKind kind = BaseKind::kConstant;
  std::array<double, 3> coefficients = {};
  Cholesky3 precision = {};  ///< of the coefficients' posterior (Laplace); empty if there are none
  /// Where probabilities are cut before a logarithm; 0 and 1 for maps that take none.
  double low = 0;
  double high = 1;
  /// Platt on scores: the feature is ((score * half * rest - origin) - centre) / spread.
  struct Standard {
    double half = 1;
    double rest = 1;
    double origin = 0;
    double centre = 0;
    double spread = 0;  ///< 0: the score does not vary
  } standard = {};

  std::array<double, 3> features(double score) const;
  double log_odds(double score) const;
  std::vector<double> log_odds(std::span<const double> scores) const;
  /// The posterior standard deviation of z(score).
  double deviation(double score) const;
};

struct BaseFit {
  BaseMap map;
  double log_likelihood = 0;
  double log_evidence = 0;  ///< the coefficients integrated out
};

/// Is there an exact 0 or 1, which may be taken at its word or not?
bool has_exact_scores(const Observations& observations);

/// Scores must suit the kind.
BaseFit fit_base(const Observations& observations, BaseKind kind);

/// sum of positives * z - weight * log(1 + exp(z)).
double log_likelihood(const Observations& observations, std::span<const double> log_odds);

}  // namespace calibrant
