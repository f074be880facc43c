// ACP as the paper's tables were made with it.
#pragma once

#include <vector>

#include "methods/method.hpp"

namespace calibrant::experiments {

/// The positive fraction among the calibration scores in the classifier's 95 % interval [lower,
/// upper], both ends included; the score itself if there are none. The paper describes the bin as
/// symmetric around the score, as fit_acp has it; but its SPECT row comes out with the interval as
/// it is, which is symmetric on the scale of log odds only.
std::vector<double> calibrate_by_paper_acp(const Labelled& calibration, const Scores& test);

/// The same with intervals a tenth as wide: where the classifier has learned nothing, its interval
/// is wider than all its scores together, and the printed figures need a narrower one.
std::vector<double> calibrate_by_narrow_acp(const Labelled& calibration, const Scores& test);

}  // namespace calibrant::experiments
