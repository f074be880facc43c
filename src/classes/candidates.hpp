// The maps of the whole row that take part in Auto, each fitted at several strengths of its prior.
#pragma once

#include <string_view>
#include <vector>

#include "calibrant/classes.hpp"
#include "classes/blocks.hpp"
#include "classes/joint_fit.hpp"

namespace calibrant {

struct JointCandidate {
  std::string_view name;  ///< as in ClassCandidate
  SoftmaxPart part;
};

/// With K slopes and K intercepts at least.
JointMap whole_map(const SoftmaxPart& part, std::size_t classes);

/// identity, temperature, and unless `keep_top` bias, vector and, up to 30 classes, matrix.
/// Fits stop a tenth of a nat before the peak, which shrinks them a little. They begin at
/// temperature scaling: to begin at a fit to more rows would let a fold's own rows speak for it.
std::vector<JointCandidate> fit_candidates(const JointRows& rows, const ClassReading& reading,
                                           bool keep_top, PriorDraw draw = {});

/// The weighted mean of maps of one reading, which is near the mean of what they give.
SoftmaxPart average_maps(const std::vector<const SoftmaxPart*>& parts,
                         const std::vector<double>& weights, std::size_t classes);

}  // namespace calibrant
