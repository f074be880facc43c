// The measures of a scorecard as a list: name, value, interval. For code that treats all alike.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "calibrant/bootstrap.hpp"
#include "calibrant/metrics.hpp"

namespace calibrant::metrics {

/// How the interval comes from the replicates: see calibrant/bootstrap.hpp.
enum class IntervalKind { kQuantiles, kInflated, kDistance };

struct Measure {
  std::string_view name;  ///< as in Scorecard
  std::optional<double> (*value)(const Scorecard&);
  std::optional<MeasureInterval> ScorecardIntervals::*interval;
  IntervalKind kind = IntervalKind::kQuantiles;
};

#define CALIBRANT_MEASURE(name, kind)                                    \
  Measure {                                                              \
#name, [](const Scorecard& card) -> std::optional < double>          \
    { return card.name; }, &ScorecardIntervals::name, IntervalKind::kind \
  }

/// Every measure that has an interval.
inline constexpr std::array kMeasures = {
    CALIBRANT_MEASURE(prevalence, kQuantiles),
    CALIBRANT_MEASURE(accuracy, kQuantiles),
    CALIBRANT_MEASURE(auc, kQuantiles),
    CALIBRANT_MEASURE(rmse, kQuantiles),
    CALIBRANT_MEASURE(ece, kDistance),
    CALIBRANT_MEASURE(mce, kDistance),
    CALIBRANT_MEASURE(ece_equal_mass, kDistance),
    CALIBRANT_MEASURE(mce_equal_mass, kDistance),
    CALIBRANT_MEASURE(brier, kQuantiles),
    CALIBRANT_MEASURE(miscalibration, kDistance),
    CALIBRANT_MEASURE(discrimination, kInflated),
    CALIBRANT_MEASURE(uncertainty, kQuantiles),
    CALIBRANT_MEASURE(log_loss, kQuantiles),
    CALIBRANT_MEASURE(calibration_slope, kQuantiles),
    CALIBRANT_MEASURE(calibration_intercept, kQuantiles),
    CALIBRANT_MEASURE(observed_expected, kQuantiles),
    CALIBRANT_MEASURE(ici, kDistance),
    CALIBRANT_MEASURE(e90, kDistance),
};

#undef CALIBRANT_MEASURE

}  // namespace calibrant::metrics
