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

/// How scores are read: as in SoftmaxPart.
struct ClassReading {
  double mixing = 0;
  double power = 1;
};

/// x of SoftmaxPart. `probabilities` are those of the block; `scratch` has the size of a block.
void block_features(const double* block, const double* probabilities, std::size_t classes,
                    ClassInput input, const ClassReading& reading, double* scratch, double* out);

/// What one part gives for a block. `scratch` has the size of a block.
void apply_part(const ClassPart& part, const double* block, const double* probabilities,
                std::size_t classes, ClassInput input, double* scratch, double* out);

/// The same two of all rows.
AlignedVector probabilities_in_blocks(const FoldRows& rows, ClassInput input);
AlignedVector features_in_blocks(const FoldRows& rows, const AlignedVector& probabilities,
                                 ClassInput input, const ClassReading& reading);

/// The logarithms as they are; and with a mixing of 1 / (rows + 1), since exact zeros are no
/// licence for certainty, after the power under which the labels are most likely.
std::array<ClassReading, 2> class_readings(const FoldRows& rows, const AlignedVector& probabilities,
                                           ClassInput input);

}  // namespace calibrant
