// Bases: identity, temperature (a slope on the log odds), Platt on the score, Platt on its log
// odds, beta, constant.
//
// Coefficients are fitted by maximum likelihood with Platt's targets (families/logistic_fit.cpp).
// Probabilities enter logarithms clipped to [c, 1 - c], c = 1/(4(N+1)): the rate that N rows
// without a contradiction leave as likely to be too high as too low (the median of Jeffreys'
// posterior is 0.23/N).
//
// Evidence (docs/math/auto.md): exact for identity (no coefficient) and constant (a Beta integral);
// Laplace's for the others, with a Normal prior of the coefficients around "the scores are right",
// or, for scores that are not probabilities, around "the score says nothing":
//
//   log Z = l(c) + log prior(c) + (p/2) log 2 pi - (1/2) log det (H + prior precision).
#include "auto/base_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "auto/log_odds.hpp"
#include "auto/slope.hpp"
#include "binning/log_beta.hpp"
#include "families/logistic_fit.hpp"
#include "kernels/logistic.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {
namespace {

// Scores of 0 and 1 only say next to nothing about a probability.
constexpr double kMostUnsaid = 0.25;

// The prior of each coefficient.
struct CoefficientPrior {
  std::array<double, 3> mean;
  double deviation;
};

double logit(double p) { return std::log(p) - std::log1p(-p); }

double weight_of(const Observations& observations, std::size_t k) {
  return observations.negatives()[k] + observations.positives()[k];
}

std::vector<double> weights_in(const Observations& observations) {
  std::vector<double> weights(observations.groups());
  for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = weight_of(observations, k);
  return weights;
}

double positives_times(const Observations& observations, std::span<const double> values) {
  CompensatedSum sum;
  for (std::size_t k = 0; k < values.size(); ++k) sum.add(observations.positives()[k] * values[k]);
  return sum.value();
}

// No score is more certain than N observations could make it. An exact 0 is a probability that was
// too small for the scores to say: below half of the smallest other score, unless it is taken at
// its word. Likewise 1.
void set_clip(const Observations& observations, BaseMap& map) {
  const auto scores = observations.scores();
  const double least = std::max(0.25 / (observations.weight() + 1), kClip);
  if (map.kind == BaseKind::kCertain) {
    map.low = least;
    map.high = 1 - least;
    return;
  }
  const auto unsaid = [&](double gap) { return std::max(least, std::min(gap / 2, kMostUnsaid)); };
  const bool several = scores.size() > 1;
  map.low = several && scores.front() == 0 ? unsaid(scores[1]) : least;
  map.high = 1 - (several && scores.back() == 1 ? unsaid(1 - scores[scores.size() - 2]) : least);
}

BaseMap::Standard standard_of(const Observations& observations) {
  // At most 1 in size, by a power of two, in two factors since it may not be a double.
  const auto scores = observations.scores();
  const double weight = observations.weight();
  const double largest = std::max(std::abs(scores.front()), std::abs(scores.back()));
  const int exponent = largest > 0 ? std::ilogb(largest) + 1 : 0;
  BaseMap::Standard standard;
  standard.half = std::ldexp(1.0, -(exponent / 2));
  standard.rest = std::ldexp(1.0, -(exponent - exponent / 2));
  standard.origin = scores.front() * standard.half * standard.rest;
  const auto shifted = [&](std::size_t k) {
    return scores[k] * standard.half * standard.rest - standard.origin;
  };
  CompensatedSum sum;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    sum.add(weight_of(observations, k) / weight * shifted(k));
  }
  standard.centre = sum.value();
  CompensatedSum squares;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const double distance = shifted(k) - standard.centre;
    squares.add(weight_of(observations, k) / weight * distance * distance);
  }
  standard.spread = scores.size() > 1 ? std::sqrt(squares.value()) : 0;
  return standard;
}

// Scores that are probabilities are expected to be about right: logit s has intercept 0 and slope
// 1, and the slope of Platt's line is that of logit s at the mean score. Others may mean anything.
constexpr double kInformed = 1.25;

CoefficientPrior coefficient_prior(const Observations& observations, const BaseMap& map) {
  constexpr double kLine = 2.5;  // a line in the score is a guess, even where the scores are right
  constexpr double kIgnorant = 2;
  if (map.kind == BaseKind::kPlattLogit) return {{0, 1, 0}, kInformed};
  if (map.kind == BaseKind::kBeta) return {{0, 1, 1}, kInformed};
  const auto scores = observations.scores();
  if (scores.front() < 0 || scores.back() > 1) return {{0, 0, 0}, kIgnorant};
  const auto& [half, rest, origin, centre, spread] = map.standard;
  constexpr double kFarthest = 1e-3;
  const double mean = std::clamp((origin + centre) / half / rest, kFarthest, 1 - kFarthest);
  return {{logit(mean), spread / half / rest / (mean * (1 - mean)), 0}, kLine};
}

// Laplace's integral over one coefficient, the slope.
void fit_temperature(const Observations& observations, std::span<const double> weights,
                     BaseFit& fit) {
  std::vector<double> log_odds(observations.groups());
  for (std::size_t k = 0; k < log_odds.size(); ++k) {
    log_odds[k] = fit.map.features(observations.scores()[k])[0];
  }
  const double slope = fit_slope(observations, weights, log_odds);
  fit.map.coefficients = {slope, 0, 0};
  const LogisticSums sums = logistic_sums(weights, log_odds, {}, {0, slope, 0});
  fit.log_likelihood = slope * positives_times(observations, log_odds) - sums.softplus;
  const double distance = (slope - 1) / kInformed;
  fit.map.precision = Cholesky3({{{sums.curvature[2] + 1 / (kInformed * kInformed)}}}, 1);
  fit.log_evidence = fit.log_likelihood - 0.5 * distance * distance - std::log(kInformed) -
                     0.5 * fit.map.precision.log_determinant();
}

}  // namespace

