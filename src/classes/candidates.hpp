// The maps of the whole row that take part in Auto, each fitted at several strengths of its prior.
#pragma once

#include <string_view>
#include <vector>

#include "calibrant/classes.hpp"
#include "classes/joint_fit.hpp"

namespace calibrant {

struct JointCandidate {
  std::string_view name;  ///< as in ClassCandidate
  SoftmaxPart part;
  Variables variables = {};  ///< of the fit, if it has any
};

/// With K slopes and K intercepts at least.
JointMap whole_map(const SoftmaxPart& part, std::size_t classes);

/// identity, temperature, and unless `keep_top` bias, vector and, up to 30 classes, matrix.
/// `start`, if given, holds the candidates of a fit to more rows, which cannot be far.
std::vector<JointCandidate> fit_candidates(const JointRows& rows, double mixing, bool keep_top,
                                           const std::vector<JointCandidate>* start);

/// The weighted mean of maps with one mixing, which is near the mean of what they give.
SoftmaxPart average_maps(const std::vector<const SoftmaxPart*>& parts,
                         const std::vector<double>& weights, std::size_t classes);

}  // namespace calibrant
