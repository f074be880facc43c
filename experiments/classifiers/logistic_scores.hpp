// What both kinds of logistic regression do with log odds.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "classifiers/classifier.hpp"

namespace calibrant::experiments {

/// Beyond it sigma(z) is 0 or 1 to the last bit.
inline constexpr double kSaturated = 36.04;

inline double sigmoid(double z) {
  return 1 / (1 + std::exp(-std::clamp(z, -kSaturated, kSaturated)));
}

/// The rows with one more feature that is always 1: the intercept's.
inline Eigen::MatrixXd with_ones(const Eigen::MatrixXd& rows) {
  Eigen::MatrixXd extended(rows.rows(), rows.cols() + 1);
  extended << rows, Eigen::VectorXd::Ones(rows.rows());
  return extended;
}

/// p (1 - p) for log odds z: the weight of a row in the information X'WX.
inline Eigen::VectorXd logistic_weights(const Eigen::VectorXd& z) {
  const Eigen::VectorXd p = z.unaryExpr(&sigmoid);
  return p.array() * (1 - p.array());
}

/// sigma(z) and the 95 % interval sigma(z +- 1.96 se).
inline Scores scores_with_interval(const Eigen::VectorXd& z, const Eigen::VectorXd& variance) {
  constexpr double kNormal95 = 1.96;
  Scores scores;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double centre = std::clamp(z(i), -kSaturated, kSaturated);
    const double margin = kNormal95 * std::sqrt(std::max(0.0, variance(i)));
    scores.values.push_back(sigmoid(centre));
    scores.lower.push_back(sigmoid(centre - margin));
    scores.upper.push_back(sigmoid(centre + margin));
  }
  return scores;
}

}  // namespace calibrant::experiments
