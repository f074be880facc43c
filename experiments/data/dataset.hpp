// Rows with features and a 0/1 label, and the three parts an experiment deals them into.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "math/random.hpp"

namespace calibrant::experiments {

struct Dataset {
  Eigen::MatrixXd features;  ///< one row each; a discrete feature holds codes 0, 1, ...
  std::vector<std::uint8_t> labels;
  /// For each feature: how many values it has, or 0 if it is continuous.
  std::vector<std::size_t> levels;

  std::size_t rows() const noexcept { return labels.size(); }
};

/// What one repeat of an experiment works on.
struct Split {
  Dataset train;
  Dataset calibration;
  Dataset test;
};

struct SplitSizes {
  std::size_t train = 0;
  std::size_t calibration = 0;
  std::size_t test = 0;
};

/// Some of the rows, in the order given.
Dataset select_rows(const Dataset& data, std::span<const std::size_t> rows);

/// Some of the features, in the order given.
Dataset select_features(const Dataset& data, std::span<const std::size_t> features);

/// All rows of both; they must have the same features.
Dataset join(const Dataset& first, const Dataset& second);

/// Rows dealt at random, without replacement: there must be enough of them.
Split deal(const Dataset& data, const SplitSizes& sizes, RandomStream& random);

}  // namespace calibrant::experiments
