// The observations at one resolution, with all that the candidates share there.
#pragma once

#include <cstddef>
#include <vector>

#include "binning/boundary_prior.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/prior.hpp"
#include "families/family.hpp"
#include "support/progress.hpp"

namespace calibrant {

struct Resolution {
  Observations observations;
  /// Per base and group. A merged group has the log odds of its members' mean probability.
  std::vector<std::vector<double>> log_odds = {};
  /// Per base: the log likelihood of these observations, without offsets.
  std::vector<double> log_likelihood = {};
  std::vector<ScaleGaps> scales = {};

  /// The gaps on a scale that the resolution was made with.
  const std::vector<double>& gaps_on(Scale scale) const;
};

/// Many neighbours joined into about `most_cells` of equal weight, and into more where scores that
/// far apart would be joined: what bases are fitted to. The two lowest and the two highest scores
/// stay, since bases read exact 0s and 1s from them.
Observations join_cells(const Observations& observations, std::size_t most_cells);

/// One group per score. The meter is asked between bases whether to go on.
Resolution finest_resolution(const Observations& observations,
                             const std::vector<FittedFamily>& bases,
                             const std::vector<Scale>& scales, ProgressMeter& meter);

/// Neighbours merged until at most `most_groups` are left.
Resolution merged(const Resolution& fine, std::size_t most_groups, ProgressMeter& meter);

}  // namespace calibrant
