// The rows of several classes as the fits want them: equal rows joined, dealt into folds by a rule
// that no order of rows or classes changes, each fold in blocks of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/softmax.hpp"
#include "support/aligned.hpp"

namespace calibrant {

/// A half-open range of blocks.
struct BlockRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class FoldRows {
 public:
  /// Scores are row-major and finite, labels below `classes`, weights positive (empty: 1 each).
  FoldRows(std::span<const double> scores, std::span<const std::uint32_t> labels,
           std::size_t classes, std::span<const double> weights, std::size_t folds);

  std::size_t classes() const { return classes_; }
  std::size_t folds() const { return folds_.size(); }
  std::size_t blocks() const { return labels_.size() / kernels::kRowBlock; }
  double weight() const { return weight_; }
  BlockRange fold(std::size_t f) const { return folds_[f]; }

  /// By block and row: 0 for rows that only fill up a block.
  std::span<const double> weights() const { return weights_; }
  std::span<const std::uint32_t> labels() const { return labels_; }
  /// Row-major, as they were given; rows that fill up a block repeat another.
  std::span<const double> scores() const { return scores_; }

 private:
  std::size_t classes_;
  double weight_ = 0;
  std::vector<BlockRange> folds_;
  std::vector<double> scores_;
  std::vector<std::uint32_t> labels_;
  std::vector<double> weights_;
};

}  // namespace calibrant
