#include "kernels/softmax.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"
#include "support/aligned.hpp"

namespace calibrant::kernels {
namespace {

struct Problem {
  AlignedVector x;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  std::vector<double> slopes;
  std::vector<double> intercepts;

  RowBlocks rows() const {
    return {intercepts.size(), labels.size() / kRowBlock, x.data(), labels.data()};
  }
  SoftmaxMap map() const { return {slopes, intercepts}; }
};

Problem random_problem(std::size_t classes, std::size_t blocks, bool matrix) {
  testing::Random random(classes + 100 * blocks);
  Problem problem;
  for (std::size_t i = 0; i < blocks * kRowBlock; ++i) {
    problem.labels.push_back(static_cast<std::uint32_t>(random.below(classes)));
    problem.weights.push_back(random.uniform() < 0.1 ? 0 : 3 * random.uniform());
  }
  problem.x.resize(blocks * kRowBlock * classes);
  for (double& x : problem.x) x = 4 * random.normal();
  for (std::size_t i = 0; i < (matrix ? classes * classes : classes); ++i) {
    problem.slopes.push_back(random.normal());
  }
  for (std::size_t k = 0; k < classes; ++k) problem.intercepts.push_back(random.normal());
  return problem;
}

TEST(SoftmaxKernel, SumsEqualTheScalarTwin) {
  testing::for_each_target([] {
    for (const std::size_t classes : {2U, 3U, 4U, 5U, 8U, 11U, 26U}) {
      for (const bool matrix : {false, true}) {
        const Problem problem = random_problem(classes, 3, matrix);
        std::vector<double> slopes(problem.slopes.size());
        std::vector<double> intercepts(classes);
        std::vector<double> slopes_twin = slopes;
        std::vector<double> intercepts_twin = intercepts;
        const double loss =
            softmax_sums(problem.rows(), problem.map(), problem.weights, slopes, intercepts);
        const double twin = softmax_sums_scalar(problem.rows(), problem.map(), problem.weights,
                                                slopes_twin, intercepts_twin);
        EXPECT_NEAR(loss, twin, 1e-12 * twin);
        for (std::size_t i = 0; i < slopes.size(); ++i) {
          EXPECT_NEAR(slopes[i], slopes_twin[i], 1e-12 * twin) << classes << " " << i;
        }
        for (std::size_t k = 0; k < classes; ++k) {
          EXPECT_NEAR(intercepts[k], intercepts_twin[k], 1e-12 * twin) << classes << " " << k;
        }
      }
    }
  });
}

TEST(SoftmaxKernel, SumsAreTheDerivativesOfTheLoss) {
  Problem problem = random_problem(4, 2, true);
  for (double& slope : problem.slopes) slope *= 0.3;
  std::vector<double> slopes(16);
  std::vector<double> intercepts(4);
  std::vector<double> unused_slopes(16);
  std::vector<double> unused_intercepts(4);
  softmax_sums(problem.rows(), problem.map(), problem.weights, slopes, intercepts);
  const auto loss_with = [&](double& parameter, double value) {
    const double before = std::exchange(parameter, value);
    const double loss = softmax_sums(problem.rows(), problem.map(), problem.weights, unused_slopes,
                                     unused_intercepts);
    parameter = before;
    return loss;
  };
  constexpr double kStep = 1e-5;
  for (std::size_t i = 0; i < 16; ++i) {
    double& slope = problem.slopes[i];
    const double slope_of_loss =
        (loss_with(slope, slope + kStep) - loss_with(slope, slope - kStep)) / (2 * kStep);
    EXPECT_NEAR(slopes[i], slope_of_loss, 1e-5 * (1 + std::abs(slope_of_loss))) << i;
  }
  for (std::size_t k = 0; k < 4; ++k) {
    double& intercept = problem.intercepts[k];
    const double slope_of_loss =
        (loss_with(intercept, intercept + kStep) - loss_with(intercept, intercept - kStep)) /
        (2 * kStep);
    EXPECT_NEAR(intercepts[k], slope_of_loss, 1e-5 * (1 + std::abs(slope_of_loss))) << k;
  }
}

// Each derivative is the difference quotient of the one before; the first, of the loss.
TEST(SoftmaxKernel, TemperatureSumsAreDerivativesWithTheSameBitsOnEveryTarget) {
  Problem problem = random_problem(5, 3, false);
  std::optional<TemperatureSums> first;
  const double largest = 3;  // of the weights
  const TemperatureUnits units{0.25, 0x1p-6};
  const auto rows = static_cast<double>(problem.labels.size());
  const auto sums_at = [&](double slope) {
    TemperatureSums sums;
    temperature_sums(problem.rows(), slope, problem.weights, units, Quanta(rows, largest * rows),
                     sums);
    return sums;
  };
  const auto derivative = [&](std::size_t order, double slope) {
    return sums_at(slope)[order].value() / units.weight *
           std::pow(units.x, -static_cast<double>(order + 1));
  };
  const auto loss = [&](double slope) {
    problem.slopes.assign(5, slope);
    problem.intercepts.assign(5, 0);
    std::vector<double> unused(5);
    std::vector<double> unused_too(5);
    return softmax_sums(problem.rows(), problem.map(), problem.weights, unused, unused_too);
  };
  constexpr double kStep = 1e-4;
  for (const double slope : {0.1, 0.7, 2.0}) {
    const double by_loss = (loss(slope + kStep) - loss(slope - kStep)) / (2 * kStep);
    EXPECT_NEAR(derivative(0, slope), by_loss, 1e-5 * (1 + std::abs(by_loss)));
    for (std::size_t order = 1; order < 4; ++order) {
      const double by_last =
          (derivative(order - 1, slope + kStep) - derivative(order - 1, slope - kStep)) /
          (2 * kStep);
      EXPECT_NEAR(derivative(order, slope), by_last, 1e-4 * (1 + std::abs(by_last)))
          << order << " at " << slope;
    }
  }
  testing::for_each_target([&] {
    const TemperatureSums here = sums_at(0.7);
    if (!first) first = here;
    EXPECT_EQ(std::memcmp(first->data(), here.data(), sizeof here), 0);
  });
}

// Two classes, the first with log odds x: exp(x) / (1 + exp(x)), and its logarithm.
TEST(SoftmaxKernel, ExponentialsAndLogarithmsHaveTheirDigits) {
  testing::for_each_target([] {
    AlignedVector x(2 * kRowBlock);
    AlignedVector scratch(x.size());
    AlignedVector logs(x.size());
    const double one = 1;
    for (double from = 0; from > -707; from -= 0.61 * kRowBlock) {
      for (std::size_t i = 0; i < kRowBlock; ++i) {
        x[i] = std::max(from - 0.61 * static_cast<double>(i), -707.0);
      }
      AlignedVector p(x.size());
      add_softmax_block(x.data(), 2, {{&one, 1}, {}}, 1, scratch.data(), p.data());
      log_block(p.data(), 2, 1e-300, logs.data());
      for (std::size_t i = 0; i < kRowBlock; ++i) {
        const double e = std::exp(x[i]);
        const double error = 1e-15 + 2e-16 * std::abs(x[i]);
        EXPECT_NEAR(p[i], e / (1 + e), error * e) << x[i];
        for (const std::size_t cell : {i, i + kRowBlock}) {
          const double log = std::log(std::max(p[cell], 1e-300));
          EXPECT_NEAR(logs[cell], log, 3e-16 + 2.3e-16 * std::abs(log)) << p[cell];
        }
      }
    }
    std::fill(x.begin(), x.begin() + kRowBlock, -1e99);
    AlignedVector p(x.size());
    add_softmax_block(x.data(), 2, {{&one, 1}, {}}, 1, scratch.data(), p.data());
    EXPECT_EQ(p[0], 0);
    EXPECT_EQ(p[kRowBlock], 1);
  });
}

TEST(SoftmaxKernel, BlocksAreTheDefinitionWithTheSameBitsOnEveryTarget) {
  const Problem problem = random_problem(7, 1, true);
  std::optional<AlignedVector> first;
  testing::for_each_target([&] {
    AlignedVector p(7 * kRowBlock);
    softmax_block(problem.x.data(), 7, problem.map(), p.data());
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      std::vector<double> z(7);
      double sum = 0;
      for (std::size_t k = 0; k < 7; ++k) {
        z[k] = problem.intercepts[k];
        for (std::size_t j = 0; j < 7; ++j) {
          z[k] += problem.slopes[k * 7 + j] * problem.x[j * kRowBlock + i];
        }
        sum += std::exp(z[k]);
      }
      for (std::size_t k = 0; k < 7; ++k) {
        EXPECT_NEAR(p[k * kRowBlock + i], std::exp(z[k]) / sum, 1e-13);
      }
    }
    AlignedVector logs(p.size());
    for (const double least : {1e-12, 0.2}) {
      mixed_block(problem.x.data(), 7, {.power = 0.6, .mixing = 0.01, .least = least}, logs.data());
      for (std::size_t i = 0; i < kRowBlock; ++i) {
        std::vector<double> expected(7);
        double sum = 0;
        double mean = 0;
        for (std::size_t k = 0; k < 7; ++k) sum += std::exp(0.6 * problem.x[k * kRowBlock + i]);
        for (std::size_t k = 0; k < 7; ++k) {
          const double share = std::exp(0.6 * problem.x[k * kRowBlock + i]) / sum;
          expected[k] = std::log(std::max(0.99 * share + 0.01 / 7, least));
          mean += expected[k] / 7;
        }
        for (std::size_t k = 0; k < 7; ++k) {
          EXPECT_NEAR(logs[k * kRowBlock + i], expected[k] - mean, 1e-13);
        }
      }
      p.insert(p.end(), logs.begin(), logs.end());
    }
    if (!first) first = p;
    EXPECT_EQ(std::memcmp(first->data(), p.data(), p.size() * sizeof(double)), 0);
  });
}

}  // namespace
}  // namespace calibrant::kernels
