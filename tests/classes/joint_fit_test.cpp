#include "classes/joint_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "calibrant/platt.hpp"
#include "classes/blocks.hpp"
#include "classes/temperature.hpp"
#include "helpers/read_csv.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kClasses = 4;
constexpr double kRange = 28;  // of logarithms of 1e-12 and more

struct GoldenCase {
  std::vector<double> probabilities;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  std::map<std::string, std::vector<double>> fitted;  // by method
};

std::map<std::string, GoldenCase> golden_cases() {
  std::map<std::string, GoldenCase> cases;
  for (const auto& fields : testing::read_csv(CALIBRANT_GOLDEN "/class_rows.csv")) {
    GoldenCase& one = cases[fields[0]];
    one.labels.push_back(static_cast<std::uint32_t>(std::stoul(fields[1])));
    one.weights.push_back(std::stod(fields[2]));
    for (std::size_t k = 0; k < kClasses; ++k)
      one.probabilities.push_back(std::stod(fields[3 + k]));
  }
  for (const auto& fields : testing::read_csv(CALIBRANT_GOLDEN "/class_fits.csv")) {
    for (std::size_t k = 0; k < kClasses; ++k) {
      cases[fields[0]].fitted[fields[1]].push_back(std::stod(fields[2 + k]));
    }
  }
  return cases;
}

SoftmaxPart fit(const JointRows& rows, const std::string& method) {
  const double temperature = joint_temperature(rows);
  if (method == "temperature") return {0, {temperature}, {}};
  const JointFit fit(rows, method == "vector" ? JointKind::kVector : JointKind::kMatrix,
                     temperature);
  JointMap map = fit.map(fit.fit(1, 1e-12));
  return {0, map.slopes, map.intercepts};
}

TEST(JointFit, OptimaEqualThoseOfSciPy) {
  const auto cases = golden_cases();
  ASSERT_EQ(cases.size(), 3U);
  for (const auto& [name, one] : cases) {
    const FoldRows rows(one.probabilities, one.labels, kClasses, one.weights, 5);
    const AlignedVector x = features_in_blocks(rows, ClassInput::kProbabilities, {});
    ASSERT_EQ(one.fitted.size(), 3U);
    for (const auto& [method, expected] : one.fitted) {
      const ClassModel model(kClasses, ClassInput::kProbabilities,
                             {{1, fit(JointRows::of(rows, x, kRange), method)}});
      std::vector<double> found(expected.size());
      apply(model, one.probabilities, found);
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_NEAR(found[i], expected[i], 2e-6) << name << " " << method << " " << i;
      }
    }
  }
}

// The slopes and intercepts where every derivative is 0, whatever the preconditioner thought.
TEST(JointFit, DerivativesVanishAtTheOptimum) {
  const GoldenCase one = golden_cases().at("1");
  const FoldRows rows(one.probabilities, one.labels, kClasses, one.weights, 5);
  const AlignedVector x = features_in_blocks(rows, ClassInput::kProbabilities, {});
  const JointRows all = JointRows::of(rows, x, kRange);
  const double temperature = joint_temperature(all);
  for (const double q : {0.35, 1.0, 2.5}) {
    const JointFit fit(all, JointKind::kMatrix, temperature);
    const Variables found = fit.fit(q, 1e-13);
    const JointMap map = fit.map(found);
    JointMap derivatives;
    all.sums(map, derivatives);
    const double own = 2 * kClasses / (q * q);
    for (std::size_t k = 0; k < kClasses; ++k) {
      EXPECT_NEAR(derivatives.intercepts[k] + own * map.intercepts[k], 0, 1e-4);
      for (std::size_t j = 0; j < kClasses; ++j) {
        const double v = map.slopes[k * kClasses + j] / temperature - (j == k ? 1 + found[0] : 0);
        const double precision = j == k ? own : own * (kClasses - 1);
        EXPECT_NEAR(temperature * derivatives.slopes[k * kClasses + j] + precision * v, 0, 1e-4);
      }
    }
  }
}

// With two classes x is half of the log odds, on both sides of 0, so that temperature scaling is a
// logistic regression without an intercept.
TEST(JointFit, TemperatureOfTwoClassesIsTheSlopeOfTheLogOdds) {
  std::vector<double> scores;
  std::vector<std::uint32_t> labels;
  for (std::size_t i = 0; i < 400; ++i) {
    const double p = (static_cast<double>(i % 97) + 1) / 99;
    scores.insert(scores.end(), {1 - p, p});
    labels.push_back(std::fmod(static_cast<double>(i) * 0.6180339887, 1) < p * p * (3 - 2 * p) ? 1
                                                                                               : 0);
  }
  const FoldRows rows(scores, labels, 2, {}, 5);
  const AlignedVector x = features_in_blocks(rows, ClassInput::kProbabilities, {});
  const double found = joint_temperature(JointRows::of(rows, x, kRange));
  const auto derivative = [&](double t) {
    double sum = std::log(t) / (1.5 * 1.5 * t);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const double log_odds = std::log(scores[2 * i + 1] / scores[2 * i]);
      sum += log_odds * (1 / (1 + std::exp(-t * log_odds)) - labels[i]);
    }
    return sum;
  };
  EXPECT_LT(derivative(found * (1 - 1e-6)), 0);
  EXPECT_GT(derivative(found * (1 + 1e-6)), 0);
}

}  // namespace
}  // namespace calibrant
