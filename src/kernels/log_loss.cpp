// Dispatch of kernels/log_loss.hpp to the best instruction set of the machine, and the
// scalar twin.
#include "kernels/log_loss.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/log_loss.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "kernels/log_loss-inl.hpp"

#if HWY_ONCE
#include <cassert>
#include <cmath>

namespace calibrant::metrics {

HWY_EXPORT(log_loss_sum_here);

double log_loss_sum(std::span<const double> probabilities, std::span<const double> negatives,
                    std::span<const double> positives, std::span<double> logits) {
  assert(negatives.size() == probabilities.size() && positives.size() == probabilities.size());
  assert(logits.empty() || logits.size() == probabilities.size());
  return HWY_DYNAMIC_DISPATCH(log_loss_sum_here)(probabilities, negatives, positives, logits);
}

double log_loss_sum_scalar(std::span<const double> probabilities, std::span<const double> negatives,
                           std::span<const double> positives, std::span<double> logits) {
  CompensatedSum loss;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    const double p = std::clamp(probabilities[k], kClip, 1 - kClip);
    const double log_positive = std::log(p);
    const double log_negative = std::log1p(-p);
    loss.add(-negatives[k] * log_negative);
    loss.add(-positives[k] * log_positive);
    if (!logits.empty()) logits[k] = log_positive - log_negative;
  }
  return loss.value();
}

}  // namespace calibrant::metrics
#endif  // HWY_ONCE
