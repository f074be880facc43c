#include "calibrant/prevalence.hpp"

#include <cmath>

#include "math/log_odds.hpp"
#include "support/check.hpp"

namespace calibrant {

PrevalenceShift::PrevalenceShift(double fitted, double wanted) : fitted_(fitted), wanted_(wanted) {
  check_option_level("prevalence", wanted);
  if (!(fitted > 0 && fitted < 1)) {
    throw InputError(
        "model", std::nullopt,
        fmt::format("was fitted at a prevalence of {}, which cannot be re-weighed", fitted));
  }
  positive_factor_ = wanted / fitted;
  negative_factor_ = (1 - wanted) / (1 - fitted);
}

double PrevalenceShift::operator()(double probability) const {
  // A denormal prevalence of the calibration data makes the ratio overflow.
  if (!std::isfinite(positive_factor_)) {
    return logistic(logit(probability) + logit(wanted_) - logit(fitted_));
  }
  const double positive = probability * positive_factor_;
  return positive / (positive + (1 - probability) * negative_factor_);
}

void PrevalenceShift::operator()(std::span<double> probabilities) const {
  for (double& probability : probabilities) probability = (*this)(probability);
}

}  // namespace calibrant
