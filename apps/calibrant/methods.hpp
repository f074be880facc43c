// The methods with their options in the words of the command line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/method.hpp"
#include "calibrant/observations.hpp"

namespace calibrant::cli {

/// The options of all methods together, as they were written.
struct MethodFlags {
  std::string lambda = "auto";  ///< or a number
  std::string scale = "rank";
  std::optional<double> level = {};
  bool smoothing = true;
  std::string lookup = "linear";
  std::size_t bins = 10;
  bool monotone = false;
  Execution execution = {};
};

/// Throws UsageError for words that mean nothing.
MethodOptions options_of(const MethodFlags& flags);

/// Throws UsageError for an unknown name or words that mean nothing.
Curve fit_method(const std::string& name, const Observations& observations,
                 const MethodFlags& flags);

}  // namespace calibrant::cli
