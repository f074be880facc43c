#include "calibrant/curve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "calibrant/error.hpp"
#include "helpers/curves.hpp"

namespace calibrant {
namespace {

using testing::kInf;
using testing::kMax;
using testing::kNan;
using testing::kTiny;

std::string problem(const Curve::Shape& shape, const std::optional<Band>& band = {},
                    const Origin& origin = {}) {
  try {
    const Curve curve(shape, band, origin);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

TEST(Curve, StepsMustMakeSense) {
  EXPECT_EQ(problem(Steps{{0, kNan}, {0, 0, 0}}), "borders[1]: nan is not a finite number");
  EXPECT_EQ(problem(Steps{{-kInf, 0}, {0, 0, 0}}), "borders[0]: -inf is not a finite number");
  EXPECT_EQ(problem(Steps{{0, 0.5, 0.5}, {0, 0, 0, 0}}),
            "borders[2]: 0.5 is not above borders[1], which is 0.5");
  EXPECT_EQ(problem(Steps{{0, -0.0}, {0, 0, 0}}),
            "borders[1]: -0 is not above borders[0], which is 0");
  EXPECT_EQ(problem(Steps{{0}, {0.1}}), "values: has 1 elements (borders has 1, so 2 are needed)");
  EXPECT_EQ(problem(Steps{{}, {}}), "values: has 0 elements (borders has 0, so 1 are needed)");
  EXPECT_EQ(problem(Steps{{0}, {0.1, 1.5}}), "values[1]: 1.5 is not a probability (0 to 1)");
  EXPECT_EQ(problem(Steps{{0}, {kNan, 1}}), "values[0]: nan is not a probability (0 to 1)");
}

TEST(Curve, SegmentsMustMakeSense) {
  EXPECT_EQ(problem(Segments{{}, {}}), "knots: is empty (one knot or more is needed)");
  EXPECT_EQ(problem(Segments{{kInf}, {0}}), "knots[0]: inf is not a finite number");
  EXPECT_EQ(problem(Segments{{1, 0}, {0, 1}}), "knots[1]: 0 is not above knots[0], which is 1");
  EXPECT_EQ(problem(Segments{{0, 1}, {0}}), "values: has 1 elements (knots has 2)");
  EXPECT_EQ(problem(Segments{{0, 1}, {0, -0.25}}),
            "values[1]: -0.25 is not a probability (0 to 1)");
}

TEST(Curve, GridMustMakeSense) {
  EXPECT_EQ(problem(Grid{kNan, 1, {0}}), "low: nan is not a finite number");
  EXPECT_EQ(problem(Grid{0, kInf, {0}}), "high: inf is not a finite number");
  EXPECT_EQ(problem(Grid{1, 1, {0}}), "high: 1 is not above low, which is 1");
  EXPECT_EQ(problem(Grid{0, 1, {}}), "values: is empty (one cell or more is needed)");
  EXPECT_EQ(problem(Grid{0, 1, {2}}), "values[0]: 2 is not a probability (0 to 1)");
}

TEST(Curve, SigmoidMustMakeSense) {
  using enum Sigmoid::Input;
  EXPECT_EQ(problem(Sigmoid{kScore, kNan, 1, 0}), "intercept: nan is not a finite number");
  EXPECT_EQ(problem(Sigmoid{kScore, 0, kInf, 0}), "slope: inf is not a finite number");
  EXPECT_EQ(problem(Sigmoid{kLogs, 0, 1, -kInf}), "slope_complement: -inf is not a finite number");
}

TEST(Curve, BandMustMatch) {
  const Steps steps{{0}, {0.2, 0.4}};
  EXPECT_EQ(problem(steps, Band{1, {0, 0}, {1, 1}}),
            "band.level: 1 is not strictly between 0 and 1");
  EXPECT_EQ(problem(steps, Band{kNan, {0, 0}, {1, 1}}),
            "band.level: nan is not strictly between 0 and 1");
  EXPECT_EQ(problem(steps, Band{0.9, {0}, {1, 1}}), "band.lower: has 1 elements (values has 2)");
  EXPECT_EQ(problem(steps, Band{0.9, {0, 0}, {1, 1, 1}}),
            "band.upper: has 3 elements (values has 2)");
  EXPECT_EQ(problem(steps, Band{0.9, {0, -1}, {1, 1}}),
            "band.lower[1]: -1 is not a probability (0 to 1)");
  EXPECT_EQ(problem(steps, Band{0.9, {0, 0}, {kNan, 1}}),
            "band.upper[0]: nan is not a probability (0 to 1)");
  EXPECT_EQ(problem(steps, Band{0.9, {0, 0.75}, {1, 0.5}}),
            "band.lower[1]: 0.75 is above band.upper[1], which is 0.5");
  EXPECT_EQ(problem(Sigmoid{}, Band{0.9, {}, {}}), "band: is not possible with a sigmoid");
  // A mean may lie outside a narrow interval.
  EXPECT_EQ(problem(steps, Band{0.1, {0.3, 0.3}, {0.35, 0.35}}), "no InputError");
}

// What it could not write down, a model file would lose, or be refused for.
TEST(Curve, OriginMustBeWritable) {
  const auto of = [](const Origin& origin) { return problem(Steps{{}, {0.5}}, {}, origin); };
  const auto candidate = [&](const Candidate& one) {
    return of({.method = "sbb", .candidates = {{.lambda = 1}, one}});
  };
  EXPECT_EQ(of({.method = "\xff"}), "origin.method: is not UTF-8");
  EXPECT_EQ(of({.method = "abb", .weight = kNan}), "origin.weight: nan is not a finite number");
  EXPECT_EQ(of({.method = "abb", .prevalence = kInf}),
            "origin.prevalence: inf is not a share (0 to 1)");
  EXPECT_EQ(of({.method = "abb", .log_evidence = -kInf}),
            "origin.log_evidence: -inf is not a finite number");
  const std::string not_positive = " is not positive (0 is for a base without bins)";
  EXPECT_EQ(candidate({.lambda = 0}), "origin.candidates[1]: lambda 0" + not_positive);
  EXPECT_EQ(candidate({.lambda = -2, .base = "beta"}),
            "origin.candidates[1]: lambda -2" + not_positive);
  EXPECT_EQ(candidate({.lambda = kNan}), "origin.candidates[1]: nan is not a finite number");
  EXPECT_EQ(candidate({.lambda = 1, .tau = kInf}),
            "origin.candidates[1]: inf is not a finite number");
  EXPECT_EQ(candidate({.base = "\xc3"}), "origin.candidates[1]: is not UTF-8");
  EXPECT_EQ(candidate({.lambda = 0, .base = "beta"}), "no InputError");
}

TEST(Curve, StepsGoUpAtABorder) {
  const Curve curve(Steps{{0.25, 0.5}, {0.1, 0.2, 0.3}});
  EXPECT_EQ(curve(std::nextafter(0.25, 0)), 0.1);
  EXPECT_EQ(curve(0.25), 0.2);
  EXPECT_EQ(curve(0.4), 0.2);
  EXPECT_EQ(curve(0.5), 0.3);
  EXPECT_EQ(curve(-kInf), 0.1);
  EXPECT_EQ(curve(kInf), 0.3);
  EXPECT_TRUE(std::isnan(curve(kNan)));
  EXPECT_EQ(Curve(Steps{{}, {0.7}})(kInf), 0.7);
  // Both zeros are the same score, and the ends of the doubles are borders like any other.
  EXPECT_EQ(Curve(Steps{{0.0}, {0.1, 0.9}})(-0.0), 0.9);
  const Curve ends(Steps{{-kMax, kMax}, {0.1, 0.2, 0.3}});
  EXPECT_EQ(ends(-kMax), 0.2);
  EXPECT_EQ(ends(0), 0.2);
  EXPECT_EQ(ends(kMax), 0.3);
  EXPECT_EQ(ends(kInf), 0.3);
}

TEST(Curve, MinusInfinityLiesBelowEveryBorder) {
  EXPECT_EQ(Curve(Steps{{-kMax}, {0.1, 0.2}})(-kInf), 0.1);
}

TEST(Curve, SegmentsAreStraightBetweenAndConstantBeyond) {
  const Curve curve(Segments{{1, 2, 4}, {0.25, 0.75, 0.5}});
  EXPECT_EQ(curve(1.5), 0.5);
  EXPECT_EQ(curve(3), 0.625);
  EXPECT_EQ(curve(1), 0.25);
  EXPECT_EQ(curve(2), 0.75);
  EXPECT_EQ(curve(4), 0.5);
  EXPECT_EQ(curve(-kInf), 0.25);
  EXPECT_EQ(curve(0), 0.25);
  EXPECT_EQ(curve(5), 0.5);
  EXPECT_EQ(curve(kInf), 0.5);
  EXPECT_TRUE(std::isnan(curve(kNan)));
  EXPECT_EQ(Curve(Segments{{3}, {0.7}})(-10), 0.7);
}

TEST(Curve, SegmentsBetweenFarAndNearKnots) {
  const Curve wide(Segments{{-kMax, kMax}, {0, 1}});
  EXPECT_EQ(wide(0), 0.5);
  EXPECT_EQ(wide(kMax / 2), 0.75);
  EXPECT_EQ(wide(kMax), 1);
  const Curve near(Segments{{-kTiny, kTiny}, {0, 1}});
  EXPECT_EQ(near(0), 0.5);
  EXPECT_EQ(near(-1), 0);
  // Halving must not merge the two small knots.
  const Curve both(Segments{{-kMax, 0, kTiny, kMax}, {0, 0.25, 0.5, 1}});
  EXPECT_EQ(both(-kMax / 2), 0.125);
  EXPECT_EQ(both(0), 0.25);
  EXPECT_EQ(both(kTiny), 0.5);
  EXPECT_EQ(both(kMax / 2), 0.75);
}

TEST(Curve, AscendingValuesMakeAnAscendingCurveToTheBit) {
  const auto knots = testing::strewn(testing::ways_to_strew()[0], 300, 1);
  auto values = testing::uniform(knots.size(), 2);
  std::sort(values.begin(), values.end());
  const Curve curve(Segments{knots, values});
  for (const double knot : knots) {
    double x = knot;
    for (int i = 0; i < 30; ++i) x = std::nextafter(x, -kInf);
    for (int i = 0; i < 60; ++i) {
      const double next = std::nextafter(x, kInf);
      ASSERT_LE(curve(x), curve(next)) << x;
      x = next;
    }
  }
}

TEST(Curve, GridCells) {
  const Curve curve(Grid{0, 1, {0.1, 0.2, 0.3, 0.4}});
  EXPECT_EQ(curve(0.2499), 0.1);
  EXPECT_EQ(curve(0.25), 0.2);
  EXPECT_EQ(curve(1), 0.4);
  EXPECT_EQ(curve(-5), 0.1);
  EXPECT_EQ(curve(-kInf), 0.1);
  EXPECT_EQ(curve(kInf), 0.4);
  EXPECT_TRUE(std::isnan(curve(kNan)));
  const Curve wide(Grid{-kMax, kMax, {0.1, 0.2, 0.3, 0.4}});
  EXPECT_EQ(wide(-kMax), 0.1);
  EXPECT_EQ(wide(-1e307), 0.2);
  EXPECT_EQ(wide(0), 0.3);
  EXPECT_EQ(wide(kMax), 0.4);
  const Curve narrow(Grid{0, 4 * kTiny, {0.1, 0.2, 0.3, 0.4}});
  EXPECT_EQ(narrow(0), 0.1);
  EXPECT_EQ(narrow(kTiny), 0.2);
  EXPECT_EQ(narrow(3 * kTiny), 0.4);
}

TEST(Curve, IntervalReadsTheBand) {
  const Curve steps(Steps{{0}, {0.2, 0.6}}, Band{0.9, {0.1, 0.5}, {0.3, 0.7}});
  EXPECT_EQ(steps.interval(-1).lower, 0.1);
  EXPECT_EQ(steps.interval(-1).upper, 0.3);
  EXPECT_EQ(steps.interval(0).lower, 0.5);
  const Curve segments(Segments{{0, 1}, {0.5, 0.5}}, Band{0.9, {0, 0.5}, {0.5, 1}});
  EXPECT_EQ(segments.interval(0.5).lower, 0.25);
  EXPECT_EQ(segments.interval(0.5).upper, 0.75);
  EXPECT_TRUE(std::isnan(segments.interval(kNan).lower));
  try {
    (void)Curve(Steps{{0}, {0.2, 0.6}}).interval(0);
    FAIL() << "no Error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "this curve has no band (fit it with a level)");
  }
}

TEST(Curve, KeepsWhatItWasGiven) {
  const Curve curve(Steps{{0}, {0.2, 0.6}}, Band{0.9, {0.1, 0.5}, {0.3, 0.7}},
                    Origin{.method = "sbb", .weight = 12, .groups = 7});
  const Curve copy = curve;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(std::get<Steps>(copy.shape()).values[1], 0.6);
  EXPECT_EQ(copy.band()->level, 0.9);
  EXPECT_EQ(copy.origin().method, "sbb");
  EXPECT_EQ(copy.origin().groups, 7U);
  EXPECT_EQ(&copy.shape(), &curve.shape()) << "a copy shares its data";
}

TEST(Apply, LengthsMustMatch) {
  const Curve curve(Steps{{0}, {0.2, 0.6}}, Band{0.9, {0.1, 0.5}, {0.3, 0.7}});
  const std::vector<double> scores(3);
  std::vector<double> two(2);
  std::vector<double> three(3);
  const auto message = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "no Error";
  };
  EXPECT_EQ(message([&] { apply(curve, scores, two); }),
            "probabilities: has 2 elements (scores has 3)");
  EXPECT_EQ(message([&] { apply_interval(curve, scores, two, three); }),
            "lower: has 2 elements (scores has 3)");
  EXPECT_EQ(message([&] { apply_interval(curve, scores, three, two); }),
            "upper: has 2 elements (scores has 3)");
  EXPECT_EQ(message([&] { apply_interval(Curve(Sigmoid{}), scores, three, three); }),
            "this curve has no band (fit it with a level)");
  EXPECT_TRUE(apply(curve, {}).empty());
}

}  // namespace
}  // namespace calibrant
