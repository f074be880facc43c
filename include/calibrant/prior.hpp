// The boundary prior of SBB and ABB: a Poisson process along a scale.
//
//   q_k = 1 - exp(-lambda * d_k / D)   is the probability of a boundary between group k and k+1,
//
// where d_k is the distance of the two groups on the scale and D the whole span.
#pragma once

#include <array>
#include <optional>

#include "calibrant/api.hpp"

namespace CALIBRANT_API calibrant {

enum class Scale {
  kRank,   ///< the paper's: distance in weight; scores matter by their order only
  kScore,  ///< distance in score
  kLogit,  ///< distance in log odds; scores must lie in [0, 1]
};

/// The values of lambda that are averaged over (ABB) or maximised over (SBB) when none is fixed.
inline constexpr std::array<double, 8> kLambdaGrid = {0.5, 1, 2, 4, 8, 16, 32, 64};

struct Prior {
  /// Absent: every scale that the scores allow (kLogit takes probabilities), averaged over (ABB) or
  /// maximised over (SBB), each as likely beforehand as the others.
  std::optional<Scale> scale = Scale::kRank;
  /// The expected number of boundaries of the process; absent: the whole of kLambdaGrid.
  std::optional<double> lambda = {};
};

}  // namespace calibrant
