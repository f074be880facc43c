// Seven known distortions of the probabilities of several classes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "helpers/class_data.hpp"

namespace calibrant {

using testing::ClassData;
using testing::Random;
using testing::softmax_of;

inline constexpr std::size_t kTestRows = 2000;
inline constexpr std::uint64_t kTestSeed = 1'000'000;
inline constexpr std::array<std::size_t, 3> kClassCounts = {3, 10, 50};

struct Simulation {
  std::size_t seeds = 5;
  std::size_t rows = 1000;
  std::size_t first = 0;  // seed
};

// One row: what the classifier says, and the probabilities that the label is drawn from.
struct Row {
  std::vector<double> said;
  std::vector<double> truth;
};

struct Distortion {
  std::string_view name;
  // From the log odds of a row.
  std::function<Row(const std::vector<double>&)> make;
  // What it multiplies the log odds by: row k, column j, of so many classes. None: a number.
  std::function<double(std::size_t, std::size_t, std::size_t)> slope = {};
};

// A number in [-1, 1] that depends on two classes only.
inline double constant_of(std::size_t k, std::size_t j) {
  return 2 * std::fmod(0.618 * static_cast<double>(k + 1) + 0.414 * static_cast<double>(j + 1), 1) -
         1;
}

inline std::vector<double> mapped(const std::vector<double>& z,
                                  const std::function<double(std::size_t)>& map) {
  std::vector<double> said;
  for (std::size_t k = 0; k < z.size(); ++k) said.push_back(map(k));
  return softmax_of(said);
}

// The top label's confidence c becomes c^(1/3); the others share the rest as before.
inline std::vector<double> overrated(std::vector<double> p) {
  const auto top = std::max_element(p.begin(), p.end());
  const double confidence = std::cbrt(*top);
  const double share = (1 - confidence) / (1 - *top);
  const double before = *top;
  for (double& value : p) value *= share;
  *top = before < 1 ? confidence : 1;
  return p;
}

inline const std::vector<Distortion>& distortions() {
  static const std::vector<Distortion> all = {
      {"none",
       [](const auto& z) {
         return Row{softmax_of(z), softmax_of(z)};
       }},
      {"temperature",
       [](const auto& z) {
         return Row{mapped(z, [&](std::size_t k) { return 2.5 * z[k]; }), softmax_of(z)};
       }},
      {"vector",
       [](const auto& z) {
         return Row{mapped(z,
                           [&](std::size_t k) {
                             return (1.5 + 0.8 * constant_of(k, 0)) * z[k] + constant_of(k, 1);
                           }),
                    softmax_of(z)};
       },
       [](std::size_t k, std::size_t j, std::size_t) {
         return k == j ? 1.5 + 0.8 * constant_of(k, 0) : 0;
       }},
      {"matrix",
       [](const auto& z) {
         const double scale = 0.8 / std::sqrt(static_cast<double>(z.size()));
         return Row{mapped(z,
                           [&](std::size_t k) {
                             double sum = z[k];
                             for (std::size_t j = 0; j < z.size(); ++j) {
                               sum += scale * constant_of(k, j) * z[j];
                             }
                             return sum;
                           }),
                    softmax_of(z)};
       },
       [](std::size_t k, std::size_t j, std::size_t classes) {
         return (k == j ? 1 : 0) +
                0.8 / std::sqrt(static_cast<double>(classes)) * constant_of(k, j);
       }},
      {"shift of labels",
       [](const auto& z) {
         return Row{softmax_of(z),
                    mapped(z, [&](std::size_t k) { return z[k] + 1.2 * constant_of(k, 3); })};
       }},
      {"label noise",
       [](const auto& z) {
         Row row{softmax_of(z), softmax_of(z)};
         for (double& p : row.truth) p = 0.85 * p + 0.15 / static_cast<double>(z.size());
         return row;
       }},
      {"top label overrated",
       [](const auto& z) {
         return Row{overrated(softmax_of(z)), softmax_of(z)};
       }},
  };
  return all;
}

// The first rows have one label of each class, so that none is missing.
struct Drawn {
  ClassData data;
  std::vector<double> log_odds;  // that the truth was made of
};
inline Drawn draw(const Distortion& distortion, std::size_t classes, std::size_t rows,
                  std::uint64_t seed) {
  Random random(seed);
  Drawn drawn{{classes, {}, {}, {}}, {}};
  ClassData& data = drawn.data;
  std::vector<bool> seen(classes);
  std::size_t missing = classes;
  while (data.labels.size() < rows) {
    std::vector<double> z(classes);
    for (double& value : z) value = 2 * random.normal();
    const Row row = distortion.make(z);
    double left = random.uniform();
    std::uint32_t label = 0;
    while (label + 1 < classes && left >= row.truth[label]) left -= row.truth[label++];
    // Only as many rows as are needed for the classes that are missing remain.
    if (seen[label] && rows - data.labels.size() <= missing) continue;
    if (!seen[label]) --missing;
    seen[label] = true;
    data.labels.push_back(label);
    data.scores.insert(data.scores.end(), row.said.begin(), row.said.end());
    data.truth.insert(data.truth.end(), row.truth.begin(), row.truth.end());
    drawn.log_odds.insert(drawn.log_odds.end(), z.begin(), z.end());
  }
  return drawn;
}

}  // namespace calibrant
