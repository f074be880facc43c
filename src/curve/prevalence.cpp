#include "calibrant/prevalence.hpp"

#include <cmath>

#include "support/check.hpp"

namespace calibrant {
namespace {

double log_odds(double p) { return std::log(p) - std::log1p(-p); }

}  // namespace

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
    return 1 / (1 + std::exp(log_odds(fitted_) - log_odds(wanted_) - log_odds(probability)));
  }
  const double positive = probability * positive_factor_;
  return positive / (positive + (1 - probability) * negative_factor_);
}

void PrevalenceShift::operator()(std::span<double> probabilities) const {
  for (double& probability : probabilities) probability = (*this)(probability);
}

}  // namespace calibrant
