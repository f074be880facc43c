#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "calibrant/curve.hpp"
#include "calibrant/error.hpp"
#include "helpers/curves.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAre;
using testing::kInf;
using testing::kMax;
using testing::kNan;

const Curve kSlope(Segments{{0, 1}, {0, 1}});

const Grid& grid_of(const Curve& curve) { return std::get<Grid>(curve.shape()); }

std::string problem(const Curve& curve, const TabulateOptions& options) {
  try {
    (void)tabulate(curve, options);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "no OptionError";
}

TEST(Tabulate, TakesTheCentreOfEachCell) {
  const Curve table = tabulate(kSlope, {.cells = 4});
  EXPECT_THAT(grid_of(table).values, ElementsAre(0.125, 0.375, 0.625, 0.875));
  EXPECT_EQ(grid_of(table).low, 0);
  EXPECT_EQ(grid_of(table).high, 1);
  EXPECT_EQ(table(0.3), 0.375);
  const Curve part = tabulate(kSlope, {.cells = 2, .low = 0.5, .high = 2.5});
  EXPECT_THAT(grid_of(part).values, ElementsAre(1, 1));
}

TEST(Tabulate, KeepsBandAndOrigin) {
  const Curve curve(Segments{{0, 1}, {0.5, 0.5}}, Band{0.8, {0, 0.5}, {0.5, 1}},
                    Origin{.method = "abb", .weight = 3});
  const Curve table = tabulate(curve, {.cells = 2});
  ASSERT_TRUE(table.band());
  EXPECT_EQ(table.band()->level, 0.8);
  EXPECT_THAT(table.band()->lower, ElementsAre(0.125, 0.375));
  EXPECT_THAT(table.band()->upper, ElementsAre(0.625, 0.875));
  EXPECT_EQ(table.origin().method, "abb");
  EXPECT_EQ(table.interval(0.9).upper, 0.875);
}

TEST(Tabulate, SpanOfEachShape) {
  const Curve steps = tabulate(Curve(Steps{{-1, 0, 3}, {0, 0.1, 0.2, 0.3}}), {.cells = 4});
  EXPECT_EQ(grid_of(steps).low, -1);
  EXPECT_EQ(grid_of(steps).high, 3);
  EXPECT_THAT(grid_of(steps).values, ElementsAre(0.1, 0.2, 0.2, 0.2));
  const Curve grid = tabulate(Curve(Grid{2, 4, {0.1, 0.2}}), {.cells = 1});
  EXPECT_EQ(grid_of(grid).low, 2);
  EXPECT_THAT(grid_of(grid).values, ElementsAre(0.2));
  for (const Curve& constant : {Curve(Steps{{}, {0.7}}), Curve(Segments{{9}, {0.7}})}) {
    const Curve table = tabulate(constant, {.cells = 2});
    EXPECT_THAT(grid_of(table).values, ElementsAre(0.7, 0.7));
    EXPECT_EQ(table(-100), 0.7);
  }
  const Curve wide = tabulate(Curve(Segments{{-kMax, kMax}, {0, 1}}), {.cells = 2});
  EXPECT_NEAR(grid_of(wide).values[0], 0.25, 1e-15);
  EXPECT_NEAR(grid_of(wide).values[1], 0.75, 1e-15);
}

TEST(Tabulate, OptionsAreChecked) {
  EXPECT_EQ(problem(kSlope, {.cells = 0}), "cells: 0 is too few (1 or more)");
  EXPECT_EQ(problem(kSlope, {.cells = std::size_t{1} << 31U}),
            "cells: 2147483648 is too many (at most 2147483647)");
  EXPECT_EQ(problem(kSlope, {.low = kNan}), "low: nan is not a finite number");
  EXPECT_EQ(problem(kSlope, {.high = kInf}), "high: inf is not a finite number");
  EXPECT_EQ(problem(kSlope, {.low = 0.5, .high = 0.5}), "high: 0.5 is not above low, which is 0.5");
  EXPECT_EQ(problem(kSlope, {.low = 2}), "high: 1 is not above low, which is 2");
  EXPECT_EQ(problem(Curve(Sigmoid{}), {.high = 1}),
            "low: is missing (this curve has no span of its own)");
  EXPECT_EQ(problem(Curve(Sigmoid{}), {.low = 1}),
            "high: is missing (this curve has no span of its own)");
  EXPECT_EQ(problem(Curve(Steps{{3}, {0, 1}}), {}),
            "low: is missing (this curve has no span of its own)");
  EXPECT_EQ(problem(Curve(Sigmoid{}), {.low = -5, .high = 5}), "no OptionError");
}

// Slope at most L: the error is at most L * width / 2 = L / (2 R) over [0, 1], and no less.
TEST(Tabulate, ErrorShrinksLikeOneOverCells) {
  testing::Random random(3);
  std::vector<double> knots = {0};
  std::vector<double> values = {0.5};
  double steepest = 0;
  while (knots.back() < 1) {
    knots.push_back(std::min(1.0, knots.back() + 0.002 + 0.02 * random.uniform()));
    const double width = knots.back() - knots[knots.size() - 2];
    const double slope = (random.uniform() - 0.5) * 8;
    values.push_back(std::min(1.0, std::max(0.0, values.back() + slope * width)));
    steepest = std::max(steepest, std::abs(values.back() - values[values.size() - 2]) / width);
  }
  const Curve curve(Segments{knots, values});
  for (const std::size_t cells : {100U, 1000U, 10'000U, 100'000U}) {
    const double gap = largest_gap(curve, tabulate(curve, {.cells = cells}), 0, 1);
    const double bound = steepest / (2 * static_cast<double>(cells));
    EXPECT_LE(gap, bound * (1 + 1e-9)) << cells;
    if (cells >= 1000) {
      EXPECT_GE(gap, 0.9 * bound) << cells;
    }
  }
}

TEST(LargestGap, SeesBothSidesOfABreak) {
  const Curve zero(Steps{{}, {0}});
  // Steep up to 1 just before the border, and 0 from there on.
  const Curve steps(Steps{{0.5}, {1, 0}});
  EXPECT_EQ(largest_gap(steps, zero, 0, 1), 1);
  EXPECT_EQ(largest_gap(steps, zero, 0.5, 1), 0);
  EXPECT_EQ(largest_gap(steps, zero, std::nextafter(0.5, 0), 1), 1);
  EXPECT_EQ(largest_gap(kSlope, steps, 0, 1), 1);
  EXPECT_EQ(largest_gap(kSlope, steps, 0.25, 0.375), 0.75);
  EXPECT_EQ(largest_gap(kSlope, kSlope, -5, 5), 0);
  EXPECT_EQ(largest_gap(kSlope, zero, 0.3, 0.3), 0.3);
}

TEST(LargestGap, FindsTheTrueCellsOfAGrid) {
  const auto values = testing::uniform(1000, 2);
  const Curve grid(Grid{0.3, 2.3, values});
  const Curve zero(Steps{{}, {0}});
  EXPECT_EQ(largest_gap(grid, zero, -1, 3), *std::max_element(values.begin(), values.end()));
  // Steps at the very doubles where the grid changes are the same function.
  std::vector<double> borders;
  std::vector<double> step_values = {values[0]};
  for (std::size_t i = 1; i < values.size(); ++i) {
    double x = 0.3 + 2.0 * static_cast<double>(i) / 1000;
    while (grid(x) == values[i]) x = std::nextafter(x, 0);
    while (grid(x) != values[i]) x = std::nextafter(x, 3);
    borders.push_back(x);
    step_values.push_back(values[i]);
  }
  EXPECT_EQ(largest_gap(grid, Curve(Steps{borders, step_values}), -1, 3), 0);
  borders[500] = std::nextafter(borders[500], 3);
  EXPECT_EQ(largest_gap(grid, Curve(Steps{borders, step_values}), -1, 3),
            std::abs(values[500] - values[501]));
}

TEST(LargestGap, SamplesASigmoid) {
  const Curve sigmoid(Sigmoid{});
  const Curve half(Steps{{}, {0.5}});
  EXPECT_EQ(largest_gap(sigmoid, half, -3, 2), 0.5 - sigmoid(-3));
  const Curve other(Sigmoid{Sigmoid::Input::kScore, 1, 1, 0});
  // sigma(x + 1) - sigma(x) is largest at x = -1/2.
  EXPECT_NEAR(largest_gap(sigmoid, other, -10, 10), sigmoid(0.5) - sigmoid(-0.5), 1e-6);
}

TEST(LargestGap, RangeIsChecked) {
  const auto problem_of = [](double low, double high) -> std::string {
    try {
      (void)largest_gap(kSlope, kSlope, low, high);
    } catch (const OptionError& error) {
      return error.what();
    }
    return "no OptionError";
  };
  EXPECT_EQ(problem_of(kNan, 1), "low: nan is not a finite number");
  EXPECT_EQ(problem_of(0, kInf), "high: inf is not a finite number");
  EXPECT_EQ(problem_of(1, 0), "high: 0 is below low, which is 1");
}

}  // namespace
}  // namespace calibrant
