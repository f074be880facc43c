#include "classes/temperature.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"

namespace calibrant {
namespace {

struct TemperatureCase {
  std::size_t classes = 0;
  std::vector<double> scores;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
};

// Probabilities softmax(slope * z) of labels drawn from softmax(z).
TemperatureCase distorted(std::size_t rows, std::size_t classes, double slope) {
  testing::Random random(rows + classes);
  TemperatureCase result{classes, {}, {}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> z(classes);
    for (double& value : z) value = 2 * random.normal();
    double sum = 0;
    double sharp = 0;
    for (const double value : z) {
      sum += std::exp(value);
      sharp += std::exp(slope * value);
    }
    double left = random.uniform() * sum;
    std::uint32_t label = 0;
    while (label + 1 < classes && (left -= std::exp(z[label])) > 0) ++label;
    result.labels.push_back(label);
    for (const double value : z) result.scores.push_back(std::exp(slope * value) / sharp);
    result.weights.push_back(0.5 + random.uniform());
  }
  return result;
}

double slope_of(const TemperatureCase& one, ClassInput input = ClassInput::kProbabilities) {
  return fit_joint_temperature(one.scores, one.labels, one.classes, one.weights, input).slopes[0];
}

// The definition, plainly: loss less log prior by log t.
double loss_of(const TemperatureCase& one, double log_t) {
  double loss = log_t * log_t / (2 * kSlopeDeviation * kSlopeDeviation);
  for (std::size_t i = 0; i < one.labels.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < one.classes; ++k) {
      sum += std::pow(std::max(one.scores[i * one.classes + k], 1e-12), std::exp(log_t));
    }
    const double own = std::max(one.scores[i * one.classes + one.labels[i]], 1e-12);
    loss += one.weights[i] * (std::log(sum) - std::exp(log_t) * std::log(own));
  }
  return loss;
}

TEST(Temperature, TheDerivativeVanishesWhereItStops) {
  for (const double slope : {0.3, 1.0, 1.6, 5.0}) {
    for (const std::size_t rows : {40U, 3000U}) {
      const TemperatureCase one = distorted(rows, 4, slope);
      const double found = std::log(slope_of(one));
      constexpr double kStep = 1e-4;
      const double derivative =
          (loss_of(one, found + kStep) - loss_of(one, found - kStep)) / (2 * kStep);
      const double curvature =
          (loss_of(one, found + kStep) + loss_of(one, found - kStep) - 2 * loss_of(one, found)) /
          (kStep * kStep);
      EXPECT_NEAR(derivative / curvature, 0, 1e-7) << slope << " " << rows;
    }
  }
}

TEST(Temperature, NoOrderOfRowsAndNoInstructionSetChangesABit) {
  for (const std::size_t rows : {100U, 5000U}) {
    TemperatureCase one = distorted(rows, 3, 2);
    const double first = slope_of(one);
    testing::for_each_target([&] { EXPECT_EQ(slope_of(one), first); });
    testing::Random random(rows);
    for (std::size_t i = rows; i > 1; --i) {
      const std::size_t j = random.below(i);
      if (j == i - 1) continue;
      std::swap(one.labels[i - 1], one.labels[j]);
      std::swap(one.weights[i - 1], one.weights[j]);
      std::swap_ranges(one.scores.begin() + static_cast<std::ptrdiff_t>(3 * (i - 1)),
                       one.scores.begin() + static_cast<std::ptrdiff_t>(3 * i),
                       one.scores.begin() + static_cast<std::ptrdiff_t>(3 * j));
    }
    EXPECT_EQ(slope_of(one), first);
  }
}

TEST(Temperature, ARowOfWeightTwoIsTwoRows) {
  TemperatureCase heavy = distorted(2100, 3, 2);
  TemperatureCase twice{3, heavy.scores, heavy.labels, std::vector<double>(2 * 2100, 1)};
  twice.scores.insert(twice.scores.end(), heavy.scores.begin(), heavy.scores.end());
  twice.labels.insert(twice.labels.end(), heavy.labels.begin(), heavy.labels.end());
  heavy.weights.assign(2100, 2);
  EXPECT_NEAR(slope_of(heavy), slope_of(twice), 1e-12);
}

TEST(Temperature, HardScoresHaveAFiniteSlope) {
  TemperatureCase one = distorted(300, 3, 1);
  for (std::size_t i = 0; i < one.labels.size();
       ++i) {  // exact zeros and ones, a tenth of them wrong
    for (std::size_t k = 0; k < 3; ++k) {
      one.scores[3 * i + k] = k == (one.labels[i] + (i % 10 == 0 ? 1 : 0)) % 3 ? 1 : 0;
    }
  }
  EXPECT_GT(slope_of(one), 0.01);
  EXPECT_LT(slope_of(one), 1);
  for (double& score : one.scores) score = score == 1 ? 1e100 : -1e100;  // as logits
  const double least = slope_of(one, ClassInput::kLogits);
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 1e-4);
}

// One row that is far off does not drown what the others say.
TEST(Temperature, AFarLogitDoesNotHideTheOthers) {
  TemperatureCase one = distorted(3000, 3, 2);
  for (double& score : one.scores) score = std::log(score);
  const double before = slope_of(one, ClassInput::kLogits);
  one.scores.insert(one.scores.end(), {1e12, 0, 0});
  one.labels.push_back(0);
  one.weights.push_back(1);
  EXPECT_NEAR(slope_of(one, ClassInput::kLogits), before, 1e-9);
}

TEST(Temperature, WeightsOfAnySize) {
  TemperatureCase one = distorted(200, 3, 2);
  for (double& weight : one.weights) weight *= 1e300;
  const double heavy = slope_of(one);
  EXPECT_NEAR(heavy, 0.5, 0.15);
  for (double& weight : one.weights) weight *= 1e-310;  // the prior alone is left
  EXPECT_NEAR(slope_of(one), 1, 1e-6);
}

}  // namespace
}  // namespace calibrant
