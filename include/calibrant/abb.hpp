// ABB, Averaging over Bayesian Binnings: every binning, weighted by its posterior probability.
#pragma once

#include <optional>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/prior.hpp"

namespace CALIBRANT_API calibrant {

enum class Lookup {
  kLinear,    ///< a straight line between the probabilities of two neighbouring scores
  kPrevious,  ///< the probability of the last score that is not larger: the paper's tables
};

struct AbbOptions {
  Prior prior = {};
  Lookup lookup = Lookup::kLinear;
  /// Credible band at this level, from the posterior of theta at each score.
  std::optional<double> level = {};
  Execution execution = {};
};

Curve fit_abb(const Observations& observations, const AbbOptions& options = {});

}  // namespace calibrant
