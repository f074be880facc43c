#include "auto/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/log_odds.hpp"
#include "observations/builder.hpp"

namespace calibrant {

const std::vector<double>& Resolution::gaps_on(Scale scale) const {
  return std::ranges::find(scales, scale, &ScaleGaps::scale)->gaps;
}

Resolution finest_resolution(const Observations& observations,
                             const std::vector<FittedFamily>& bases,
                             const std::vector<Scale>& scales, ProgressMeter& meter) {
  Resolution fine = {.observations = observations};
  for (const FittedFamily& base : bases) {
    meter.advance(0);
    fine.log_odds.push_back(base.log_odds(observations.scores()));
    fine.log_likelihood.push_back(base.log_likelihood);
  }
  for (const Scale scale : scales) {
    fine.scales.push_back({scale, make_boundary_prior(observations, scale).gap});
  }
  return fine;
}

Resolution merged(const Resolution& fine, std::size_t most_groups, ProgressMeter& meter) {
  if (fine.observations.groups() <= most_groups) return fine;
  std::vector<std::size_t> ends;
  Resolution coarse = {.observations = merge_groups(fine.observations, most_groups, &ends)};
  const auto negatives = fine.observations.negatives();
  const auto positives = fine.observations.positives();
  for (const std::vector<double>& fine_log_odds : fine.log_odds) {
    meter.advance(0);
    std::vector<double> log_odds;
    log_odds.reserve(ends.size());
    std::size_t k = 0;
    for (const std::size_t end : ends) {
      // Both sums, since 1 - p has no digits where p is near 1.
      double p = 0;
      double complement = 0;
      for (; k < end; ++k) {
        const double weight = negatives[k] + positives[k];
        p += weight * logistic(fine_log_odds[k]);
        complement += weight * logistic(-fine_log_odds[k]);
      }
      log_odds.push_back(cut_log_odds(std::log(p) - std::log(complement)));
    }
    coarse.log_likelihood.push_back(log_likelihood(coarse.observations, log_odds));
    coarse.log_odds.push_back(std::move(log_odds));
  }
  for (const ScaleGaps& one : fine.scales) {
    coarse.scales.push_back({one.scale, make_boundary_prior(coarse.observations, one.scale).gap});
  }
  return coarse;
}

}  // namespace calibrant
