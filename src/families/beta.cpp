// Beta calibration (Kull, Silva Filho & Flach 2017): logistic regression on ln s and -ln(1 - s).
//
// Deviations from that paper: Platt's targets instead of the labels, so that separable data stay
// finite; slopes are free, so the curve may fall; the clip at 1e-12 is part of the curve.
#include "calibrant/beta.hpp"

#include "curve/origin.hpp"
#include "families/families.hpp"

namespace calibrant {

constinit const Family kBetaFamily = {
    .name = "beta",
    .words = "beta calibration",
    .fitted = {true, true, true},
    .features = [](const Reading& reading, std::span<const double> scores, std::span<double> first,
                   std::span<double> second) { reading.logs(scores, first, second, reading.clip); },
    .read = read_probabilities,
    .prior =
        [](const Observations&, const Reading&) {
          return CoefficientPrior{{0, 1, 1}, {kInformed, kInformed, kInformed}};
        },
    .share = "beta"};

Curve fit_beta(const Observations& observations, const Execution& execution) {
  const LogisticFit fit = fit_coefficients(kBetaFamily, observations, {}, execution.threads);
  return Curve(Sigmoid{.input = Sigmoid::Input::kLogs,
                       .intercept = fit.intercept,
                       .slope = fit.first,
                       .slope_complement = fit.second},
               {}, origin_of(observations, "beta"));
}

}  // namespace calibrant
