#include "classes/log_odds_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "helpers/shapes.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

constexpr LogOddsCurve::Prior kWide = {2, 2, 1};

TEST(LogOddsCurve, WithoutRowsItIsItsCentre) {
  const LogOddsCurve curve(LogOddsCells(), LogOddsCurve(), kWide);
  for (const double u : {-27.6, -9.0, -0.3, 0.0, 4.0, 27.6}) EXPECT_EQ(curve(u), u);
  const Curve shown = curve.curve();
  for (const double p : {0.0, 1e-9, 0.01, 0.3, 0.97, 1.0}) EXPECT_NEAR(shown(p), p, 2e-3);
}

TEST(LogOddsCurve, FindsABentCurve) {
  const auto truth = [](double u) { return 0.3 + 0.5 * u + (u > 2 ? 0.8 * (u - 2) : 0); };
  testing::Random random(5);
  LogOddsCells cells;
  for (int i = 0; i < 200000; ++i) {
    const double u = 10 * random.uniform() - 5;
    const bool positive = random.uniform() < logistic(truth(u));
    cells.add(u, positive ? 0 : 1, positive ? 1 : 0);
  }
  const LogOddsCurve curve(cells, LogOddsCurve(), kWide);
  for (double u = -4.5; u < 4.6; u += 0.5) {
    EXPECT_NEAR(logistic(curve(u)), logistic(truth(u)), 0.012) << u;
  }
}

// Halves of the rows, and all of them with half of the weight.
TEST(LogOddsCurve, CellsAddUp) {
  LogOddsCells all;
  LogOddsCells even;
  LogOddsCells odd;
  for (int i = 0; i < 100; ++i) {
    const double u = LogOddsCells::log_odds(i / 99.0);
    all.add(u, i % 3, 1);
    (i % 2 == 0 ? even : odd).add(u, i % 3, 1);
  }
  even += odd;
  const LogOddsCurve together(even, LogOddsCurve(), kWide);
  const LogOddsCurve alone(all, LogOddsCurve(), kWide);
  for (const double u : {-27.0, -2.0, 0.5, 27.0}) EXPECT_NEAR(together(u), alone(u), 1e-9);
}

// The derivatives of likelihood times prior vanish in every direction that it can go.
TEST(LogOddsCurve, ANudgeOfLevelOrSlopeMakesItWorse) {
  testing::Random random(6);
  LogOddsCells cells;
  std::vector<std::pair<double, double>> rows;
  for (int i = 0; i < 400; ++i) {
    const double u = 6 * random.normal();
    const double label = random.uniform() < logistic(0.4 * u) ? 1 : 0;
    const double cut = std::clamp(u, -27.0, 27.0);
    cells.add(cut, 1 - label, label);
    rows.emplace_back(cut, label);
  }
  const LogOddsCurve::Prior prior = {2, 2, 1e-4};  // no bends
  const LogOddsCurve curve(cells, LogOddsCurve(), prior);
  const double level = curve(0);
  const double slope = curve(1) - level;
  const auto loss = [&](double a, double b) {
    double sum = (a * a + (b - 1) * (b - 1)) / 8;
    for (const auto& [u, label] : rows) sum += softplus(a + b * u) - label * (a + b * u);
    return sum;
  };
  // Cells are narrow, not of no width.
  for (const double step : {-0.05, 0.05}) {
    EXPECT_GT(loss(level + step, slope), loss(level, slope));
    EXPECT_GT(loss(level, slope + step), loss(level, slope));
  }
}

}  // namespace
}  // namespace calibrant
