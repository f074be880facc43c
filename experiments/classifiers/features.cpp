#include "classifiers/features.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace calibrant::experiments {
namespace {

using Eigen::Index;

// Of a feature with so many values; a continuous or binary one stays one column.
Index columns_of(std::size_t levels, bool one_hot) {
  return one_hot && levels > 2 ? static_cast<Index>(levels) : 1;
}

// The signs of eigenvectors are arbitrary: the largest entry of each is made positive.
Eigen::MatrixXd principal_axes(const Eigen::MatrixXd& rows, std::size_t components) {
  const Eigen::MatrixXd covariance = rows.transpose() * rows;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
  const Index kept = std::min<Index>(static_cast<Index>(components), covariance.cols());
  Eigen::MatrixXd axes = solver.eigenvectors().rightCols(kept).rowwise().reverse();
  for (Index j = 0; j < kept; ++j) {
    Index largest = 0;
    axes.col(j).cwiseAbs().maxCoeff(&largest);
    if (axes(largest, j) < 0) axes.col(j) *= -1;
  }
  return axes;
}

}  // namespace

FeatureMap::FeatureMap(const Dataset& train, const FeatureOptions& options) : options_(options) {
  const Eigen::MatrixXd encoded = encode(train);
  centre_ = Eigen::RowVectorXd::Zero(encoded.cols());
  scale_ = Eigen::RowVectorXd::Ones(encoded.cols());
  if (options.standardise || options.components > 0) centre_ = encoded.colwise().mean();
  const Eigen::MatrixXd centred = encoded.rowwise() - centre_;
  if (options.standardise) {
    const double degrees = std::max(1.0, static_cast<double>(centred.rows() - 1));
    scale_ = (centred.colwise().squaredNorm() / degrees).cwiseSqrt();
    scale_ = (scale_.array() > 0).select(scale_, 1);  // a constant column stays 0
  }
  if (options.components > 0) {
    rotation_ = principal_axes(centred.array().rowwise() / scale_.array(), options.components);
  }
}

Eigen::MatrixXd FeatureMap::encode(const Dataset& data) const {
  Index columns = 0;
  for (const std::size_t levels : data.levels) columns += columns_of(levels, options_.one_hot);
  Eigen::MatrixXd encoded = Eigen::MatrixXd::Zero(data.features.rows(), columns);
  Index next = 0;
  for (std::size_t j = 0; j < data.levels.size(); ++j) {
    const auto feature = data.features.col(static_cast<Index>(j));
    const Index width = columns_of(data.levels[j], options_.one_hot);
    if (width == 1) {
      encoded.col(next) = feature;
    } else {
      for (Index i = 0; i < feature.size(); ++i) {
        encoded(i, next + static_cast<Index>(feature(i))) = 1;
      }
    }
    next += width;
  }
  return encoded;
}

Eigen::MatrixXd FeatureMap::operator()(const Dataset& data) const {
  const Eigen::MatrixXd centred = encode(data).rowwise() - centre_;
  Eigen::MatrixXd scaled = centred.array().rowwise() / scale_.array();
  if (rotation_.size() == 0) return scaled;
  return scaled * rotation_;
}

}  // namespace calibrant::experiments
