// Parts that are made of curves: one-vs-rest, and the top label's.
#pragma once

#include <array>
#include <vector>

#include "calibrant/classes.hpp"
#include "classes/fold_rows.hpp"
#include "classes/joint_fit.hpp"
#include "classes/log_odds_curve.hpp"
#include "support/aligned.hpp"

namespace calibrant {

/// How far the curves of single classes may be from the one that all classes share.
inline constexpr std::array<double, 3> kClassFreedoms = {0, 1, 4};

/// The curves of a fit to some of the rows.
struct FittedCurves {
  /// By freedom, then by class; the first has one curve, which all classes share.
  std::array<std::vector<LogOddsCurve>, kClassFreedoms.size()> rest;
  LogOddsCurve top;
};

/// All rows, counted by fold and class.
class CurveRows {
 public:
  /// `probabilities` are in blocks, and are kept.
  CurveRows(const FoldRows& rows, const AlignedVector& probabilities);

  /// Fitted to all rows but those of a fold. A draw moves the centres of the priors.
  FittedCurves fit(std::size_t left_out, PriorDraw draw = {}) const;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// What one-vs-rest at each freedom, and then the top label's curve, give to the labels of a
  /// fold.
  std::array<std::vector<double>, kClassFreedoms.size() + 1> label_probabilities(
      const FittedCurves& curves, std::size_t fold) const;

 private:
  const FoldRows& rows_;
  const AlignedVector& probabilities_;
  AlignedVector log_odds_;                          // in blocks
  std::vector<std::vector<LogOddsCells>> by_fold_;  // each class, then the top label
};

/// The mean of one-vs-rest at several freedoms, with weights that add up to 1.
OneVsRestPart one_vs_rest_part(const FittedCurves& curves, const std::vector<double>& weights,
                               std::size_t classes);

}  // namespace calibrant
