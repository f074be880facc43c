#include "methods/paper_acp.hpp"

#include "calibrant/acp.hpp"

namespace calibrant::experiments {

std::vector<double> calibrate_by_paper_acp(const Labelled& calibration, const Scores& test) {
  const AcpModel model = fit_acp(observe(calibration.scores.values, calibration.labels));
  std::vector<double> probabilities;
  probabilities.reserve(test.values.size());
  for (std::size_t i = 0; i < test.values.size(); ++i) {
    probabilities.push_back(
        model.positive_fraction(test.lower[i], test.upper[i]).value_or(test.values[i]));
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
