// Rows in the form LIBLINEAR and LIBSVM share: (index, value) pairs, index from 1, ended by -1.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace calibrant::experiments {

template <class Node>
class SparseRows {
 public:
  explicit SparseRows(const Eigen::MatrixXd& rows) {
    std::vector<std::size_t> begins;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      begins.push_back(nodes_.size());
      for (Eigen::Index j = 0; j < rows.cols(); ++j) {
        if (rows(i, j) != 0) nodes_.push_back({static_cast<int>(j) + 1, rows(i, j)});
      }
      nodes_.push_back({-1, 0});
    }
    for (const std::size_t begin : begins) pointers_.push_back(nodes_.data() + begin);
  }
  SparseRows(const SparseRows&) = delete;
  SparseRows& operator=(const SparseRows&) = delete;

  Node** pointers() { return pointers_.data(); }

 private:
  std::vector<Node> nodes_;
  std::vector<Node*> pointers_;
};

/// -1 and 1 for 0 and 1.
inline std::vector<double> signed_labels(const std::vector<std::uint8_t>& labels) {
  std::vector<double> result;
  result.reserve(labels.size());
  for (const std::uint8_t label : labels) result.push_back(label == 1 ? 1 : -1);
  return result;
}

}  // namespace calibrant::experiments
