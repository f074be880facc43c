// What follows from a threshold: who is above it, and what that is worth.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "calibrant/observations.hpp"
#include "report/page.hpp"

namespace calibrant::report {

/// Rows whose probability is at or above a threshold.
struct Decision {
  double threshold = 0;
  double above = 0;        ///< weight
  double expected = 0;     ///< positives among them, by the probabilities
  double observed = 0;     ///< positives among them
  double net_benefit = 0;  ///< see calibrant/metrics.hpp
};

/// For ascending thresholds below 1.
std::vector<Decision> decide(const Observations& predictions,
                             const std::vector<double>& thresholds);

/// 0.01 to 0.99; where positives are rarer than one in twenty, 61 values that grow by a factor.
std::vector<double> usual_thresholds(double prevalence);

/// The place in `thresholds` where the slider stands at first: 0.5, or the prevalence if positives
/// are rare.
std::size_t usual_choice(const std::vector<double>& thresholds, double prevalence);

struct NamedDecisions {
  std::string name;
  std::vector<Decision> decisions;
};

/// The table at one threshold, the slider that changes it, the net-benefit curves, and every number
/// behind them. Adds to the open section of the page.
void add_decisions(Page& page, const std::vector<NamedDecisions>& all, double prevalence,
                   double total);

}  // namespace calibrant::report
