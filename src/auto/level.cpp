#include "auto/level.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "auto/log_odds.hpp"
#include "binning/boundary_prior.hpp"
#include "observations/builder.hpp"

namespace calibrant {
namespace {

void add_gaps(Level& level, const std::vector<Scale>& scales) {
  for (const Scale scale : scales) {
    level.gaps[static_cast<std::size_t>(scale)] =
        make_boundary_prior(level.observations, scale).gap;
  }
}

}  // namespace

Level finest_level(const Observations& observations, const std::vector<BaseFit>& bases,
                   const std::vector<Scale>& scales, ProgressMeter& meter) {
  Level level = {.observations = observations};
  for (const BaseFit& base : bases) {
    meter.advance(0);
    level.log_odds.push_back(base.map.log_odds(observations.scores()));
    level.log_likelihood.push_back(base.log_likelihood);
  }
  add_gaps(level, scales);
  return level;
}

Level merged_level(const Level& level, std::size_t most_groups, const std::vector<Scale>& scales,
                   ProgressMeter& meter) {
  if (level.observations.groups() <= most_groups) return level;
  std::vector<std::size_t> ends;
  Level merged = {.observations = merge_groups(level.observations, most_groups, &ends)};
  const auto negatives = level.observations.negatives();
  const auto positives = level.observations.positives();
  for (const std::vector<double>& fine : level.log_odds) {
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
        p += weight * logistic(fine[k]);
        complement += weight * logistic(-fine[k]);
      }
      log_odds.push_back(cut_log_odds(std::log(p) - std::log(complement)));
    }
    merged.log_likelihood.push_back(log_likelihood(merged.observations, log_odds));
    merged.log_odds.push_back(std::move(log_odds));
  }
  add_gaps(merged, scales);
  return merged;
}

}  // namespace calibrant
