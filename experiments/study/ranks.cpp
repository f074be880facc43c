#include "study/ranks.hpp"

#include <array>
#include <cmath>

namespace calibrant::experiments {

std::vector<double> mean_ranks(const std::vector<std::vector<double>>& losses) {
  std::vector<double> ranks(losses.front().size(), 0);
  for (const std::vector<double>& problem : losses) {
    for (std::size_t m = 0; m < problem.size(); ++m) {
      double rank = 1;
      for (std::size_t other = 0; other < problem.size(); ++other) {
        if (other == m) continue;
        if (problem[other] < problem[m]) rank += 1;
        if (problem[other] == problem[m]) rank += 0.5;
      }
      ranks[m] += rank / static_cast<double>(losses.size());
    }
  }
  return ranks;
}

double critical_difference(std::size_t methods, std::size_t problems) {
  // The studentised range at 5 % over sqrt 2, for 2, 3, ... 15 methods.
  constexpr std::array<double, 14> kRange = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031,
                                             3.102, 3.164, 3.219, 3.268, 3.313, 3.354, 3.391};
  const auto k = static_cast<double>(methods);
  return kRange.at(methods - 2) * std::sqrt(k * (k + 1) / (6 * static_cast<double>(problems)));
}

}  // namespace calibrant::experiments
