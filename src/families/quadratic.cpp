// Logistic regression on logit s and its square.
//
// A parabola runs away where nothing holds it, so the curve stays level beyond the lowest and the
// highest score that were seen. Between them it may turn, if the labels do.
//
// Platt's targets alone leave the coefficients of separable rows finite but large. A weak Normal
// prior of the two slopes, around "the scores are right", keeps them small.
#include "calibrant/quadratic.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "curve/origin.hpp"
#include "families/family.hpp"
#include "math/log_odds.hpp"
#include "math/straight_lines.hpp"

namespace calibrant {
namespace {

constexpr double kTolerance = 1e-6;
constexpr LogisticModel::Prior kPrior = {
    .mean = {0, 1, 0}, .precision = {0, 1 / (kInformed * kInformed), 1 / (0.25 * 0.25)}};

// Auto has no use for it (docs/engineering/quadratic.md).
constexpr Family kQuadraticFamily = {
    .name = "quadratic",
    .words = "a quadratic in the log odds",
    .fitted = {true, true, true},
    .features =
        [](const Reading& reading, std::span<const double> scores, std::span<double> first,
           std::span<double> second) {
          write_logits(reading, scores, first, {});
          std::ranges::transform(first, second.begin(), [](double x) { return x * x; });
        },
    .fit =
        [](const Observations& observations, const MakeFeatures& make, unsigned threads) {
          return fit_logistic(observations, make, {.two = true, .prior = kPrior}, threads);
        }};

}  // namespace

Curve fit_quadratic(const Observations& observations, const Execution& execution) {
  const LogisticFit fit = fit_coefficients(kQuadraticFamily, observations, {}, execution.threads);
  const auto probability = [&](double score) {
    const double x = logit(score);
    return logistic(fit.intercept + (fit.first + fit.second * x) * x);
  };
  const double low = std::clamp(observations.scores().front(), kScoreClip, 1 - kScoreClip);
  const double high = std::clamp(observations.scores().back(), kScoreClip, 1 - kScoreClip);
  Segments segments = {{low}, {probability(low)}};
  if (low < high) {
    follow(probability, low, segments.values.front(), high, kTolerance, [&](double x, double y) {
      segments.knots.push_back(x);
      segments.values.push_back(y);
    });
  }
  return Curve(std::move(segments), {}, origin_of(observations, "quadratic"));
}

}  // namespace calibrant
