// Beta calibration (Kull, Silva Filho & Flach 2017): logistic regression on ln s and -ln(1 - s).
//
// Deviations from that paper: Platt's targets instead of the labels, so that separable data stay
// finite; slopes are free, so the curve may fall; the clip at 1e-12 is part of the curve.
#include "calibrant/beta.hpp"

#include <span>

#include "curve/origin.hpp"
#include "families/logistic_fit.hpp"
#include "families/probability_scores.hpp"
#include "kernels/logistic.hpp"

namespace calibrant {

Curve fit_beta(const Observations& observations, unsigned threads) {
  check_probability_scores(observations);
  const auto logs = [&](std::size_t begin, std::span<double> log_score,
                        std::span<double> minus_log_complement) {
    log_features(observations.scores().subspan(begin, log_score.size()), log_score,
                 minus_log_complement);
  };
  const LogisticFit fit = fit_logistic(observations, logs, true, threads);
  return Curve(Sigmoid{.input = Sigmoid::Input::kLogs,
                       .intercept = fit.intercept,
                       .slope = fit.first,
                       .slope_complement = fit.second},
               {}, origin_of(observations, "beta"));
}

}  // namespace calibrant
