// How far a fitted curve can move when cells stand for scores: what docs/math/cells.md proves, and
// what it says was measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

using Fit = std::function<Curve(const Observations&)>;

constexpr CellRule kRule = CellRule::kProbability;

struct Move {
  double root_mean_square = 0;  // over the rows, both curves at the row's own score
  double largest = 0;
};

Move move(const Observations& seen, const Curve& curve, const Curve& from_cells) {
  Move result;
  double squares = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const double s = seen.scores()[k];
    const double gap = curve(s) - from_cells(s);
    squares += (seen.negatives()[k] + seen.positives()[k]) * gap * gap;
    result.largest = std::max(result.largest, std::abs(gap));
  }
  result.root_mean_square = std::sqrt(squares / seen.weight());
  return result;
}

// Scores that lie closer together than cells, and labels that jump inside one.
Sample adversary(std::size_t n) {
  Sample sample;
  const double a = cell(0.3, kRule);
  for (std::size_t i = 0; i < n; ++i) {
    const double t = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
    sample.scores.push_back(a + (t - 0.5) * 0.25 * cell_error(kRule));
    sample.labels.push_back(t > 0.5 ? 1 : 0);
  }
  return sample;
}

// The theorem on isotonic regression. f is the fit to scores, g the fit to cells, both as functions
// of the row; epsilon the largest ab / (a + b) of a cell with a negatives and b positives, over N.
// The sum of f - g over the first rows, whatever their number, stays within epsilon N, and the mean
// square of f - g within 2 epsilon.
void expect_isotonic_bound(const Sample& sample) {
  const Observations seen = observe(sample.scores, sample.labels);
  const Observations gathered = gather(seen, kRule);
  const Curve f = fit_isotonic(seen);
  const Curve g = fit_isotonic(gathered);
  double sum = 0;
  double furthest = 0;
  double squares = 0;
  double epsilon = 0;
  double largest_share = 0;
  for (std::size_t k = 0, c = 0; c < gathered.groups(); ++c) {
    const double midpoint = gathered.scores()[c];
    const double a = gathered.negatives()[c] / seen.weight();
    const double b = gathered.positives()[c] / seen.weight();
    epsilon = std::max(epsilon, a * b / (a + b));
    largest_share = std::max(largest_share, a + b);
    for (; k < seen.groups() && cell(seen.scores()[k], kRule) == midpoint; ++k) {
      const double share = (seen.negatives()[k] + seen.positives()[k]) / seen.weight();
      const double gap = f(seen.scores()[k]) - g(midpoint);
      sum += share * gap;
      furthest = std::max(furthest, std::abs(sum));
      squares += share * gap * gap;
    }
  }
  EXPECT_LE(furthest, epsilon + 1e-14);
  EXPECT_LE(squares, 2 * epsilon + 1e-14);
  EXPECT_LE(epsilon, largest_share / 4 + 1e-14);
}

TEST(CellBounds, IsotonicMovesByAtMostTheLargestCell) {
  for (const Shape shape : kShapes) {
    SCOPED_TRACE(name(shape));
    for (const std::size_t n : {100U, 2'000U, 50'000U}) expect_isotonic_bound(draw(shape, n, 7));
  }
  expect_isotonic_bound(adversary(10'000));
}

// No bound on the mean square could be below half of that one: a cell whose lower half is negative
// and whose upper half is positive.
TEST(CellBounds, TheIsotonicBoundIsWithinTwoOfTheWorst) {
  const Sample sample = adversary(10'000);
  const Observations seen = observe(sample.scores, sample.labels);
  ASSERT_EQ(gather(seen, kRule).groups(), 1U);
  const Curve f = fit_isotonic(seen);
  const Curve g = fit_isotonic(gather(seen, kRule));
  EXPECT_NEAR(move(seen, f, g).root_mean_square, std::sqrt(0.25), 1e-12);  // epsilon is 1/4
}

// What Platt's method minimises, over the rows: the mean cross entropy with Platt's targets, from
// log odds, so that no probability of 1 gets in the way.
double objective(const Observations& seen, const Curve& curve) {
  const auto& sigmoid = std::get<Sigmoid>(curve.shape());
  const double up = (seen.positive_weight() + 1) / (seen.positive_weight() + 2);
  const double down = 1 / (seen.negative_weight() + 2);
  double sum = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const double s = std::clamp(seen.scores()[k], 1e-12, 1 - 1e-12);
    const double z = sigmoid.intercept + sigmoid.slope * (std::log(s) - std::log1p(-s));
    const double log_sum = std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z)));
    sum += seen.positives()[k] * (log_sum - up * z) + seen.negatives()[k] * (log_sum - down * z);
  }
  return sum / seen.weight();
}

