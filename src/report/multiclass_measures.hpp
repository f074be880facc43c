// The measures of several classes, in the order in which people read them.
#pragma once

#include <optional>
#include <vector>

#include "calibrant/assess.hpp"

namespace calibrant::report {

struct MulticlassMeasure {
  const char* name;
  const char* title;
  double value;
  std::optional<MeasureInterval> interval;
};

inline std::vector<MulticlassMeasure> measures_of(const MulticlassAssessment& found) {
  const MulticlassScorecard& card = found.card;
  return {{"log_loss", "log loss", card.log_loss, found.log_loss},
          {"brier", "Brier score, 0 to 2", card.brier, {}},
          {"accuracy", "accuracy", card.accuracy, found.accuracy},
          {"top_label_ece", "top-label ECE", card.top_label_ece, found.top_label_ece},
          {"top_label_mce", "top-label MCE", card.top_label_mce, found.top_label_mce},
          {"class_wise_ece", "class-wise ECE", card.class_wise_ece, {}}};
}

}  // namespace calibrant::report
