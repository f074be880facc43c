// Classifiers: stationary where they should be, and what goes in is what comes out.
#include "classifiers/classifier.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "classifiers/features.hpp"
#include "classifiers/liblinear.hpp"

namespace calibrant::experiments {
namespace {

Dataset noisy_line(std::size_t rows, std::uint64_t seed) {
  RandomStream random(seed);
  Dataset data;
  data.levels = {0, 0, 3};
  data.features.resize(static_cast<Eigen::Index>(rows), 3);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    data.features(row, 0) = 3 + 2 * random.normal();
    data.features(row, 1) = random.normal();
    data.features(row, 2) = static_cast<double>(random.below(3));
    const double z = data.features(row, 0) - 3 + data.features(row, 2) - 1;
    data.labels.push_back(random.uniform() < 1 / (1 + std::exp(-z)) ? 1 : 0);
  }
  return data;
}

TEST(FeatureMap, StandardisesOnTheTrainingRowsAndSpreadsDiscreteValues) {
  const Dataset train = noisy_line(200, 1);
  const Eigen::MatrixXd rows = FeatureMap(train, {})(train);
  ASSERT_EQ(rows.cols(), 5);
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    EXPECT_NEAR(rows.col(j).mean(), 0, 1e-12);
    EXPECT_NEAR(rows.col(j).squaredNorm() / 199, 1, 1e-12);
  }
  EXPECT_EQ(FeatureMap(train, {.one_hot = false})(train).cols(), 3);
}

TEST(FeatureMap, PrincipalComponentsAreUncorrelatedAndInOrder) {
  const Dataset train = noisy_line(300, 2);
  const Eigen::MatrixXd rows = FeatureMap(train, {.one_hot = false, .components = 3})(train);
  const Eigen::MatrixXd covariance = rows.transpose() * rows;
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) EXPECT_NEAR(covariance(i, j), 0, 1e-9);
    if (i > 0) {
      EXPECT_LE(covariance(i, i), covariance(i - 1, i - 1));
    }
  }
}

TEST(LogisticRegression, GradientVanishesAndTheIntervalSurroundsTheScore) {
  const Dataset train = noisy_line(400, 3);
  const Scores scores = logistic_regression()(train)->score(train);
  double gradient = 0;
  double slope = 0;
  for (std::size_t i = 0; i < train.rows(); ++i) {
    gradient += train.labels[i] - scores.values[i];
    slope += (train.labels[i] - scores.values[i]) * train.features(static_cast<Eigen::Index>(i), 0);
    EXPECT_LT(scores.lower[i], scores.values[i]);
    EXPECT_GT(scores.upper[i], scores.values[i]);
  }
  EXPECT_NEAR(gradient, 0, 0.01);
  EXPECT_NEAR(slope, 0, 0.05);
}

TEST(LogisticRegression, SeparatedAgreesWhereNothingIsSeparated) {
  Dataset train = noisy_line(400, 4);
  const Scores penalised =
      logistic_regression({.cost = 1e8, .one_hot = false})(train)->score(train);
  const Scores limit = separated_logistic_regression()(train)->score(train);
  for (std::size_t i = 0; i < train.rows(); ++i) {
    EXPECT_NEAR(limit.values[i], penalised.values[i], 1e-4);
    EXPECT_NEAR(limit.lower[i], penalised.lower[i], 1e-4);
  }
}

TEST(LogisticRegression, SeparatedRowsAreCertain) {
  Dataset train = noisy_line(60, 5);
  train.features.col(1).setZero();
  for (std::size_t i = 0; i < 10; ++i) {  // a mark that only positives bear
    train.features(static_cast<Eigen::Index>(i), 1) = 1;
    train.labels[i] = 1;
  }
  const Scores scores = separated_logistic_regression()(train)->score(train);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_GT(scores.values[i], 1 - 1e-12);
  for (std::size_t i = 10; i < 60; ++i) EXPECT_LT(scores.values[i], 1 - 1e-3);
}

TEST(Svm, LabelsMayComeInAnyOrder) {
  const Dataset train = noisy_line(200, 6);
  std::vector<std::size_t> reversed;
  for (std::size_t i = train.rows(); i-- > 0;) reversed.push_back(i);
  const Dataset backwards = select_rows(train, reversed);
  for (const Trainer& trainer : {linear_svm(), quadratic_svm()}) {
    const Scores forwards = trainer(train)->score(train);
    const Scores turned = trainer(backwards)->score(train);
    double positive = 0;
    double negative = 0;
    for (std::size_t i = 0; i < train.rows(); ++i) {
      EXPECT_NEAR(forwards.values[i], turned.values[i], 0.05);
      (train.labels[i] == 1 ? positive : negative) += forwards.values[i];
    }
    EXPECT_GT(positive, negative);
  }
}

TEST(Svm, BalancingMovesTheBorderTowardsTheFrequentClass) {
  Dataset train = noisy_line(400, 7);
  for (std::size_t i = 0; i < train.rows(); ++i) {
    if (train.features(static_cast<Eigen::Index>(i), 0) < 4) train.labels[i] = 0;
  }
  const auto positives = [&](const SvmOptions& options) {
    const Scores scores = linear_svm(options)(train)->score(train);
    return std::count_if(scores.values.begin(), scores.values.end(),
                         [](double z) { return z > 0; });
  };
  EXPECT_GT(positives({.balanced = true}), positives({}));
}

TEST(NaiveBayes, GaussianFeaturesHaveTheLogOddsOfTwoNormals) {
  Dataset train;
  train.levels = {0};
  train.features.resize(4, 1);
  train.features << 0, 2, 3, 7;
  train.labels = {0, 0, 1, 1};
  const Scores scores = naive_bayes()(train)->score(train);
  const auto log_density = [](double x, double mean, double variance) {
    return -0.5 * (std::log(variance) + (x - mean) * (x - mean) / variance);
  };
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = train.features(static_cast<Eigen::Index>(i), 0);
    const double z = log_density(x, 5, 4) - log_density(x, 1, 1);
    EXPECT_NEAR(scores.values[i], 1 / (1 + std::exp(-z)), 1e-6);
  }
}

}  // namespace
}  // namespace calibrant::experiments
