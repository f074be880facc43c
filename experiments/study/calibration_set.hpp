// The paper's footnote: "the separation between training set and calibration set is not necessary".
#pragma once

#include <string>
#include <vector>

#include "study/study.hpp"

namespace calibrant::experiments {

/// Which rows the calibrator learns from.
enum class Scheme {
  kTraining,        ///< the classifier's scores for its own training rows
  kSeparate,        ///< rows the classifier has not seen: the paper's experiments
  kAll,             ///< classifier and calibrator both see training and calibration rows
  kCrossValidated,  ///< all rows too, but each is scored by a classifier that has not seen it
};
inline constexpr std::array<Scheme, 4> kSchemes = {Scheme::kTraining, Scheme::kSeparate,
                                                   Scheme::kAll, Scheme::kCrossValidated};
std::string name(Scheme scheme);

struct SchemeResult {
  Experiment experiment;
  /// For each method one column per scheme, in the order of kSchemes.
  std::vector<std::array<Column, kSchemes.size()>> methods = {};
};

/// The methods whose calibration is compared, by the names of the tables.
inline constexpr std::array<const char*, 5> kSchemeMethods = {"IsoReg", "Platt", "Hist", "SBB",
                                                              "ABB"};

/// For every experiment that has rows to spare for a calibration set.
std::vector<SchemeResult> compare_schemes(const std::vector<Experiment>& experiments,
                                          const StudyOptions& options);

}  // namespace calibrant::experiments
