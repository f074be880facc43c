#include "kernels/logistic_sums.hpp"

#include <cmath>
#include <cstddef>

#include "metrics/sum.hpp"

namespace calibrant {

LogisticSums logistic_sums(std::span<const double> x, std::span<const double> negatives,
                           std::span<const double> positives, const LogisticLine& line) {
  metrics::Sum gradient;
  metrics::Sum gradient_x;
  metrics::Sum curvature;
  metrics::Sum curvature_x;
  metrics::Sum curvature_xx;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double offset = x[k] - line.centre;
    const double z = line.alpha + line.beta * offset;
    const double e = std::exp(-std::abs(z));
    const double near = 1 / (1 + e);  // the larger of s and 1 - s
    const double far = e * near;
    const double s = z >= 0 ? near : far;
    const double rest = z >= 0 ? far : near;
    const double g = positives[k] * rest - negatives[k] * s;
    const double c = (negatives[k] + positives[k]) * (near * far);
    gradient.add(g);
    gradient_x.add(g * offset);
    curvature.add(c);
    curvature_x.add(c * offset);
    curvature_xx.add(c * offset * offset);
  }
  return {.gradient = gradient.value(),
          .gradient_x = gradient_x.value(),
          .curvature = curvature.value(),
          .curvature_x = curvature_x.value(),
          .curvature_xx = curvature_xx.value()};
}

}  // namespace calibrant
