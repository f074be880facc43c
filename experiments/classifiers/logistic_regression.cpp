// Interval: sigma(z +- 1.96 se), se^2 = x' (X'WX + I/C)^-1 x, W = diag p (1 - p), x with a 1 for
// the intercept. I/C is the curvature of LIBLINEAR's penalty; it vanishes for large C.
#include <Eigen/Cholesky>

#include "classifiers/classifier.hpp"
#include "classifiers/features.hpp"
#include "classifiers/liblinear.hpp"
#include "classifiers/logistic_scores.hpp"

namespace calibrant::experiments {
namespace {

class LogisticRegression final : public Classifier {
 public:
  LogisticRegression(const Dataset& train, const LogisticRegressionOptions& options)
      : features_(train, {.one_hot = options.one_hot,
                          .standardise = options.standardise,
                          .components = options.components}) {
    const Eigen::MatrixXd rows = features_(train);
    model_ = train_linear(rows, train.labels, {.cost = options.cost});
    const Eigen::MatrixXd extended = with_ones(rows);
    const Eigen::VectorXd weights = logistic_weights(model_(rows));
    Eigen::MatrixXd information = extended.transpose() * weights.asDiagonal() * extended;
    information.diagonal().array() += 1 / options.cost;
    information_.compute(information);
  }

  Scores score(const Dataset& data) const override {
    const Eigen::MatrixXd rows = features_(data);
    const Eigen::MatrixXd extended = with_ones(rows);
    const Eigen::MatrixXd solved = information_.solve(extended.transpose());
    return scores_with_interval(model_(rows),
                                extended.cwiseProduct(solved.transpose()).rowwise().sum());
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
