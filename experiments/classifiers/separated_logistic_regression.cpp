// Logistic regression by maximum likelihood where a hyperplane separates some of the rows: the
// likelihood has no maximum, and the fitted probabilities of those rows go to 0 and 1. Iteratively
// reweighted least squares wanders there in a direction that rounding decides; this is its limit:
//
//   1. A few Newton steps show which rows S are separated: their |z| grows without end.
//   2. The other rows F have a finite fit b_F; of all that fit them, the one of least norm.
//   3. S is pulled along d in the null space of F: the least squares solution of x_i . d = +-1,
//      which is the step that Newton's method repeats once the rows of S are saturated.
//   4. b = b_F + t d for large t.
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>

#include "classifiers/classifier.hpp"
#include "classifiers/logistic_scores.hpp"

namespace calibrant::experiments {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSeparated = 12;  // |z| after a few steps; 8 to 18 give the same rows
constexpr int kFirstSteps = 25;
constexpr int kSteps = 100;
constexpr double kFar = 1e5;
constexpr double kRankCut = 1e-10;

// Of a symmetric matrix, without the directions in which it is flat.
MatrixXd pseudo_inverse(const MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
  const VectorXd& values = solver.eigenvalues();
  const double cut = kRankCut * values.maxCoeff();
  const VectorXd inverted = values.unaryExpr([cut](double v) { return v > cut ? 1 / v : 0.0; });
  return solver.eigenvectors() * inverted.asDiagonal() * solver.eigenvectors().transpose();
}

MatrixXd information(const MatrixXd& rows, const VectorXd& weights) {
  return rows.transpose() * weights.asDiagonal() * rows;
}

VectorXd newton(const MatrixXd& rows, const VectorXd& labels, int steps) {
  VectorXd coefficients = VectorXd::Zero(rows.cols());
  for (int step = 0; step < steps; ++step) {
    const VectorXd z = rows * coefficients;
    const VectorXd gradient = rows.transpose() * (labels - z.unaryExpr(&sigmoid));
    coefficients += pseudo_inverse(information(rows, logistic_weights(z))) * gradient;
  }
  return coefficients;
}

// A basis of all d with rows * d = 0.
MatrixXd null_space(const MatrixXd& rows) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(rows.transpose() * rows);
  const VectorXd& values = solver.eigenvalues();  // ascending
  Index flat = 0;
  while (flat < values.size() && values(flat) <= kRankCut * values.maxCoeff()) ++flat;
  return solver.eigenvectors().leftCols(flat);
}

VectorXd fit(const MatrixXd& rows, const VectorXd& labels) {
  const VectorXd first = rows * newton(rows, labels, kFirstSteps);
  std::vector<Index> separated;
  std::vector<Index> rest;
  for (Index i = 0; i < first.size(); ++i) {
    (std::abs(first(i)) > kSeparated ? separated : rest).push_back(i);
  }
  const MatrixXd finite = rows(rest, Eigen::all);
  VectorXd base = newton(finite, labels(rest), kSteps);
  if (separated.empty()) return base;
  const MatrixXd directions = null_space(finite);
  const MatrixXd pulled = rows(separated, Eigen::all) * directions;
  const VectorXd signs = labels(separated).unaryExpr([](double y) { return 2 * y - 1; });
  const VectorXd step = directions * pulled.completeOrthogonalDecomposition().solve(signs);
  return base + kFar * step;
}

class SeparatedLogisticRegression final : public Classifier {
 public:
  explicit SeparatedLogisticRegression(const Dataset& train) {
    const MatrixXd rows = with_ones(train.features);
    VectorXd labels(rows.rows());
    for (Index i = 0; i < labels.size(); ++i) labels(i) = train.labels[static_cast<std::size_t>(i)];
    coefficients_ = fit(rows, labels);
    covariance_ = pseudo_inverse(information(rows, logistic_weights(rows * coefficients_)));
  }

  Scores score(const Dataset& data) const override {
    const MatrixXd rows = with_ones(data.features);
    return scores_with_interval(rows * coefficients_,
                                (rows * covariance_).cwiseProduct(rows).rowwise().sum());
  }

 private:
  VectorXd coefficients_;
  MatrixXd covariance_;
};

}  // namespace

Trainer separated_logistic_regression() {
  return [](const Dataset& train) { return std::make_unique<SeparatedLogisticRegression>(train); };
}

}  // namespace calibrant::experiments
