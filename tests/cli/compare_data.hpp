// Data for tests of calibrant compare.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "helpers/shapes.hpp"

namespace calibrant::testing {

struct Data {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;

  std::string csv() const {
    std::string text = "score,label\n";
    for (std::size_t i = 0; i < scores.size(); ++i) {
      text += fmt::format("{},{}\n", scores[i], labels[i]);
    }
    return text;
  }
};

/// Scores whose log odds are `slope` times too large.
inline Data draw_data(std::size_t n, double slope, std::uint64_t seed) {
  Random random(seed);
  Data data;
  for (std::size_t i = 0; i < n; ++i) {
    const double p = 0.01 + 0.98 * random.uniform();
    data.labels.push_back(random.uniform() < p ? 1 : 0);
    const double odds = std::pow(p / (1 - p), slope);
    data.scores.push_back(std::round(1e6 * odds / (1 + odds)) / 1e6);
  }
  return data;
}

inline nlohmann::json method_called(const nlohmann::json& json, const std::string& name) {
  for (const nlohmann::json& method : json["methods"]) {
    if (method["name"] == name) return method;
  }
  return {};
}

}  // namespace calibrant::testing
