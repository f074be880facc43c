// Binned offsets from their definition: every binning is visited, and each bin's offset is
// integrated by Simpson's rule in long double. No function of the library is used.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "calibrant/observations.hpp"
#include "helpers/enumerate.hpp"

namespace calibrant::testing {

struct EnumeratedOffsets {
  long double log_evidence = 0;
  std::vector<long double> probabilities;
};

inline EnumeratedOffsets enumerate_offsets(const Observations& seen,
                                           const std::vector<double>& log_odds, double tau,
                                           Scale scale, double lambda) {
  constexpr int kIntervals = 400;
  const std::size_t m = seen.groups();
  const BoundaryLogs prior = boundary_logs(seen, scale, lambda);
  // The bin of groups [first, end): the integral, and that of every group's rate.
  struct Bin {
    long double likelihood = 0;
    std::vector<long double> rates;
  };
  const auto integrate = [&](std::size_t first, std::size_t end) {
    Bin bin;
    bin.rates.assign(m, 0);
    const long double reach = 8 * static_cast<long double>(tau);
    const long double width = 2 * reach / kIntervals;
    for (int i = 0; i <= kIntervals; ++i) {
      const long double delta = i * width - reach;
      const long double simpson = i == 0 || i == kIntervals ? 1 : i % 2 == 1 ? 4 : 2;
      long double log_density = -delta * delta / (2 * tau * tau);
      for (std::size_t k = first; k < end; ++k) {
        const long double z = log_odds[k] + delta;
        log_density += -seen.positives()[k] * std::log1p(std::exp(-z)) -
                       seen.negatives()[k] * std::log1p(std::exp(z));
      }
      const long double mass = simpson * width / 3 * std::exp(log_density) /
                               (tau * std::sqrt(2 * 3.14159265358979323846L));
      bin.likelihood += mass;
      for (std::size_t k = first; k < end; ++k) {
        bin.rates[k] += mass / (1 + std::exp(-(log_odds[k] + delta)));
      }
    }
    return bin;
  };
  std::vector<std::vector<Bin>> bins(m);
  for (std::size_t first = 0; first < m; ++first) {
    for (std::size_t end = first + 1; end <= m; ++end) bins[first].push_back(integrate(first, end));
  }

  long double sum = 0;
  EnumeratedOffsets result;
  result.probabilities.assign(m, 0);
  for (std::uint64_t binning = 0; binning < std::uint64_t{1} << (m - 1); ++binning) {
    long double score = 1;
    std::vector<long double> rates(m, 0);
    std::size_t first = 0;
    for (std::size_t k = 0; k < m; ++k) {
      const bool boundary = k + 1 == m || ((binning >> k) & 1U) != 0;
      if (k + 1 < m) score *= std::exp(boundary ? prior.with[k] : prior.without[k]);
      if (!boundary) continue;
      const Bin& bin = bins[first][k - first];
      score *= bin.likelihood;
      for (std::size_t i = first; i <= k; ++i) rates[i] = bin.rates[i] / bin.likelihood;
      first = k + 1;
    }
    sum += score;
    for (std::size_t k = 0; k < m; ++k) result.probabilities[k] += score * rates[k];
  }
  for (long double& p : result.probabilities) p /= sum;
  result.log_evidence = std::log(sum);
  return result;
}

}  // namespace calibrant::testing
