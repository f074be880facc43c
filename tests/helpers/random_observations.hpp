// Random small inputs of many kinds: ties, weights, long runs, alternating labels, one class.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "calibrant/observations.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {

enum class Labels { kCoin, kByScore, kAlternating, kLongRuns, kOneClass };
inline constexpr std::array<Labels, 5> kLabels = {
    Labels::kCoin, Labels::kByScore, Labels::kAlternating, Labels::kLongRuns, Labels::kOneClass};
enum class Weights { kNone, kWhole, kFractional, kHuge };
inline constexpr std::array<Weights, 4> kWeights = {Weights::kNone, Weights::kWhole,
                                                    Weights::kFractional, Weights::kHuge};

/// Scores in [0, 1]; with `ties`, about half as many distinct scores as rows.
inline Observations random_observations(Random& random, std::size_t rows, Labels labels,
                                        Weights weights, bool ties) {
  std::vector<double> scores(rows);
  std::vector<int> truth(rows);
  std::vector<double> weight(rows, 1.0);
  const std::size_t run = 1 + random.below(rows / 4 + 1);
  for (std::size_t i = 0; i < rows; ++i) {
    scores[i] = ties ? static_cast<double>(random.below(rows)) / static_cast<double>(rows)
                     : (static_cast<double>(i) + random.uniform()) / static_cast<double>(rows);
    switch (labels) {
      case Labels::kCoin:
        truth[i] = random.uniform() < 0.4 ? 1 : 0;
        break;
      case Labels::kByScore:
        truth[i] = random.uniform() < scores[i] ? 1 : 0;
        break;
      case Labels::kAlternating:
        truth[i] = static_cast<int>(i % 2);
        break;
      case Labels::kLongRuns:
        truth[i] = static_cast<int>(i / run % 2);
        break;
      case Labels::kOneClass:
        truth[i] = 1;
        break;
    }
    if (weights == Weights::kWhole) weight[i] = static_cast<double>(1 + random.below(5));
    if (weights == Weights::kFractional) weight[i] = 0.01 + 3 * random.uniform();
    if (weights == Weights::kHuge) weight[i] = std::floor(std::pow(10.0, 9 * random.uniform()));
  }
  return observe(scores, truth, weight);
}

}  // namespace calibrant::testing
