// Dispatch of kernels/softmax.hpp to the best instruction set of the machine, and the scalar twin.
#include "kernels/softmax.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/softmax.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "kernels/softmax-inl.hpp"

#if HWY_ONCE
#include <cassert>
#include <cmath>
#include <vector>

#include "math/compensated_sum.hpp"

namespace calibrant::kernels {

HWY_EXPORT(softmax_sums_here);
HWY_EXPORT(softmax_block_here);
HWY_EXPORT(add_softmax_block_here);
HWY_EXPORT(temperature_sums_here);

double softmax_sums(const RowBlocks& rows, const SoftmaxMap& map, std::span<const double> weights,
                    std::span<double> slope_sums, std::span<double> intercept_sums) {
  assert(map.intercepts.size() == rows.classes && intercept_sums.size() == rows.classes);
  assert(slope_sums.size() == map.slopes.size());
  return HWY_DYNAMIC_DISPATCH(softmax_sums_here)(rows, map, weights, slope_sums, intercept_sums);
}

void softmax_block(const double* x, std::size_t classes, const SoftmaxMap& map, double* out) {
  HWY_DYNAMIC_DISPATCH(softmax_block_here)(x, classes, map, out);
}

void add_softmax_block(const double* x, std::size_t classes, const SoftmaxMap& map, double weight,
                       double* scratch, double* sum) {
  HWY_DYNAMIC_DISPATCH(add_softmax_block_here)(x, classes, map, weight, scratch, sum);
}

void temperature_sums(const RowBlocks& rows, double slope, std::span<const double> weights,
                      const TemperatureUnits& units, const Quanta& quanta, TemperatureSums& sums) {
  HWY_DYNAMIC_DISPATCH(temperature_sums_here)(rows, slope, weights, units, quanta, sums);
}

double softmax_sums_scalar(const RowBlocks& rows, const SoftmaxMap& map,
                           std::span<const double> weights, std::span<double> slope_sums,
                           std::span<double> intercept_sums) {
  const std::size_t classes = rows.classes;
  const bool matrix = map.slopes.size() > classes;
  std::vector<CompensatedSum> slopes(slope_sums.size());
  std::vector<CompensatedSum> intercepts(classes);
  CompensatedSum loss;
  std::vector<double> z(classes);
  for (std::size_t row = 0; row < rows.blocks * kRowBlock; ++row) {
    const double* first = rows.x + row / kRowBlock * classes * kRowBlock + row % kRowBlock;
    const auto x = [&](std::size_t j) { return first[j * kRowBlock]; };
    for (std::size_t k = 0; k < classes; ++k) {
      z[k] = map.intercepts[k] + (matrix ? 0 : map.slopes[k] * x(k));
      for (std::size_t j = 0; matrix && j < classes; ++j) {
        z[k] += map.slopes[k * classes + j] * x(j);
      }
    }
    const double largest = *std::max_element(z.begin(), z.end());
    double sum = 0;
    for (const double value : z) sum += std::exp(value - largest);
    const double log_sum = largest + std::log(sum);
    loss.add(weights[row] * (log_sum - z[rows.labels[row]]));
    for (std::size_t k = 0; k < classes; ++k) {
      const double own = k == rows.labels[row] ? 1 : 0;
      const double residual = weights[row] * (std::exp(z[k] - log_sum) - own);
      intercepts[k].add(residual);
      if (!matrix) slopes[k].add(residual * x(k));
      for (std::size_t j = 0; matrix && j < classes; ++j) {
        slopes[k * classes + j].add(residual * x(j));
      }
    }
  }
  for (std::size_t i = 0; i < slopes.size(); ++i) slope_sums[i] = slopes[i].value();
  for (std::size_t k = 0; k < classes; ++k) intercept_sums[k] = intercepts[k].value();
  return loss.value();
}

}  // namespace calibrant::kernels
#endif
