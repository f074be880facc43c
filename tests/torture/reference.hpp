// SBB and ABB from their definition in fifty decimal digits (Boost.Multiprecision), O(groups^2)
// with the paper's two recursions: no function of the library, no cleverness, and no double on the
// way.
#pragma once

#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "calibrant/observations.hpp"
#include "calibrant/prior.hpp"

namespace calibrant::testing {

using Exact = boost::multiprecision::cpp_bin_float_50;

struct ExactBinnings {
  Exact log_evidence;                // log of the sum over all binnings
  Exact log_best;                    // log of the best of them
  std::vector<Exact> probabilities;  // ABB's, of every group
};

/// d_k / D behind each group but the last.
inline std::vector<Exact> exact_gaps(const Observations& seen, Scale scale) {
  const auto place = [&](std::size_t k) -> Exact {
    const Exact s = seen.scores()[k];
    if (scale != Scale::kLogit) return s;
    const Exact clip("1e-12");
    const Exact low = s < clip ? clip : s;
    const Exact high = 1 - s < clip ? clip : Exact(1 - s);
    return log(low) - log(high);
  };
  const auto weight = [&](std::size_t k) -> Exact {
    return Exact(seen.negatives()[k]) + seen.positives()[k];
  };
  Exact total = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) total += weight(k);
  const std::size_t last = seen.groups() - 1;
  std::vector<Exact> gaps;
  for (std::size_t k = 0; k < last; ++k) {
    gaps.push_back(scale == Scale::kRank
                       ? Exact((weight(k) + weight(k + 1)) / 2 / total)
                       : Exact((place(k + 1) - place(k)) / (place(last) - place(0))));
  }
  return gaps;
}

inline Exact log_of_sum(const std::vector<Exact>& logs) {
  const Exact best = *std::max_element(logs.begin(), logs.end());
  Exact sum = 0;
  for (const Exact& one : logs) sum += exp(Exact(one - best));
  return best + log(sum);
}

inline ExactBinnings exact_binnings(const Observations& seen, Scale scale, double lambda) {
  const std::size_t m = seen.groups();
  const std::vector<Exact> gaps = exact_gaps(seen, scale);
  std::vector<Exact> log_q(m, Exact(0));  // a boundary behind group k; certain behind the last
  std::vector<Exact> stays(m, Exact(0));  // the logs of 1 - q before group k, added up
  for (std::size_t k = 0; k + 1 < m; ++k) {
    const Exact x = lambda * gaps[k];
    log_q[k] = log(Exact(-boost::math::expm1(Exact(-x))));
    stays[k + 1] = stays[k] - x;
  }
  std::vector<Exact> negatives(m + 1, Exact(0));
  std::vector<Exact> positives(m + 1, Exact(0));
  for (std::size_t k = 0; k < m; ++k) {
    negatives[k + 1] = negatives[k] + seen.negatives()[k];
    positives[k + 1] = positives[k] + seen.positives()[k];
  }
  // log Score of the bin [l, u], by l and u - l; and its posterior mean.
  std::vector<std::vector<Exact>> log_score(m);
  std::vector<std::vector<Exact>> mean(m);
  for (std::size_t l = 0; l < m; ++l) {
    for (std::size_t u = l; u < m; ++u) {
      const Exact a = negatives[u + 1] - negatives[l];
      const Exact b = positives[u + 1] - positives[l];
      log_score[l].push_back(log_q[u] + stays[u] - stays[l] + boost::math::lgamma(Exact(a + 1)) +
                             boost::math::lgamma(Exact(b + 1)) -
                             boost::math::lgamma(Exact(a + b + 2)));
      mean[l].push_back((b + 1) / (a + b + 2));
    }
  }
  std::vector<Exact> forward(m + 1, Exact(0));
  std::vector<Exact> best(m + 1, Exact(0));
  std::vector<Exact> backward(m + 1, Exact(0));
  for (std::size_t u = 0; u < m; ++u) {
    std::vector<Exact> logs;
    std::vector<Exact> bests;
    for (std::size_t l = 0; l <= u; ++l) {
      logs.emplace_back(forward[l] + log_score[l][u - l]);
      bests.emplace_back(best[l] + log_score[l][u - l]);
    }
    forward[u + 1] = log_of_sum(logs);
    best[u + 1] = *std::max_element(bests.begin(), bests.end());
  }
  for (std::size_t l = m; l-- > 0;) {
    std::vector<Exact> logs;
    for (std::size_t u = l; u < m; ++u) logs.emplace_back(log_score[l][u - l] + backward[u + 1]);
    backward[l] = log_of_sum(logs);
  }
  ExactBinnings result = {forward[m], best[m], std::vector<Exact>(m, Exact(0))};
  for (std::size_t l = 0; l < m; ++l) {
    for (std::size_t u = l; u < m; ++u) {
      const Exact share =
          exp(Exact(forward[l] + log_score[l][u - l] + backward[u + 1] - forward[m])) *
          mean[l][u - l];
      for (std::size_t k = l; k <= u; ++k) result.probabilities[k] += share;
    }
  }
  return result;
}

}  // namespace calibrant::testing
