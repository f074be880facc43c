// Rows of several classes with a known distortion.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "helpers/shapes.hpp"

namespace calibrant::testing {

struct Matrix {
  std::size_t classes = 0;
  std::vector<double> scores;         // row-major
  std::vector<std::uint32_t> labels;  // drawn from the true distribution of each row

  std::size_t rows() const { return labels.size(); }
};

/// True probabilities: the softmax of normal logits. Scores: the softmax of `sharpness` times them,
/// so above 1 the classifier is too sure.
inline Matrix draw_matrix(std::size_t rows, std::size_t classes, double sharpness,
                          std::uint64_t seed = 1) {
  Random random(seed);
  Matrix matrix{.classes = classes, .scores = {}, .labels = {}};
  std::vector<double> logits(classes);
  const auto add_softmax = [&](double factor, std::vector<double>& to) {
    double sum = 0;
    for (const double z : logits) sum += std::exp(factor * z);
    for (const double z : logits) to.push_back(std::exp(factor * z) / sum);
  };
  for (std::size_t i = 0; i < rows; ++i) {
    for (double& z : logits) z = 1.5 * random.normal();
    std::vector<double> truth;
    add_softmax(1, truth);
    add_softmax(sharpness, matrix.scores);
    double left = random.uniform();
    std::uint32_t label = 0;
    while (label + 1 < classes && left >= truth[label]) left -= truth[label++];
    matrix.labels.push_back(label);
  }
  return matrix;
}

inline std::vector<std::string> letters(std::size_t classes) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < classes; ++k) names.emplace_back(1, static_cast<char>('a' + k));
  return names;
}

}  // namespace calibrant::testing
