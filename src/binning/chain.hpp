// ABB's sum over all binnings as a chain along the groups, in either direction.
//
// Let g(k, theta) be the joint probability of the labels of groups 1..k and of a bin with rate
// theta that holds group k (all its earlier boundaries summed out). One pass along the groups gives
//   total_k = integral of g(k, .)          mean_k = mean of theta under g(k, .)
// and everything ABB needs follows from the two passes, one per direction (abb.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "binning/nodes.hpp"
#include "calibrant/observations.hpp"
#include "support/progress.hpp"

namespace calibrant {

/// The groups in the order of a pass, with the prior at one lambda.
struct Chain {
  std::vector<double> negatives;
  std::vector<double> positives;
  std::vector<double> stay;  ///< 1 - q before group k; stay[0] is not used
  std::vector<double> jump;  ///< q before group k
  BinPrior prior = {};       ///< for direct_pass; nodes have their own

  std::size_t size() const { return negatives.size(); }
};

Chain make_chain(const Observations& observations, const std::vector<double>& gaps, double lambda,
                 bool backward);

/// What a pass leaves behind, in the order of the pass. Totals are mantissas with an exponent of
/// two, so that no logarithm rounds them: at N = 1e6 a log of the evidence has an ulp of 1e-10.
/// The peak likelihood of each heavy group is left out of all totals (log_peaks).
struct Pass {
  std::vector<double> total;
  std::vector<std::int32_t> exponent;
  std::vector<double> mean;
};

/// Groups of at most this weight are taken apart into unit steps; heavier ones, and fractional
/// ones, are one step whose likelihood is scaled by its peak.
bool is_light(double negatives, double positives);

/// log of the peak of theta^positives (1 - theta)^negatives for a heavy group, 0 for a light one.
double log_peak(double negatives, double positives);

/// The sum of log_peak over all groups: log evidence = log of the last total + this.
double log_peaks(const Chain& chain);

/// O(groups * nodes): the integral over theta is a sum over nodes (docs/math/abb.md).
Pass quadrature_pass(const Chain& chain, const Nodes& nodes, ProgressMeter& meter);

/// O(groups^2): the state is the start of the current bin; bins are integrated in closed form.
Pass direct_pass(const Chain& chain, ProgressMeter& meter);

}  // namespace calibrant
