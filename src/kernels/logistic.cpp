// Dispatch of kernels/logistic.hpp to the best instruction set of the machine, and the scalar twin.
#include "kernels/logistic.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/logistic.cpp"
#include <hwy/foreach_target.h>

#include "kernels/logistic-inl.hpp"

#if HWY_ONCE
#include <cassert>
#include <cmath>

namespace calibrant {

HWY_EXPORT(logistic_sums_here);
HWY_EXPORT(log_features_here);

LogisticSums logistic_sums(std::span<const double> weights, std::span<const double> first,
                           std::span<const double> second, const Coefficients& coefficients) {
  assert(first.size() == weights.size());
  assert(second.empty() || second.size() == weights.size());
  return HWY_DYNAMIC_DISPATCH(logistic_sums_here)(weights, first, second, coefficients);
}

LogisticSums logistic_sums_scalar(std::span<const double> weights, std::span<const double> first,
                                  std::span<const double> second,
                                  const Coefficients& coefficients) {
  std::array<CompensatedSum, 10> t = {};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double w = weights[i];
    const double x = first[i];
    const double y = second.empty() ? 0 : second[i];
    const double z = coefficients[0] + coefficients[1] * x + coefficients[2] * y;
    const double e = std::exp(-std::abs(z));
    const double p = (z < 0 ? e : 1) / (1 + e);
    const double h = e / ((1 + e) * (1 + e));
    t[0].add(w * (std::max(z, 0.0) + std::log1p(e)));
    t[1].add(w * p);
    t[2].add(w * p * x);
    t[3].add(w * p * y);
    t[4].add(w * h);
    t[5].add(w * h * x);
    t[6].add(w * h * x * x);
    t[7].add(w * h * y);
    t[8].add(w * h * x * y);
    t[9].add(w * h * y * y);
  }
  return {t[0].value(),
          {t[1].value(), t[2].value(), t[3].value()},
          {t[4].value(), t[5].value(), t[6].value(), t[7].value(), t[8].value(), t[9].value()}};
}

void log_features(std::span<const double> probabilities, std::span<double> log_score,
                  std::span<double> minus_log_complement, const ScoreClip& clip) {
  assert(log_score.size() == probabilities.size());
  assert(minus_log_complement.size() == probabilities.size());
  HWY_DYNAMIC_DISPATCH(log_features_here)(probabilities, log_score, minus_log_complement, clip);
}

void log_features_scalar(std::span<const double> probabilities, std::span<double> log_score,
                         std::span<double> minus_log_complement, const ScoreClip& clip) {
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double p = std::clamp(probabilities[i], clip.low, clip.high);
    log_score[i] = std::log(p);
    minus_log_complement[i] = -std::log1p(-p);
  }
}

}  // namespace calibrant
#endif  // HWY_ONCE
