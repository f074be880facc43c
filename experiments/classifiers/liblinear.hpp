// LIBLINEAR behind plain types.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace calibrant::experiments {

enum class LinearLoss {
  kLogistic,      ///< ln(1 + exp(-y z))
  kSquaredHinge,  ///< max(0, 1 - y z)^2
};

/// z = weights . x + intercept; positive z speaks for label 1.
struct LinearModel {
  Eigen::VectorXd weights;
  double intercept = 0;

  Eigen::VectorXd operator()(const Eigen::MatrixXd& rows) const {
    return (rows * weights).array() + intercept;
  }
};

struct LinearTraining {
  LinearLoss loss = LinearLoss::kLogistic;
  double cost = 1;
  bool balanced = false;  ///< losses of a class count N / (2 rows of it) times
};

/// Minimises |weights, intercept|^2 / 2 + cost * sum of losses, by LIBLINEAR's trust region Newton
/// method in the primal, which draws no random numbers. Both classes must occur.
LinearModel train_linear(const Eigen::MatrixXd& rows, const std::vector<std::uint8_t>& labels,
                         const LinearTraining& training);

}  // namespace calibrant::experiments
