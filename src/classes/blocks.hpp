// Rows of several classes in blocks, as the kernels want them.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "calibrant/classes.hpp"
#include "classes/curve_table.hpp"
#include "classes/fold_rows.hpp"
#include "math/class_limits.hpp"
#include "support/aligned.hpp"

namespace calibrant {

/// How scores are read: as in SoftmaxPart.
struct ClassReading {
  double mixing = 0;
  double power = 1;
  bool operator==(const ClassReading&) const = default;
};

/// A block of rows, and what the maps read of it. Each is computed when it is first asked for, and
/// stays until other rows are read.
class ScoreBlock {
 public:
  ScoreBlock(std::size_t classes, ClassInput input);

  /// At most kRowBlock row-major rows; the block is filled up with the last one. A row that is not
  /// finite becomes 0 throughout: true if none is. Numbers are cut to kLargestNumber.
  bool read(std::span<const double> rows);

  const double* scores() const { return scores_.data(); }
  /// The rows divided by their sums, or the softmax. What is negative counts as 0.
  const double* probabilities();
  /// Logarithms of at least 1e-300, or the logits.
  const double* logarithms();
  /// x of SoftmaxPart.
  const double* features(const ClassReading& reading);

  std::size_t size() const { return scores_.size(); }

 private:
  std::size_t classes_;
  ClassInput input_;
  AlignedVector scores_;
  AlignedVector probabilities_;  // each of these is valid, if the flag after it is set
  bool has_probabilities_ = false;
  AlignedVector logarithms_;
  bool has_logarithms_ = false;
  AlignedVector features_;
  bool has_features_ = false;
  ClassReading reading_;  // of the features
};

/// The features of a row do not differ by more.
double feature_range(std::span<const double> scores, ClassInput input, const ClassReading& reading);

/// What one part gives for a block, added to `sum` with the part's weight. `scratch` has the size
/// of a block. The table is that of the part's curves, or null.
void add_part(const ClassPart& part, const CurveTable* table, ScoreBlock& block,
              std::size_t classes, double* scratch, double* sum);

/// The same of all rows.
AlignedVector probabilities_in_blocks(const FoldRows& rows, ClassInput input);
AlignedVector features_in_blocks(const FoldRows& rows, ClassInput input,
                                 const ClassReading& reading);

/// The logarithms as they are; and with a mixing of 1 / (rows + 1), since exact zeros are no
/// licence for certainty, after the power under which the labels are most likely.
std::array<ClassReading, 2> class_readings(const FoldRows& rows, ClassInput input);

}  // namespace calibrant
