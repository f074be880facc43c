// Every method by its name, for programs that let their users choose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "calibrant/abb.hpp"
#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/prior.hpp"

namespace CALIBRANT_API calibrant {

/// The options of all methods together; each method reads its own.
struct MethodOptions {
  Prior prior = {};                  ///< abb, sbb
  Lookup lookup = Lookup::kLinear;   ///< abb
  std::optional<double> level = {};  ///< auto, abb, sbb, histogram
  bool smoothing = true;             ///< sbb, histogram
  std::size_t bins = 10;             ///< histogram
  HistogramOptions::Strategy strategy = HistogramOptions::Strategy::kEqualFrequency;  ///< histogram
  bool interpolate = false;                                                           ///< isotonic
  bool monotone = false;                                                              ///< auto
  Execution execution = {};
};

/// Every method that gives a curve, in the order of the tables: auto abb sbb platt platt-logit beta
/// histogram isotonic.
const std::vector<std::string_view>& method_names();

/// Do the scores have to be probabilities? Throws OptionError for an unknown name.
bool needs_probabilities(std::string_view method);

/// Throws OptionError for an unknown name, and what the method throws.
Curve fit_method(std::string_view method, const Observations& observations,
                 const MethodOptions& options = {});

/// From rows, which not every method has to sort: the same curve as through observe(). Throws
/// InputError too.
Curve fit_method(std::string_view method, std::span<const double> scores,
                 std::span<const std::uint8_t> labels, std::span<const double> weights = {},
                 const MethodOptions& options = {});

}  // namespace calibrant
