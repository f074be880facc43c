// The methods the paper compares, and columns of our own, by the names of the tables.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "classifiers/classifier.hpp"

namespace calibrant::experiments {

/// Scores of rows whose labels are known.
struct Labelled {
  Scores scores;
  std::vector<std::uint8_t> labels;
};

struct Method {
  std::string name;
  bool published = true;  ///< a column of the paper's tables
  bool needs_interval = false;
  /// Learns from the calibration rows; gives a probability to every test score.
  std::function<std::vector<double>(const Labelled& calibration, const Scores& test)> calibrate;
};

/// raw ACP IsoReg Platt Hist SBB ABB, then our own: ABB with lambda averaged, auto, ABB by the
/// letter of the prose (max), ACP with intervals a tenth as wide.
const std::vector<Method>& methods();

/// Throws Error for a name that is not one of them.
const Method& method_named(const std::string& name);

/// The prior of the paper's SBB and ABB; it never states lambda, and the printed SPECT rows come
/// out with this one.
inline constexpr double kPaperLambda = 0.2;

}  // namespace calibrant::experiments
