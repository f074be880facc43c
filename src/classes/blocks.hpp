// Rows of several classes in blocks, as the kernels want them.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "calibrant/classes.hpp"
#include "classes/fold_rows.hpp"
#include "support/aligned.hpp"

namespace calibrant {

/// Scores, slopes and intercepts lie within it, so that no sum of their products overflows.
inline constexpr double kLargestNumber = 1e100;

/// At most kRowBlock row-major rows, class by class; the block is filled up with its last row. A
/// row that is not finite becomes 0 throughout; other numbers are cut to kLargestNumber.
void put_into_block(std::span<const double> rows, std::size_t classes, double* block);

/// The probabilities of a block: its rows divided by their sums, or the softmax. What is negative
/// counts as 0.
void block_probabilities(const double* block, std::size_t classes, ClassInput input, double* out);

/// x of SoftmaxPart. `probabilities` are those of the block.
void block_features(const double* block, const double* probabilities, std::size_t classes,
                    ClassInput input, double mixing, double* out);

/// What one part gives for a block. `scratch` has the size of a block.
void apply_part(const ClassPart& part, const double* block, const double* probabilities,
                std::size_t classes, ClassInput input, double* scratch, double* out);

/// The same two of all rows.
AlignedVector probabilities_in_blocks(const FoldRows& rows, ClassInput input);
AlignedVector features_in_blocks(const FoldRows& rows, const AlignedVector& probabilities,
                                 ClassInput input, double mixing);

/// How naive Bayes, which means its small probabilities, and how a forest, whose exact zeros are no
/// licence for certainty, are read: the mixing of each.
inline std::array<double, 2> class_readings(double rows) { return {0, 0.25 / (rows + 1)}; }

}  // namespace calibrant
