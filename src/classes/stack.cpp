#include "classes/stack.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace calibrant {
namespace {

// Several sums at a time, in a fixed order: no addition waits for the one before.
double inner_product(const std::vector<double>& a, const double* b) {
  constexpr std::size_t kSums = 8;
  std::array<double, kSums> sums = {};
  std::size_t i = 0;
  for (; i + kSums <= a.size(); i += kSums) {
    for (std::size_t j = 0; j < kSums; ++j) sums[j] += a[i + j] * b[i + j];
  }
  double sum = 0;
  for (; i < a.size(); ++i) sum += a[i] * b[i];
  for (const double one : sums) sum += one;
  return sum;
}

}  // namespace

std::vector<double> stack(const std::vector<std::vector<double>>& likelihoods,
                          std::span<const double> weights, std::vector<double> shares) {
  constexpr int kMaxRounds = 500;
  constexpr double kStill = 1e-7;
  const std::size_t members = likelihoods.size();
  const std::size_t rows = weights.size();
  const double prior = 1 / static_cast<double>(members);
  double total = 1;
  for (const double weight : weights) total += weight;
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
      const double share = (shares[c] * inner_product(mixture, given) + prior) / total;
      moved = std::max(moved, std::abs(share - shares[c]));
      shares[c] = share;
    }
    if (moved < kStill) break;
  }
  return shares;
}

}  // namespace calibrant
