#include "metrics/holm.hpp"

#include <algorithm>
#include <cstddef>

namespace calibrant::metrics {

double smallest_of(std::size_t tests, double chance) {
  return std::min(TestOptions().smallest,
                  chance / static_cast<double>(std::max(tests, std::size_t{1})));
}

std::vector<std::optional<double>> holm(const std::vector<std::optional<double>>& p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i]) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *p[i]; });
  std::vector<std::optional<double>> result(p.size());
  double largest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    largest = std::max(largest, *p[order[k]] * static_cast<double>(order.size() - k));
    result[order[k]] = std::min(1.0, largest);
  }
  return result;
}

}  // namespace calibrant::metrics
