// Temperature scaling (Guo et al. 2017) for two classes: log odds times one slope.
//
// Deviations from that paper: the slope multiplies (the temperature divides), and it is fitted with
// Platt's targets, which keep it finite for separable data.
#include "calibrant/temperature.hpp"

#include <algorithm>
#include <cmath>

#include "curve/origin.hpp"
#include "families/families.hpp"

namespace calibrant {
namespace {

LogisticFit fit_slope(const Observations& observations, const MakeFeatures& make,
                      unsigned threads) {
  // So near to one half log odds are rounding, and say nothing of a slope.
  constexpr double kNear = 1e-15;
  const auto scores = observations.scores();
  if (std::max(std::abs(scores.front() - 0.5), std::abs(scores.back() - 0.5)) <= kNear) {
    return {.first = 1, .converged = true};
  }
  return fit_logistic(observations, make, {.intercept = false}, threads);
}

}  // namespace

constinit const Family kTemperatureFamily = {
    .name = "temperature",
    .words = "temperature scaling",
    .fitted = {false, true, false},
    .features = write_logits,
    .read = read_probabilities,
    .prior =
        [](const Observations&, const Reading&) {
          return CoefficientPrior{{0, 1, 0}, {kInformed, kInformed, kInformed}};
        },
    .fit = fit_slope,
    .share = "line in the log odds",
    .in_band = &kPlattLogitFamily};

Curve fit_temperature(const Observations& observations, const Execution& execution) {
  const LogisticFit fit = fit_coefficients(kTemperatureFamily, observations, {}, execution.threads);
  return Curve(Sigmoid{.input = Sigmoid::Input::kLogit, .slope = fit.first}, {},
               origin_of(observations, "temperature"));
}

}  // namespace calibrant
