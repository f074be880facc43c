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

FrequencyShift::FrequencyShift(std::span<const double> fitted, std::span<const double> wanted)
    : wanted_(wanted.begin(), wanted.end()) {
  if (fitted.empty()) {
    throw InputError("model", std::nullopt,
                     "does not say how frequent its classes were, and cannot be re-weighed");
  }
  if (wanted.size() != fitted.size()) {
    throw OptionError("prevalence", fmt::format("has {} numbers (one for each of {} classes was "
                                                "expected)",
                                                wanted.size(), fitted.size()));
  }
  double sum = 0;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (!(wanted[k] >= 0 && wanted[k] <= 1)) {
      throw OptionError("prevalence", fmt::format("{} is not between 0 and 1", wanted[k]));
    }
    if (!(fitted[k] > 0)) {
      throw InputError("model", std::nullopt,
                       fmt::format("has no row of class {}, and cannot be re-weighed", k));
    }
    sum += wanted[k];
    factors_.push_back(wanted[k] / fitted[k]);
  }
  constexpr double kTolerance = 1e-6;
  if (!(std::abs(sum - 1) <= kTolerance)) {
    throw OptionError("prevalence",
                      fmt::format("the numbers add up to {:g} (1 was expected)", sum));
  }
}

void FrequencyShift::operator()(std::span<double> probabilities) const {
  const std::size_t classes = factors_.size();
  for (std::size_t begin = 0; begin + classes <= probabilities.size(); begin += classes) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) sum += probabilities[begin + k] *= factors_[k];
    for (std::size_t k = 0; k < classes; ++k) {
      double& p = probabilities[begin + k];
      p = sum == 0 ? wanted_[k] : p / sum;
    }
  }
}

}  // namespace calibrant
