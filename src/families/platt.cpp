// Platt scaling on scores or on their log odds.
//
// Scores are scaled by a power of two to at most 1 in size, so that neither 1e300 nor 1e-300
// overflows or underflows in a square.
#include "calibrant/platt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "calibrant/error.hpp"
#include "curve/origin.hpp"
#include "families/families.hpp"
#include "math/compensated_sum.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

UnitScale unit_of(std::span<const double> scores) {
  return unit_scale(std::max(std::abs(scores.front()), std::abs(scores.back())));
}

void write_scores(const Reading& reading, std::span<const double> scores, std::span<double> first,
                  std::span<double> /*second*/) {
  const UnitScale unit = reading.unit;
  for (std::size_t k = 0; k < scores.size(); ++k) first[k] = unit(scores[k]);
  if (!reading.standard) return;
  const auto [origin, centre, spread] = *reading.standard;
  for (double& x : first) x = spread > 0 ? (x - origin - centre) / spread : 0;
}

Reading standardise(const Observations& observations) {
  const auto scores = observations.scores();
  const UnitScale unit = unit_of(scores);
  Reading::Standard standard = {.origin = unit(scores.front())};
  const auto share = [&](std::size_t k) {
    return (observations.negatives()[k] + observations.positives()[k]) / observations.weight();
  };
  CompensatedSum sum;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    sum.add(share(k) * (unit(scores[k]) - standard.origin));
  }
  standard.centre = sum.value();
  CompensatedSum squares;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const double distance = unit(scores[k]) - standard.origin - standard.centre;
    squares.add(share(k) * distance * distance);
  }
  standard.spread = scores.size() > 1 ? std::sqrt(squares.value()) : 0;
  return {.unit = unit, .standard = standard};
}

// Where scores are probabilities, the line is expected to be the tangent of logit s at the mean
// score. Other scores may mean anything.
CoefficientPrior line_prior(const Observations& observations, const Reading& reading) {
  constexpr double kLine = 2.5;  // a line in the score is a guess, even where the scores are right
  constexpr double kIgnorant = 2;
  constexpr double kFarthest = 1e-3;
  const auto scores = observations.scores();
  if (scores.front() < 0 || scores.back() > 1) {
    return {{0, 0, 0}, {kIgnorant, kIgnorant, kIgnorant}};
  }
  const auto [origin, centre, spread] = *reading.standard;
  const double mean = std::clamp(reading.unit.inverse(origin + centre), kFarthest, 1 - kFarthest);
  return {{logit(mean), reading.unit.inverse(spread) / (mean * (1 - mean)), 0},
          {kLine, kLine, kLine}};
}

Sigmoid fit_on_scores(const Observations& observations, unsigned threads) {
  const UnitScale unit = unit_of(observations.scores());
  const LogisticFit fit = fit_coefficients(kPlattFamily, observations, {.unit = unit}, threads);
  // The slope of scores below 1e-305 or so may exceed all doubles.
  constexpr double kLargest = std::numeric_limits<double>::max();
  const double slope = std::clamp(unit(fit.first), -kLargest, kLargest);
  return {.input = Sigmoid::Input::kScore, .intercept = fit.intercept, .slope = slope};
}

Sigmoid fit_on_logits(const Observations& observations, unsigned threads) {
  const LogisticFit fit = fit_coefficients(kPlattLogitFamily, observations, {}, threads);
  return {.input = Sigmoid::Input::kLogit, .intercept = fit.intercept, .slope = fit.first};
}

}  // namespace

constinit const Family kPlattFamily = {.name = "platt",
                                       .words = "Platt scaling",
                                       .needs_probabilities = false,
                                       .fitted = {true, true, false},
                                       .features = write_scores,
                                       .read = standardise,
                                       .prior = line_prior,
                                       .share = "platt"};

constinit const Family kPlattLogitFamily = {
    .name = "platt-logit",
    .words = "Platt scaling of the log odds",
    .fitted = {true, true, false},
    .features = write_logits,
    .read = read_probabilities,
    .prior =
        [](const Observations&, const Reading&) {
          return CoefficientPrior{{0, 1, 0}, {kInformed, kInformed, kInformed}};
        },
    .share = "line in the log odds"};

Curve fit_platt(const Observations& observations, const PlattOptions& options) {
  switch (options.input) {
    case Sigmoid::Input::kScore:
      return Curve(fit_on_scores(observations, options.execution.threads), {},
                   origin_of(observations, "platt"));
    case Sigmoid::Input::kLogit:
      return Curve(fit_on_logits(observations, options.execution.threads), {},
                   origin_of(observations, "platt-logit"));
    case Sigmoid::Input::kLogs:
      break;
  }
  throw OptionError("input", "kLogs is not an input of Platt scaling (use fit_beta)");
}

}  // namespace calibrant