TEST(CellBounds, PlattLosesAtMostItsSlopesTimesTheMoveOfLogOdds) {
  for (const Shape shape : kShapes) {
    SCOPED_TRACE(name(shape));
    const Sample sample = draw(shape, 20'000, 8);
    const Observations seen = observe(sample.scores, sample.labels);
    const PlattOptions logit = {.input = Sigmoid::Input::kLogit};
    const Curve f = fit_platt(seen, logit);
    const Curve g = fit_platt(gather(seen, kRule), logit);
    const auto slope = [](const Curve& curve) {
      return std::abs(std::get<Sigmoid>(curve.shape()).slope);
    };
    const double excess = objective(seen, g) - objective(seen, f);
    EXPECT_GE(excess, -1e-12);
    EXPECT_LE(excess, (slope(f) + slope(g)) * 0x1p-8);
    // Far less in truth: the rounding has no side.
    EXPECT_LE(excess, 1e-8);
    EXPECT_LE(move(seen, f, g).largest, 1e-4);
  }
}

// ABB's posterior standard deviation: the uncertainty that so many rows leave, cells or not.
double uncertainty(const Observations& seen) {
  const Curve band = fit_abb(seen, {.level = 0.6827});
  double squares = 0;
  for (const double s : seen.scores()) {
    const Interval interval = band.interval(s);
    squares += std::pow((interval.upper - interval.lower) / 2, 2);
  }
  return std::sqrt(squares / static_cast<double>(seen.groups()));
}

TEST(CellBounds, CurvesMoveByLessThanTheirUncertainty) {
  struct Method {
    const char* name;
    Fit fit;
    double most;  // root mean square, in units of the uncertainty, where the truth has no jumps
  };
  const auto platt = [](const Observations& o) {
    return fit_platt(o, {.input = Sigmoid::Input::kLogit});
  };
  const std::vector<Method> methods = {
      {"auto", [](const Observations& o) { return fit_auto(o); }, 0.2},
      {"abb", [](const Observations& o) { return fit_abb(o); }, 0.2},
      {"sbb", [](const Observations& o) { return fit_sbb(o); }, 1},
      {"platt-logit", platt, 0.01},
      {"beta", [](const Observations& o) { return fit_beta(o); }, 0.01},
      {"histogram", [](const Observations& o) { return fit_histogram(o); }, 1},
      {"isotonic", [](const Observations& o) { return fit_isotonic(o); }, 0.5},
  };
  for (const Shape shape : kShapes) {
    const Sample sample = draw(shape, 10'000, 9);
    const Observations seen = observe(sample.scores, sample.labels);
    const Observations gathered = gather(seen, kRule);
    EXPECT_LT(gathered.groups(), 3'000U);
    const double unit = uncertainty(seen);
    for (const Method& method : methods) {
      const double moved = move(seen, method.fit(seen), method.fit(gathered)).root_mean_square;
      // A jump inside a cell is a jump by 0.8 for the rows of that cell: nine of 2,500 cells.
      const double most = shape == Shape::kStepped ? 0.05 : method.most * unit;
      EXPECT_LE(moved, most) << name(shape) << " " << method.name;
      RecordProperty(std::string(name(shape)) + "_" + method.name, std::to_string(moved / unit));
    }
  }
}

}  // namespace
}  // namespace calibrant::testing
