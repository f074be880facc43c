// SBB, Selection over Bayesian Binnings: the one binning with the highest Bayesian score.
#pragma once

#include <optional>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/prior.hpp"

namespace CALIBRANT_API calibrant {

struct SbbOptions {
  Prior prior = {};
  /// A bin's value: (positives + 1) / (weight + 2), or the plain fraction.
  bool smoothing = true;
  /// Credible band at this level, from the Beta posterior of each bin.
  std::optional<double> level = {};
  Execution execution = {};
};

/// Exact: the maximum over all 2^(groups - 1) binnings (and over lambda, if it is not fixed).
/// Among equals the longer bin wins.
Curve fit_sbb(const Observations& observations, const SbbOptions& options = {});

}  // namespace calibrant
