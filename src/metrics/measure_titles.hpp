// The measures of a scorecard in the order in which people read them, with their titles.
#pragma once

#include <array>
#include <string_view>

namespace calibrant::metrics {

struct MeasureTitle {
  std::string_view measure;  ///< as in measure_table.hpp
  std::string_view title;
};

inline constexpr std::array kMeasureTitles = {
    MeasureTitle{"log_loss", "log loss"},
    MeasureTitle{"brier", "Brier score"},
    MeasureTitle{"miscalibration", "  miscalibration"},
    MeasureTitle{"discrimination", "  - discrimination"},
    MeasureTitle{"uncertainty", "  + uncertainty"},
    MeasureTitle{"rmse", "RMSE"},
    MeasureTitle{"ece", "ECE, equal width"},
    MeasureTitle{"mce", "MCE, equal width"},
    MeasureTitle{"ece_equal_mass", "ECE, equal mass"},
    MeasureTitle{"mce_equal_mass", "MCE, equal mass"},
    MeasureTitle{"ici", "ICI"},
    MeasureTitle{"e90", "E90"},
    MeasureTitle{"calibration_slope", "calibration slope"},
    MeasureTitle{"calibration_intercept", "calibration intercept"},
    MeasureTitle{"observed_expected", "observed / expected"},
    MeasureTitle{"auc", "AUC"},
    MeasureTitle{"accuracy", "accuracy at 1/2"},
    MeasureTitle{"prevalence", "prevalence"},
};

}  // namespace calibrant::metrics
