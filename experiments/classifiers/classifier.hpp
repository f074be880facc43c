// What an experiment asks of a classifier: train on rows, then give a score to other rows.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "data/dataset.hpp"

namespace calibrant::experiments {

struct Scores {
  std::vector<double> values;
  /// The classifier's 95 % interval for each score; empty if it has none. ACP needs it.
  std::vector<double> lower = {};
  std::vector<double> upper = {};
};

class Classifier {
 public:
  Classifier() = default;
  Classifier(const Classifier&) = delete;
  Classifier& operator=(const Classifier&) = delete;
  virtual ~Classifier() = default;
  virtual Scores score(const Dataset& data) const = 0;
};

/// Deterministic: the same rows give the same classifier, on any thread.
using Trainer = std::function<std::unique_ptr<Classifier>(const Dataset& train)>;

struct LogisticRegressionOptions {
  double cost = 1e4;    ///< LIBLINEAR's C: large, so that the penalty only settles separable data
  bool one_hot = true;  ///< discrete features as indicators; otherwise their codes are numbers
  bool standardise = true;
  std::size_t components = 0;  ///< principal components in place of the features; 0: the features
};
/// LIBLINEAR's L2-regularised logistic regression (primal Newton: no randomness), with the 95 %
/// interval sigma(z +- 1.96 se), se^2 = x' (X'WX + I/C)^-1 x.
Trainer logistic_regression(const LogisticRegressionOptions& options = {});

/// Maximum likelihood without a penalty, also where it lies at infinity because some of the rows
/// can be separated; features as they are. For small data.
Trainer separated_logistic_regression();

struct SvmOptions {
  double cost = 1;
  /// Errors of a class cost N / (2 rows of it): both classes weigh the same.
  bool balanced = false;
  bool one_hot = true;
  bool standardise = true;
};
/// LIBLINEAR's L2-regularised squared hinge (primal Newton); the score is the decision value.
Trainer linear_svm(const SvmOptions& options = {});
/// LIBSVM with the kernel u.v + (u.v)^2; the score is the decision value.
Trainer quadratic_svm(const SvmOptions& options = {});

struct NaiveBayesOptions {
  /// P(x = v | c) = (n_cv + m r_v) / (n_c + m), r_v the rate of v in all N rows, m this times N.
  double smoothing = 0.1;
  bool discrete_only = false;  ///< leave the continuous features out
};
/// Bernoulli and categorical for discrete features, Gaussian for continuous ones; classes as
/// likely as they are frequent.
Trainer naive_bayes(const NaiveBayesOptions& options = {});

}  // namespace calibrant::experiments
