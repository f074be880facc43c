// The table of measures with what only the library needs of it: how each is made.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <vector>

#include "calibrant/measures.hpp"
#include "metrics/measures.hpp"

namespace calibrant::metrics {

/// What measures are made of. Each function below prepares the part under its name.
struct Parts {
  const Predictions& predictions;
  std::size_t bins;

  // prepare_recalibration
  BrierSplit split = {};
  CalibrationDistance distance = {};
  // prepare_logits
  double log_loss = 0;
  LogitFit logits = {};
  // prepare_width_bins, prepare_mass_bins
  CalibrationError width = {};
  CalibrationError mass = {};
  // prepare_sums
  MomentSums sums = {};
  double brier = 0;
};

struct MeasureRow {
  Measure shown;
  void (*prepare)(Parts&);  ///< the part that the measure is made of
  void (*measure)(const Parts&, Scorecard&);
};

using WantedMeasures = std::vector<const MeasureRow*>;
WantedMeasures all_measures();
using IntervalField = std::optional<MeasureInterval> ScorecardIntervals::*;
WantedMeasures measures_of(std::initializer_list<IntervalField> fields);

/// Prepares what the wanted measures are made of, and fills them in. The number of threads changes
/// no bit.
void fill_in(Parts& parts, const WantedMeasures& wanted, unsigned threads, Scorecard& card);

}  // namespace calibrant::metrics
