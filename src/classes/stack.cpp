#include "classes/stack.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace calibrant {

std::vector<double> stack(const std::vector<std::vector<double>>& likelihoods,
                          std::span<const double> weights) {
  constexpr int kMaxRounds = 200;
  constexpr double kStill = 1e-7;
  const std::size_t members = likelihoods.size();
  const std::size_t rows = weights.size();
  const double prior = 1 / static_cast<double>(members);
  double total = 1;
  for (const double weight : weights) total += weight;
  std::vector<double> shares(members, prior);
  std::vector<double> mixture(rows);
  for (int round = 0; round < kMaxRounds; ++round) {
    std::fill(mixture.begin(), mixture.end(), std::numeric_limits<double>::min());
    for (std::size_t c = 0; c < members; ++c) {
      const double* given = likelihoods[c].data();
      for (std::size_t i = 0; i < rows; ++i) mixture[i] += shares[c] * given[i];
    }
    for (std::size_t i = 0; i < rows; ++i) mixture[i] = weights[i] / mixture[i];
    double moved = 0;
    for (std::size_t c = 0; c < members; ++c) {
      const double* given = likelihoods[c].data();
      double sum = 0;
      for (std::size_t i = 0; i < rows; ++i) sum += mixture[i] * given[i];
      const double share = (shares[c] * sum + prior) / total;
      moved = std::max(moved, std::abs(share - shares[c]));
      shares[c] = share;
    }
    if (moved < kStill) break;
  }
  return shares;
}

}  // namespace calibrant
