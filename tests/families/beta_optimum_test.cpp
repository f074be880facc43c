// Beta calibration over many groups, in blocks and in cells, against the optimum of its definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "calibrant/beta.hpp"
#include "families/logistic_fit.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using Row = std::array<long double, 4>;  // of the normal equations, the right-hand side last

std::array<long double, 3> solve(std::array<Row, 3> m) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t r = 0; r < 3; ++r) {
      if (r == i) continue;
      const long double factor = m[r][i] / m[i][i];
      for (std::size_t c = i; c < 4; ++c) m[r][c] -= factor * m[i][c];
    }
  }
  return {m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2]};
}

struct Features {
  std::vector<double> first;
  std::vector<double> second;
};

Features logs_of(const Observations& seen) {
  Features features;
  for (const double s : seen.scores()) {
    features.first.push_back(std::log(s));
    features.second.push_back(-std::log1p(-s));
  }
  return features;
}

/// One Newton step in long double from what was found: the most that it changes any log odds.
long double distance_to_optimum(const Observations& seen, const Features& features,
                                const LogisticFit& found) {
  const long double n0 = seen.negative_weight();
  const long double n1 = seen.positive_weight();
  std::array<Row, 3> equations = {};
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const std::array<long double, 3> x = {1, features.first[k], features.second[k]};
    const long double n = static_cast<long double>(seen.negatives()[k]) + seen.positives()[k];
    const long double target =
        seen.positives()[k] * (n1 + 1) / (n1 + 2) + seen.negatives()[k] / (n0 + 2);
    const long double p =
        1 / (1 + std::exp(-(found.intercept + found.first * x[1] + found.second * x[2])));
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) equations[i][j] += n * p * (1 - p) * x[i] * x[j];
      equations[i][3] += (target - n * p) * x[i];
    }
  }
  const auto step = solve(equations);
  long double most = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const long double change = step[0] + step[1] * features.first[k] + step[2] * features.second[k];
    most = std::max(most, std::abs(change));
  }
  return most;
}

// 1024 groups are one whole block, 65,536 the first that are joined into cells.
TEST(BetaOptimum, IsMetWithAnyNumberOfBlocks) {
  for (const testing::Shape shape : testing::kShapes) {
    for (const std::size_t n : {100U, 1024U, 2500U, 65'536U, 70'001U}) {
      SCOPED_TRACE(std::string(name(shape)) + " " + std::to_string(n));
      auto sample = testing::draw(shape, n);
      for (double& s : sample.scores) s = 1e-6 + (1 - 2e-6) * s;  // off the clip
      const Observations seen = observe(sample.scores, sample.labels);
      const Features features = logs_of(seen);
      const LogisticFit fit =
          fit_logistic(seen, features_in(features.first, features.second), {.two = true});
      EXPECT_TRUE(fit.converged);
      EXPECT_LE(fit.steps, n < 65'536 ? 10 : 2);
      EXPECT_LT(distance_to_optimum(seen, features, fit), 1e-9L);
      // The same from the scores: logarithms differ in their last digit.
      const auto sigmoid = std::get<Sigmoid>(fit_beta(seen).shape());
      EXPECT_NEAR(sigmoid.intercept, fit.intercept, 1e-9);
      EXPECT_NEAR(sigmoid.slope, fit.first, 1e-9);
      EXPECT_NEAR(sigmoid.slope_complement, fit.second, 1e-9);
    }
  }
}

// Far from zero the two features hold the same line, each with its own rounding: what tells them
// apart is noise, and no slope may come from it. Two blocks, of which either may have the largest.
TEST(BetaOptimum, RoundingFarFromZeroIsNoFeature) {
  const auto sample = testing::draw(testing::Shape::kCalibrated, 1500);
  const Observations seen = observe(sample.scores, sample.labels);
  for (const double far : {-1e9, 1e9}) {
    Features features;
    for (const double s : seen.scores()) {
      features.first.push_back(far + s);
      features.second.push_back(far + 2 * s);
    }
    const LogisticFit fit =
        fit_logistic(seen, features_in(features.first, features.second), {.two = true});
    EXPECT_TRUE(fit.converged);
    // 5.5 s, shared by both alike in units of their spreads; of noise, slopes would be thousands.
    EXPECT_NEAR(fit.first, 2 * fit.second, 1e-3);
    EXPECT_NEAR(fit.first + 2 * fit.second, 5.5, 0.5);
  }
}

TEST(BetaOptimum, TheUnitOfAFeatureDoesNotMatter) {
  const auto sample = testing::draw(testing::Shape::kCalibrated, 300);
  const Observations seen = observe(sample.scores, sample.labels);
  Features features = logs_of(seen);
  const LogisticFit plain =
      fit_logistic(seen, features_in(features.first, features.second), {.two = true});
  for (auto* values : {&features.first, &features.second}) {
    for (double& value : *values) value *= 0x1p-60;
  }
  const LogisticFit tiny =
      fit_logistic(seen, features_in(features.first, features.second), {.two = true});
  EXPECT_NEAR(tiny.first * 0x1p-60, plain.first, 1e-9);
  EXPECT_NEAR(tiny.second * 0x1p-60, plain.second, 1e-9);
  EXPECT_NEAR(tiny.intercept, plain.intercept, 1e-9);
}

}  // namespace
}  // namespace calibrant
