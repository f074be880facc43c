// Interval: sigma(z +- 1.96 se), se^2 = x' (X'WX + I/C)^-1 x, W = diag p (1 - p), x with a 1 for
// the intercept. I/C is the curvature of LIBLINEAR's penalty; it vanishes for large C.
#include <cmath>

#include "classifiers/classifier.hpp"
#include "classifiers/features.hpp"
#include "classifiers/liblinear.hpp"

namespace calibrant::experiments {
namespace {

constexpr double kNormal95 = 1.96;

double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

Eigen::MatrixXd with_ones(const Eigen::MatrixXd& rows) {
  Eigen::MatrixXd extended(rows.rows(), rows.cols() + 1);
  extended << rows, Eigen::VectorXd::Ones(rows.rows());
  return extended;
}

class LogisticRegression final : public Classifier {
 public:
  LogisticRegression(const Dataset& train, const LogisticRegressionOptions& options)
      : features_(train, {.one_hot = options.one_hot,
                          .standardise = options.standardise,
                          .components = options.components}) {
    const Eigen::MatrixXd rows = features_(train);
    model_ = train_linear(rows, train.labels, {.cost = options.cost});
    const Eigen::MatrixXd extended = with_ones(rows);
    const Eigen::VectorXd p = model_(rows).unaryExpr(&sigmoid);
    const Eigen::VectorXd weights = p.array() * (1 - p.array());
    Eigen::MatrixXd information = extended.transpose() * weights.asDiagonal() * extended;
    information.diagonal().array() += 1 / options.cost;
    information_.compute(information);
  }

  Scores score(const Dataset& data) const override {
    const Eigen::MatrixXd rows = features_(data);
    const Eigen::VectorXd z = model_(rows);
    const Eigen::MatrixXd extended = with_ones(rows);
    const Eigen::MatrixXd solved = information_.solve(extended.transpose());
    Scores scores;
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      const double variance = std::max(0.0, extended.row(i).dot(solved.col(i)));
      const double margin = kNormal95 * std::sqrt(variance);
      scores.values.push_back(sigmoid(z(i)));
      scores.lower.push_back(sigmoid(z(i) - margin));
      scores.upper.push_back(sigmoid(z(i) + margin));
    }
    return scores;
  }

 private:
  FeatureMap features_;
  LinearModel model_;
  Eigen::LDLT<Eigen::MatrixXd> information_;
};

}  // namespace

Trainer logistic_regression(const LogisticRegressionOptions& options) {
  return [options](const Dataset& train) {
    return std::make_unique<LogisticRegression>(train, options);
  };
}

}  // namespace calibrant::experiments