std::string_view base_name(BaseKind kind) {
  constexpr std::array<std::string_view, 7> kNames = {
      "identity", "certain", "temperature", "platt", "platt-logit", "beta", "constant"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool needs_probability_scores(BaseKind kind) {
  return kind != BaseKind::kPlatt && kind != BaseKind::kConstant;
}

bool has_exact_scores(const Observations& observations) {
  return observations.scores().front() == 0 || observations.scores().back() == 1;
}

double log_likelihood(const Observations& observations, std::span<const double> log_odds) {
  const std::vector<double> weights = weights_in(observations);
  const LogisticSums sums = logistic_sums(weights, log_odds, {}, {0, 1, 0});
  return positives_times(observations, log_odds) - sums.softplus;
}

std::array<double, 3> BaseMap::features(double score) const {
  switch (kind) {
    case BaseKind::kPlatt: {
      const auto& [half, rest, origin, centre, spread] = standard;
      return {1, spread > 0 ? (score * half * rest - origin - centre) / spread : 0, 0};
    }
    case BaseKind::kConstant:
      return {1, 0, 0};
    default:
      break;
  }
  const double clipped = std::clamp(score, low, high);
  if (kind == BaseKind::kBeta) return {1, std::log(clipped), -std::log1p(-clipped)};
  if (kind == BaseKind::kTemperature) return {logit(clipped), 0, 0};
  return {1, logit(clipped), 0};
}

double BaseMap::log_odds(double score) const {
  const std::array<double, 3> f = features(score);
  double z = coefficients[0] * f[0];
  for (std::size_t i = 1; i < 3; ++i) {
    if (coefficients[i] != 0) z += coefficients[i] * f[i];
  }
  return cut_log_odds(z);
}

std::vector<double> BaseMap::log_odds(std::span<const double> scores) const {
  std::vector<double> result(scores.size());
  std::transform(scores.begin(), scores.end(), result.begin(),
                 [this](double score) { return log_odds(score); });
  return result;
}

double BaseMap::deviation(double score) const {
  // A score that hardly any weight has can be 1e150 spreads away, and the square overflows. So
  // wide, nothing within +-36 is told from anything else.
  constexpr double kMost = 1e6;
  const double deviation = std::sqrt(precision.inverse_form(features(score)));
  return deviation < kMost ? deviation : kMost;  // also for NaN
}

BaseFit fit_base(const Observations& observations, BaseKind kind) {
  BaseFit fit;
  BaseMap& map = fit.map;
  map.kind = kind;
  if (needs_probability_scores(kind)) set_clip(observations, map);
  if (kind == BaseKind::kPlatt) map.standard = standard_of(observations);
  const double negatives = observations.negative_weight();
  const double positives = observations.positive_weight();
  const std::vector<double> weights = weights_in(observations);
  if (kind == BaseKind::kConstant) {
    map.coefficients[0] = cut_log_odds(std::log(positives + 1) - std::log(negatives + 1));
    const double p = (positives + 1) / (positives + negatives + 2);
    map.precision = Cholesky3({{{(negatives + positives + 2) * p * (1 - p)}}}, 1);
    const double z = map.coefficients[0];
    fit.log_likelihood = positives * z - (positives + negatives) * softplus(z);
    fit.log_evidence = log_bin_likelihood(negatives, positives);
    return fit;
  }

  if (kind == BaseKind::kTemperature) {
    fit_temperature(observations, weights, fit);
    return fit;
  }
  const bool identity = kind == BaseKind::kIdentity || kind == BaseKind::kCertain;

  LargeArray first(observations.groups());
  LargeArray second(kind == BaseKind::kBeta ? first.size() : 0);
  for (std::size_t k = 0; k < first.size(); ++k) {
    const std::array<double, 3> f = map.features(observations.scores()[k]);
    first[k] = f[1];
    if (kind == BaseKind::kBeta) second[k] = f[2];
  }
  if (identity) {
    map.coefficients = {0, 1, 0};
  } else {
    const LogisticFit found =
        fit_logistic(observations, features_in(first, second), !second.empty());
    map.coefficients = {found.intercept, found.first, found.second};
  }
  const auto& c = map.coefficients;
  const LogisticSums sums = logistic_sums(weights, first, second, c);
  fit.log_likelihood = c[0] * positives + c[1] * positives_times(observations, first) +
                       c[2] * positives_times(observations, second) - sums.softplus;
  fit.log_evidence = fit.log_likelihood;
  if (identity) return fit;

  const std::size_t parameters = kind == BaseKind::kBeta ? 3 : 2;
  const CoefficientPrior prior = coefficient_prior(observations, map);
  const auto& h = sums.curvature;  // 00 01 11 02 12 22
  Cholesky3::Matrix precision = {{{h[0], h[1], h[3]}, {h[1], h[2], h[4]}, {h[3], h[4], h[5]}}};
  for (std::size_t i = 0; i < parameters; ++i) {
    const double distance = (c[i] - prior.mean[i]) / prior.deviation;
    precision[i][i] += 1 / (prior.deviation * prior.deviation);
    // The factors 2 pi of the prior and of Laplace's integral cancel.
    fit.log_evidence -= 0.5 * distance * distance + std::log(prior.deviation);
  }
  map.precision = Cholesky3(precision, parameters);
  fit.log_evidence -= 0.5 * map.precision.log_determinant();
  return fit;
}

}  // namespace calibrant
