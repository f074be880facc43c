// Auto for several classes.
#pragma once

#include "calibrant/classes.hpp"
#include "classes/fold_rows.hpp"
#include "classes/joint_fit.hpp"

namespace calibrant {

/// How many folds `rows` are dealt into.
inline constexpr std::size_t kClassFolds = 5;

/// The parts and the shares of all candidates.
struct ClassAverage {
  std::vector<ClassPart> parts;
  std::vector<ClassCandidate> candidates;
};
ClassAverage average_classes(const FoldRows& rows, ClassInput input, const ClassOptions& options,
                             PriorDraw draw = {});

}  // namespace calibrant
