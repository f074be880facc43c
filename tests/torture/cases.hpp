// Observations that try the arithmetic: the smallest and largest doubles, neighbours, huge and tiny
// weights, one class alone, hardly a positive, one row.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "calibrant/observations.hpp"

namespace calibrant::testing {

struct Hard {
  std::string name;
  Observations seen;
};

inline Observations counts(const std::vector<double>& scores, const std::vector<double>& negatives,
                           const std::vector<double>& positives) {
  return observe_counts(scores, negatives, positives);
}

inline std::vector<Hard> hard_cases() {
  const std::vector<double> ones = {1, 0, 1, 0, 0, 1, 0, 0, 0, 1};
  const std::vector<double> others = {0, 1, 0, 0, 1, 1, 0, 1, 1, 0};
  std::vector<double> neighbours = {0.7};
  std::vector<double> denormals = {5e-324};
  std::vector<double> at_one = {1};
  for (int i = 1; i < 10; ++i) {
    neighbours.push_back(std::nextafter(neighbours.back(), 1.0));
    denormals.push_back(std::nextafter(denormals.back(), 1.0));
    at_one.push_back(std::nextafter(at_one.back(), 0.0));
  }
  std::vector<double> tenths;
  std::vector<double> light_to_heavy;
  std::vector<double> heavy_to_light;
  for (int i = 0; i < 10; ++i) {
    tenths.push_back(i / 10.0);
    light_to_heavy.push_back(std::pow(10.0, -12 + 24.0 * i / 9));
    heavy_to_light.push_back(std::pow(10.0, 12 - 24.0 * i / 9));
  }
  const std::vector<double> none(10, 0);
  const std::vector<double> many(10, 1e5);
  std::vector<double> hardly = none;
  hardly[7] = 1;
  return {
      {"scores one ulp apart", counts(neighbours, ones, others)},
      {"scores one ulp apart below 1", counts(at_one, others, ones)},
      {"denormal scores", counts(denormals, ones, others)},
      {"scores to 1e308",
       counts({-1.7e308, -1e308, -1, -5e-324, 0, 5e-324, 1e-300, 1, 1e308, 1.7e308}, ones, others)},
      {"weights from 1e-12 to 1e12", counts(tenths, light_to_heavy, heavy_to_light)},
      {"weights of 1e-12", counts(tenths, std::vector<double>(10, 1e-12), none)},
      {"weights of 1e12 that disagree", counts({0, 1e-300, 1}, {1e12, 0, 1e12}, {0, 1e12, 0})},
      {"all positive", counts(tenths, none, std::vector<double>(10, 3))},
      {"all negative", counts(tenths, std::vector<double>(10, 3), none)},
      {"one positive in a million", counts(tenths, many, hardly)},
      {"one row", counts({0.25}, {0}, {1})},
      {"a denormal weight", counts({0.25, 0.75}, {5e-324, 17}, {17, 5e-324})},
  };
}

}  // namespace calibrant::testing
