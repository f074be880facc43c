// The SPECT heart data (80 training and 187 test rows, 22 binary features) and the naive Bayes
// classifier behind the first SPECT table of the paper.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "helpers/read_csv.hpp"

namespace calibrant::testing {

struct SpectScores {
  std::vector<double> train_scores;
  std::vector<std::uint8_t> train_labels;
  std::vector<double> test_scores;
  std::vector<std::uint8_t> test_labels;
};

/// Bernoulli naive Bayes with equally likely classes: P(x = 1 | c) = (n_c1 + 8 r) / (n_c + 8), r
/// the rate of the feature over both classes.
class NaiveBayes {
 public:
  NaiveBayes(const std::vector<std::vector<int>>& features,
             const std::vector<std::uint8_t>& labels) {
    constexpr double kSmoothing = 8;
    const std::size_t columns = features.front().size();
    for (std::size_t j = 0; j < columns; ++j) {
      std::array<double, 2> rows = {0, 0};
      std::array<double, 2> ones = {0, 0};
      for (std::size_t i = 0; i < features.size(); ++i) {
        rows.at(labels[i]) += 1;
        ones.at(labels[i]) += features[i][j];
      }
      const double rate = (ones[0] + ones[1]) / (rows[0] + rows[1]);
      for (const std::size_t c : {0U, 1U}) {
        rates_.at(c).push_back((ones.at(c) + kSmoothing * rate) / (rows.at(c) + kSmoothing));
      }
    }
  }

  double operator()(const std::vector<int>& features) const {
    double log_odds = 0;
    for (std::size_t j = 0; j < features.size(); ++j) {
      const double q0 = rates_[0][j];
      const double q1 = rates_[1][j];
      log_odds += features[j] == 1 ? std::log(q1 / q0) : std::log((1 - q1) / (1 - q0));
    }
    return 1 / (1 + std::exp(-log_odds));
  }

 private:
  std::array<std::vector<double>, 2> rates_;
};

inline SpectScores spect_naive_bayes() {
  struct Part {
    std::vector<std::vector<int>> features;
    std::vector<std::uint8_t> labels;
  };
  const auto load = [](const char* name) {
    Part part;
    for (const auto& row : read_csv(std::string(CALIBRANT_TEST_DATA "/") + name)) {
      part.labels.push_back(row[0] == "1" ? 1 : 0);
      part.features.emplace_back();
      for (std::size_t j = 1; j < row.size(); ++j)
        part.features.back().push_back(std::stoi(row[j]));
    }
    return part;
  };
  const Part train = load("SPECT.train");
  const Part test = load("SPECT.test");
  const NaiveBayes classifier(train.features, train.labels);
  SpectScores scores;
  scores.train_labels = train.labels;
  scores.test_labels = test.labels;
  for (const auto& row : train.features) scores.train_scores.push_back(classifier(row));
  for (const auto& row : test.features) scores.test_scores.push_back(classifier(row));
  return scores;
}

/// The published figures of one row of a table: measure -> value.
inline std::map<std::string, double> published(const std::string& dataset,
                                               const std::string& classifier,
                                               const std::string& method) {
  std::map<std::string, double> figures;
  for (const auto& row : read_csv(CALIBRANT_TEST_DATA "/published.csv")) {
    if (row.size() == 5 && row[0] == dataset && row[1] == classifier && row[2] == method) {
      figures[row[3]] = std::stod(row[4]);
    }
  }
  return figures;
}

}  // namespace calibrant::testing
