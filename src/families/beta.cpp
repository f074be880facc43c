// Beta calibration (Kull, Silva Filho & Flach 2017): logistic regression on ln s and -ln(1 - s).
//
// Deviations from that paper: Platt's targets instead of the labels, so that separable data stay
// finite; slopes are free, so the curve may fall; the clip at 1e-12 is part of the curve.
#include "calibrant/beta.hpp"

#include <utility>

#include "curve/origin.hpp"
#include "families/logistic_fit.hpp"
#include "families/probability_scores.hpp"
#include "kernels/logistic.hpp"

namespace calibrant {

Curve fit_beta(const Observations& observations) {
  check_probability_scores(observations);
  LargeArray log_score(observations.groups());
  LargeArray minus_log_complement(observations.groups());
  log_features(observations.scores(), log_score, minus_log_complement);
  const LogisticFit fit =
      fit_logistic(observations, std::move(log_score), std::move(minus_log_complement));
  return Curve(Sigmoid{.input = Sigmoid::Input::kLogs,
                       .intercept = fit.intercept,
                       .slope = fit.first,
                       .slope_complement = fit.second},
               {}, origin_of(observations, "beta"));
}

}  // namespace calibrant
