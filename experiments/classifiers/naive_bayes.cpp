// log odds = log P(1)/P(0) + sum over features of log P(x_j | 1) / P(x_j | 0).
#include <array>
#include <cmath>
#include <numbers>

#include "classifiers/classifier.hpp"

namespace calibrant::experiments {
namespace {

using Eigen::Index;

/// What one feature says for label 1.
class FeatureOdds {
 public:
  FeatureOdds(const Dataset& train, std::size_t feature, double smoothing)
      : levels_(train.levels[feature]) {
    const auto values = train.features.col(static_cast<Index>(feature));
    if (levels_ == 0) {
      fit_gaussian(values, train.labels);
    } else {
      fit_rates(values, train.labels, smoothing);
    }
  }

  double operator()(double value) const {
    if (levels_ > 0) return log_odds_[static_cast<std::size_t>(value)];
    return log_density(1, value) - log_density(0, value);
  }

 private:
  template <class Values>
  void fit_rates(const Values& values, const std::vector<std::uint8_t>& labels, double smoothing) {
    std::array<std::vector<double>, 2> counts = {std::vector<double>(levels_),
                                                 std::vector<double>(levels_)};
    std::array<double, 2> rows = {0, 0};
    for (std::size_t i = 0; i < labels.size(); ++i) {
      counts.at(labels[i])[static_cast<std::size_t>(values(static_cast<Index>(i)))] += 1;
      rows.at(labels[i]) += 1;
    }
    for (std::size_t v = 0; v < levels_; ++v) {
      const double rate = (counts[0][v] + counts[1][v]) / (rows[0] + rows[1]);
      if (rate == 0) {  // never seen in training: says nothing
        log_odds_.push_back(0);
        continue;
      }
      const double negative = (counts[0][v] + smoothing * rate) / (rows[0] + smoothing);
      const double positive = (counts[1][v] + smoothing * rate) / (rows[1] + smoothing);
      log_odds_.push_back(std::log(positive / negative));
    }
  }

  template <class Values>
  void fit_gaussian(const Values& values, const std::vector<std::uint8_t>& labels) {
    std::array<double, 2> rows = {0, 0};
    for (std::size_t i = 0; i < labels.size(); ++i) {
      rows.at(labels[i]) += 1;
      mean_.at(labels[i]) += values(static_cast<Index>(i));
    }
    for (const std::size_t c : {0U, 1U}) mean_.at(c) /= rows.at(c);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const double distance = values(static_cast<Index>(i)) - mean_.at(labels[i]);
      variance_.at(labels[i]) += distance * distance;
    }
    // A class in which the feature is constant would be certain of every other value: part of the
    // variance of all rows keeps it finite.
    constexpr double kFloor = 1e-9;
    const double overall = (values.array() - values.mean()).square().mean();
    for (const std::size_t c : {0U, 1U}) {
      variance_.at(c) = variance_.at(c) / rows.at(c) + kFloor * overall;
    }
  }

  double log_density(std::size_t label, double value) const {
    const double variance = variance_.at(label);
    if (variance == 0) return 0;  // constant in all rows: says nothing
    const double distance = value - mean_.at(label);
    return -0.5 * (std::log(2 * std::numbers::pi * variance) + distance * distance / variance);
  }

  std::size_t levels_;
  std::vector<double> log_odds_;  // of each value, if discrete
  std::array<double, 2> mean_ = {0, 0};
  std::array<double, 2> variance_ = {0, 0};
};

class NaiveBayes final : public Classifier {
 public:
  NaiveBayes(const Dataset& train, const NaiveBayesOptions& options) {
    for (std::size_t j = 0; j < train.levels.size(); ++j) {
      if (options.discrete_only && train.levels[j] == 0) continue;
      columns_.push_back(static_cast<Index>(j));
      odds_.emplace_back(train, j, options.smoothing * static_cast<double>(train.rows()));
    }
    double positives = 0;
    for (const std::uint8_t label : train.labels) positives += label;
    prior_ = std::log(positives / (static_cast<double>(train.rows()) - positives));
  }

  Scores score(const Dataset& data) const override {
    Scores scores;
    for (Index i = 0; i < data.features.rows(); ++i) {
      double log_odds = prior_;
      for (std::size_t j = 0; j < odds_.size(); ++j) {
        log_odds += odds_[j](data.features(i, columns_[j]));
      }
      scores.values.push_back(1 / (1 + std::exp(-log_odds)));
    }
    return scores;
  }

 private:
  std::vector<Index> columns_;
  std::vector<FeatureOdds> odds_;
  double prior_ = 0;
};

}  // namespace

Trainer naive_bayes(const NaiveBayesOptions& options) {
  return [options](const Dataset& train) { return std::make_unique<NaiveBayes>(train, options); };
}

}  // namespace calibrant::experiments
