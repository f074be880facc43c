// Platt scaling on scores or on their log odds. The solver is families/logistic_fit.cpp; here the
// feature is made and the result is mapped back.
//
// Scores are scaled by a power of two to at most 1 in size, so that neither 1e300 nor 1e-300
// overflows or underflows in a square.
#include "calibrant/platt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "curve/origin.hpp"
#include "families/logistic_fit.hpp"
#include "families/probability_scores.hpp"
#include "kernels/logistic.hpp"

namespace calibrant {
namespace {

Sigmoid fit_on_scores(const Observations& observations, unsigned threads) {
  const auto scores = observations.scores();
  const double largest = std::max(std::abs(scores.front()), std::abs(scores.back()));
  const int exponent = largest > 0 ? std::ilogb(largest) + 1 : 0;
  // In two factors: 2^-exponent alone may not be a double.
  const double half = std::ldexp(1.0, -(exponent / 2));
  const double rest = std::ldexp(1.0, -(exponent - exponent / 2));
  const auto scaled = [&](std::size_t begin, std::span<double> feature, std::span<double>) {
    for (std::size_t k = 0; k < feature.size(); ++k) feature[k] = scores[begin + k] * half * rest;
  };
  const LogisticFit fit = fit_logistic(observations, scaled, false, threads);
  // The slope of scores below 1e-305 or so may exceed all doubles.
  constexpr double kLargest = std::numeric_limits<double>::max();
  const double slope = std::clamp(fit.first * half * rest, -kLargest, kLargest);
  return {.input = Sigmoid::Input::kScore, .intercept = fit.intercept, .slope = slope};
}

Sigmoid fit_on_logits(const Observations& observations, unsigned threads) {
  check_probability_scores(observations);
  const auto logit = [&](std::size_t begin, std::span<double> feature, std::span<double>) {
    std::vector<double> complement(feature.size());
    log_features(observations.scores().subspan(begin, feature.size()), feature, complement);
    for (std::size_t k = 0; k < feature.size(); ++k) feature[k] += complement[k];
  };
  const LogisticFit fit = fit_logistic(observations, logit, false, threads);
  return {.input = Sigmoid::Input::kLogit, .intercept = fit.intercept, .slope = fit.first};
}

}  // namespace

Curve fit_platt(const Observations& observations, const PlattOptions& options) {
  switch (options.input) {
    case Sigmoid::Input::kScore:
      return Curve(fit_on_scores(observations, options.threads), {},
                   origin_of(observations, "platt"));
    case Sigmoid::Input::kLogit:
      return Curve(fit_on_logits(observations, options.threads), {},
                   origin_of(observations, "platt-logit"));
    case Sigmoid::Input::kLogs:
      break;
  }
  throw OptionError("input", "kLogs is not an input of Platt scaling (use fit_beta)");
}

}  // namespace calibrant
