#include "methods/paper_acp.hpp"

#include <algorithm>

#include "calibrant/observations.hpp"

namespace calibrant::experiments {

std::vector<double> calibrate_by_paper_acp(const Labelled& calibration, const Scores& test) {
  const Observations seen = observe(calibration.scores.values, calibration.labels);
  std::vector<double> weight_before = {0};
  std::vector<double> positives_before = {0};
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    weight_before.push_back(weight_before.back() + seen.negatives()[k] + seen.positives()[k]);
    positives_before.push_back(positives_before.back() + seen.positives()[k]);
  }
  const auto place = [&](auto found) {
    return static_cast<std::size_t>(found - seen.scores().begin());
  };
  std::vector<double> probabilities;
  for (std::size_t i = 0; i < test.values.size(); ++i) {
    const std::size_t begin = place(std::ranges::lower_bound(seen.scores(), test.lower[i]));
    const std::size_t end = place(std::ranges::upper_bound(seen.scores(), test.upper[i]));
    const bool empty = begin >= end;
    probabilities.push_back(empty ? test.values[i]
                                  : (positives_before[end] - positives_before[begin]) /
                                        (weight_before[end] - weight_before[begin]));
  }
  return probabilities;
}

std::vector<double> calibrate_by_narrow_acp(const Labelled& calibration, const Scores& test) {
  constexpr double kShare = 0.1;
  Scores narrow = test;
  for (std::size_t i = 0; i < test.values.size(); ++i) {
    narrow.lower[i] = test.values[i] - kShare * (test.values[i] - test.lower[i]);
    narrow.upper[i] = test.values[i] + kShare * (test.upper[i] - test.values[i]);
  }
  return calibrate_by_paper_acp(calibration, narrow);
}

}  // namespace calibrant::experiments
