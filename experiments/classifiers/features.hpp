// From the columns of a data set to the numbers a linear classifier works on.
#pragma once

#include "data/dataset.hpp"

namespace calibrant::experiments {

struct FeatureOptions {
  bool one_hot = true;      ///< a discrete feature of more than two values as that many indicators
  bool standardise = true;  ///< mean 0 and variance 1 on the training rows
  std::size_t components = 0;  ///< then the first principal components of the training rows
};

/// Learned on the training rows, applied to any rows.
class FeatureMap {
 public:
  FeatureMap(const Dataset& train, const FeatureOptions& options);
  Eigen::MatrixXd operator()(const Dataset& data) const;

 private:
  Eigen::MatrixXd encode(const Dataset& data) const;

  FeatureOptions options_;
  Eigen::RowVectorXd centre_;
  Eigen::RowVectorXd scale_;
  Eigen::MatrixXd rotation_;  ///< empty without principal components
};

}  // namespace calibrant::experiments
