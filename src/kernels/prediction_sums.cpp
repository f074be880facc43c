// Dispatch of kernels/prediction_sums.hpp to the best instruction set of the machine, and the
// scalar twins.
#include "kernels/prediction_sums.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/prediction_sums.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "kernels/prediction_sums-inl.hpp"

#if HWY_ONCE
#include <cassert>
#include <cmath>

namespace calibrant::metrics {

HWY_EXPORT(log_loss_sum_here);
HWY_EXPORT(log_losses_here);
HWY_EXPORT(newton_sums_here);
HWY_EXPORT(moment_sums_here);
HWY_EXPORT(bin_sums_here);

double log_loss_sum(std::span<const double> probabilities, std::span<const double> negatives,
                    std::span<const double> positives, std::span<double> logits) {
  assert(negatives.size() == probabilities.size() && positives.size() == probabilities.size());
  assert(logits.empty() || logits.size() == probabilities.size());
  return HWY_DYNAMIC_DISPATCH(log_loss_sum_here)(probabilities, negatives, positives, logits);
}

void log_losses(std::span<const double> probabilities, std::span<double> negative,
                std::span<double> positive) {
  assert(probabilities.size() <= kLogBlock);
  assert(negative.size() == probabilities.size() && positive.size() == probabilities.size());
  HWY_DYNAMIC_DISPATCH(log_losses_here)(probabilities, negative, positive);
}

NewtonSums newton_sums(std::span<const double> x, std::span<const double> negatives,
                       std::span<const double> positives, const LogitLine& line) {
  assert(negatives.size() == x.size() && positives.size() == x.size());
  return HWY_DYNAMIC_DISPATCH(newton_sums_here)(x, negatives, positives, line);
}

MomentSums moment_sums(std::span<const double> probabilities, std::span<const double> negatives,
                       std::span<const double> positives) {
  assert(negatives.size() == probabilities.size() && positives.size() == probabilities.size());
  return HWY_DYNAMIC_DISPATCH(moment_sums_here)(probabilities, negatives, positives);
}

BinSums bin_sums(std::span<const double> probabilities, std::span<const double> negatives,
                 std::span<const double> positives) {
  assert(negatives.size() == probabilities.size() && positives.size() == probabilities.size());
  return HWY_DYNAMIC_DISPATCH(bin_sums_here)(probabilities, negatives, positives);
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

NewtonSums newton_sums_scalar(std::span<const double> x, std::span<const double> negatives,
                              std::span<const double> positives, const LogitLine& line) {
  std::array<CompensatedSum, 5> totals;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double offset = x[k] - line.centre;
    const double z = line.alpha + line.beta * offset;
    const double e = std::exp(-std::abs(z));
    const double larger = 1 / (1 + e);
    const double smaller = e * larger;
    const double g = z < 0 ? positives[k] * larger - negatives[k] * smaller
                           : positives[k] * smaller - negatives[k] * larger;
    const double c = (negatives[k] + positives[k]) * (larger * smaller);
    totals[0].add(g);
    totals[1].add(g * offset);
    totals[2].add(c);
    totals[3].add(c * offset);
    totals[4].add(c * offset * offset);
  }
  return {.gradient = totals[0].value(),
          .gradient_x = totals[1].value(),
          .curvature = totals[2].value(),
          .curvature_x = totals[3].value(),
          .curvature_xx = totals[4].value()};
}

MomentSums moment_sums_scalar(std::span<const double> probabilities,
                              std::span<const double> negatives,
                              std::span<const double> positives) {
  std::array<CompensatedSum, 7> totals;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    const double p = probabilities[k];
    const double x = 1 - 2 * p;
    const double e = positives[k] * (1 - p) - negatives[k] * p;
    const double h = (negatives[k] + positives[k]) * (p * (1 - p));
    totals[0].add((negatives[k] + positives[k]) * p);
    totals[1].add(negatives[k] * (p * p));
    totals[1].add(positives[k] * ((1 - p) * (1 - p)));
    totals[2].add(e);
    totals[3].add(e * x);
    totals[4].add(h);
    totals[5].add(h * x);
    totals[6].add(h * x * x);
  }
  return {.expected = totals[0].value(),
          .squares = totals[1].value(),
          .excess = totals[2].value(),
          .excess_x = totals[3].value(),
          .variance = totals[4].value(),
          .variance_x = totals[5].value(),
          .variance_xx = totals[6].value()};
}

BinSums bin_sums_scalar(std::span<const double> probabilities, std::span<const double> negatives,
                        std::span<const double> positives) {
  std::array<CompensatedSum, 3> totals;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    totals[0].add(negatives[k] + positives[k]);
    totals[1].add(positives[k]);
    totals[2].add((negatives[k] + positives[k]) * probabilities[k]);
  }
  return {
      .weight = totals[0].value(), .positives = totals[1].value(), .expected = totals[2].value()};
}

}  // namespace calibrant::metrics
#endif  // HWY_ONCE
