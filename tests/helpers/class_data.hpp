// Simulated rows of several classes whose true probabilities are known.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "helpers/shapes.hpp"

namespace calibrant::testing {

struct ClassData {
  std::size_t classes = 0;
  std::vector<double> scores;  // what the classifier said
  std::vector<double> truth;   // the probabilities that the labels were drawn from
  std::vector<std::uint32_t> labels;
};

inline std::vector<double> softmax_of(std::vector<double> z) {
  double sum = 0;
  for (double& value : z) sum += value = std::exp(value);
  for (double& value : z) value /= sum;
  return z;
}

/// `distort` makes the log odds that the classifier reports of the true ones.
inline ClassData draw_classes(std::size_t classes, std::size_t rows, std::uint64_t seed,
                              const std::function<double(std::size_t, double)>& distort) {
  Random random(seed);
  ClassData data{classes, {}, {}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> z(classes);
    std::vector<double> said(classes);
    for (std::size_t k = 0; k < classes; ++k) said[k] = distort(k, z[k] = 2 * random.normal());
    const std::vector<double> p = softmax_of(z);
    const std::vector<double> q = softmax_of(said);
    data.scores.insert(data.scores.end(), q.begin(), q.end());
    data.truth.insert(data.truth.end(), p.begin(), p.end());
    double left = random.uniform();
    std::uint32_t label = 0;
    while (label + 1 < classes && left >= p[label]) left -= p[label++];
    data.labels.push_back(label);
  }
  return data;
}

/// The mean Kullback-Leibler divergence of the truth from the probabilities.
inline double divergence(const ClassData& data, const std::vector<double>& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (data.truth[i] > 0) sum += data.truth[i] * std::log(data.truth[i] / p[i]);
  }
  return sum / static_cast<double>(data.labels.size());
}

}  // namespace calibrant::testing
