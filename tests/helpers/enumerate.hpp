// SBB and ABB from their definition: every one of the 2^(m-1) binnings is visited, scored by the
// paper's equation 6 in long double, and maximised or averaged. No recursion of the library is
// used, and none of its functions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "calibrant/observations.hpp"
#include "calibrant/prior.hpp"

namespace calibrant::testing {

struct Enumerated {
  long double log_evidence = 0;            // log of the sum of Score(M) over all binnings
  std::vector<long double> probabilities;  // ABB's P_k for every group
  long double log_best = 0;                // log Score of the best binning
  long double log_runner_up = 0;           // of the second best: a tie is not decidable
  std::vector<std::size_t> best_ends;      // one past the last group of each bin
};

/// log P(boundary) and log P(no boundary) behind each group, as docs/math/sbb.md defines them.
struct BoundaryLogs {
  std::vector<long double> with;
  std::vector<long double> without;
};

inline BoundaryLogs boundary_logs(const Observations& seen, Scale scale, double lambda) {
  const auto s = seen.scores();
  const auto n = [&](std::size_t k) {
    return static_cast<long double>(seen.negatives()[k]) + seen.positives()[k];
  };
  const auto logit = [](long double p) {
    const long double q = 1 - p < 1e-12L ? 1e-12L : 1 - std::max(p, 1e-12L);
    return std::log(std::clamp(p, 1e-12L, 1 - 1e-12L) / q);
  };
  const std::size_t m = seen.groups();
  long double total = 0;
  for (std::size_t k = 0; k < m; ++k) total += n(k);
  BoundaryLogs logs;
  for (std::size_t k = 0; k + 1 < m; ++k) {
    long double fraction = 0;
    switch (scale) {
      case Scale::kRank:
        fraction = (n(k) + n(k + 1)) / 2 / total;
        break;
      case Scale::kScore:
        fraction = (static_cast<long double>(s[k + 1]) - s[k]) /
                   (static_cast<long double>(s[m - 1]) - s[0]);
        break;
      case Scale::kLogit:
        fraction = (logit(s[k + 1]) - logit(s[k])) / (logit(s[m - 1]) - logit(s[0]));
        break;
    }
    const long double x = lambda * fraction;
    logs.with.push_back(std::log(-std::expm1(-x)));
    logs.without.push_back(-x);
  }
  return logs;
}

inline Enumerated enumerate(const Observations& seen, Scale scale, double lambda) {
  const std::size_t m = seen.groups();
  const BoundaryLogs prior = boundary_logs(seen, scale, lambda);
  const std::uint64_t binnings = std::uint64_t{1} << (m - 1);

  // Bit k of `binning` set: a boundary behind group k.
  const auto visit = [&](std::uint64_t binning, auto&& on_bin) {
    long double log_score = 0;
    long double negatives = 0;
    long double positives = 0;
    std::size_t first = 0;
    for (std::size_t k = 0; k < m; ++k) {
      negatives += seen.negatives()[k];
      positives += seen.positives()[k];
      const bool boundary = k + 1 == m || ((binning >> k) & 1U) != 0;
      if (k + 1 < m) log_score += boundary ? prior.with[k] : prior.without[k];
      if (!boundary) continue;
      log_score += std::lgamma(negatives + 1) + std::lgamma(positives + 1) -
                   std::lgamma(negatives + positives + 2);
      on_bin(first, k + 1, (positives + 1) / (negatives + positives + 2));
      first = k + 1;
      negatives = positives = 0;
    }
    return log_score;
  };

  Enumerated result;
  result.log_best = result.log_runner_up = -std::numeric_limits<long double>::infinity();
  std::vector<long double> log_scores(binnings);
  std::uint64_t best = 0;
  for (std::uint64_t binning = 0; binning < binnings; ++binning) {
    const long double log_score = visit(binning, [](std::size_t, std::size_t, long double) {});
    log_scores[binning] = log_score;
    if (log_score > result.log_best) {
      result.log_runner_up = result.log_best;
      result.log_best = log_score;
      best = binning;
    } else {
      result.log_runner_up = std::max(result.log_runner_up, log_score);
    }
  }
  visit(best, [&](std::size_t, std::size_t end, long double) { result.best_ends.push_back(end); });

  long double sum = 0;
  result.probabilities.assign(m, 0);
  for (std::uint64_t binning = 0; binning < binnings; ++binning) {
    const long double share = std::exp(log_scores[binning] - result.log_best);
    sum += share;
    visit(binning, [&](std::size_t first, std::size_t end, long double mean) {
      for (std::size_t k = first; k < end; ++k) result.probabilities[k] += share * mean;
    });
  }
  for (auto& p : result.probabilities) p /= sum;
  result.log_evidence = result.log_best + std::log(sum);
  return result;
}

}  // namespace calibrant::testing
