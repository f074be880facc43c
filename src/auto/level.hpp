// The observations at one resolution, with all that the candidates share there.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "auto/base_map.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/prior.hpp"
#include "support/progress.hpp"

namespace calibrant {

struct Level {
  Observations observations;
  /// Per base and group. A merged group has the log odds of its members' mean probability.
  std::vector<std::vector<double>> log_odds = {};
  /// Per base: the log likelihood of these observations, without offsets.
  std::vector<double> log_likelihood = {};
  /// Per scale (as a number): d_k / D; empty where the scale is not used.
  std::array<std::vector<double>, 3> gaps = {};
};

/// One group per score. The meter is asked between bases whether to go on.
Level finest_level(const Observations& observations, const std::vector<BaseFit>& bases,
                   const std::vector<Scale>& scales, ProgressMeter& meter);

/// Neighbours merged until at most `most_groups` are left.
Level merged_level(const Level& level, std::size_t most_groups, const std::vector<Scale>& scales,
                   ProgressMeter& meter);

}  // namespace calibrant
