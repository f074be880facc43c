// The methods by the names they have on the command line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace calibrant::cli {

/// The options of all methods together, as the command line has them.
struct MethodOptions {
  std::string lambda = "auto";  ///< or a number
  std::string scale = "rank";
  std::optional<double> level = {};
  bool smoothing = true;
  std::string lookup = "linear";
  std::size_t bins = 10;
  bool monotone = false;
  Execution execution = {};
};

/// Every method that gives a curve, in the order of the tables: auto abb sbb platt platt-logit
/// beta histogram isotonic.
const std::vector<std::string>& method_names();

/// Throws UsageError for an unknown name or options that do not fit.
Curve fit_method(const std::string& name, const Observations& observations,
                 const MethodOptions& options);

/// Do the scores have to be probabilities?
bool needs_probabilities(const std::string& name);

}  // namespace calibrant::cli
