// The cell rule against rounding by bits, on its edges and on millions of scores.
#include "calibrant/cells.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "helpers/curves.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

using ::testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The two neighbours of x among numbers of `bits` significant bits, by integers alone.
struct Neighbours {
  double below, above;
};

Neighbours neighbours(double x, int bits) {
  int exponent = 0;
  const double fraction = std::frexp(std::abs(x), &exponent);  // in [1/2, 1)
  const auto whole = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  const int drop = 53 - bits;
  const std::uint64_t kept = whole >> static_cast<unsigned>(drop);
  const double below = std::ldexp(static_cast<double>(kept), exponent - bits);
  const bool exact = (kept << static_cast<unsigned>(drop)) == whole;
  return {below, exact ? below : std::ldexp(static_cast<double>(kept + 1), exponent - bits)};
}

// Is r what x rounds to? Differences of neighbours within an octave are exact.
::testing::AssertionResult rounds_to(double x, double r, int bits) {
  const auto [below, above] = neighbours(x, bits);
  const double size = std::abs(x);
  const double nearest = std::abs(r);
  const bool right = size - below < above - size   ? nearest == below
                     : size - below > above - size ? nearest == above
                                                   : nearest == below || nearest == above;
  if (right && std::signbit(r) == std::signbit(x)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << std::hexfloat << x << " rounds to " << r << " between " << below << " and " << above;
}

// Powers of two, halves between cells, ends of the doubles, and their neighbours on both sides.
std::vector<double> edges(double least, double most) {
  std::vector<double> all = {0.0, 0.5, 1.0, kTiny, 0x1p-1022, 0x1.fffffffffffffp-1023};
  for (int e = -1074; e < 1024; ++e) {
    for (const double mantissa : {1.0, 0x1.01p0, 0x1.018p0, 0x1.008p0, 0x1.ffp0, 0x1.ff8p0,
                                  0x1.0008p0, 0x1.001p0, 0x1.fff8p0}) {
      all.push_back(std::ldexp(mantissa, e));
      all.push_back(1 - std::ldexp(mantissa, e));
    }
  }
  std::vector<double> around;
  for (const double x : all) {
    for (const double y : {x, -x}) {
      for (const double z : {y, std::nextafter(y, kInfinity), std::nextafter(y, -kInfinity)}) {
        if (z >= least && z <= most) around.push_back(z);
      }
    }
  }
  std::sort(around.begin(), around.end());
  return around;
}

void expect_ascending(const std::vector<double>& sorted, CellRule rule) {
  std::vector<double> midpoints(sorted.size());
  cells(sorted, rule, midpoints);
  EXPECT_TRUE(std::is_sorted(midpoints.begin(), midpoints.end()));
  std::vector<double> again(sorted.size());
  cells(midpoints, rule, again);
  EXPECT_EQ(again, midpoints) << "a midpoint stands for itself";
}

TEST(Cells, ProbabilitiesRoundToNineBitsFromTheNearerEnd) {
  std::vector<double> scores = edges(0, 1);
  ASSERT_GT(scores.size(), 20'000U);
  Random random(1);
  for (int i = 0; i < 500'000; ++i) {
    const double s = std::exp(-40 * random.uniform());
    scores.push_back(s);
    scores.push_back(1 - s);
    scores.push_back(random.uniform());
  }
  for (const double s : scores) {
    const double r = cell(s, CellRule::kProbability);
    const bool low = s < 0.5;
    const double distance = low ? s : 1 - s;
    const double rounded = low ? r : 1 - r;
    EXPECT_LE(std::abs(rounded - distance), cell_error(CellRule::kProbability) * distance);
    EXPECT_EQ(r == 0, s == 0) << std::hexfloat << s;
    EXPECT_EQ(r == 1, s == 1) << std::hexfloat << s;
    if (distance > 0) {
      ASSERT_TRUE(rounds_to(distance, rounded, 9)) << std::hexfloat << s;
    }
  }
  std::sort(scores.begin(), scores.end());
  expect_ascending(scores, CellRule::kProbability);
}

TEST(Cells, MarginsRoundToThirteenBits) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  std::vector<double> scores = edges(-kLargest, kLargest);
  ASSERT_GT(scores.size(), 50'000U);
  Random random(2);
  for (int i = 0; i < 500'000; ++i)
    scores.push_back(random.normal() * std::exp(10 * random.normal()));
  for (const double s : scores) {
    const double r = cell(s, CellRule::kMargin);
    if (std::abs(s) >= 0x1p960) {
      EXPECT_EQ(r, s) << std::hexfloat << s;
    } else if (s == 0) {
      EXPECT_TRUE(r == 0 && !std::signbit(r));
    } else {
      EXPECT_LE(std::abs(r - s), cell_error(CellRule::kMargin) * std::abs(s));
      ASSERT_TRUE(rounds_to(s, r, 13)) << std::hexfloat << s;
    }
  }
  std::sort(scores.begin(), scores.end());
  expect_ascending(scores, CellRule::kMargin);
}

TEST(Cells, AboutTwentyThousandReachTheTwelfthDecimal) {
  std::set<double> seen;
  Random random(3);
  for (int i = 0; i < 2'000'000; ++i) {
    const double s = 0.5 * std::pow(2e-12, random.uniform());
    seen.insert(cell(s, CellRule::kProbability));
    seen.insert(cell(1 - s, CellRule::kProbability));
  }
  EXPECT_GT(seen.size(), 19'000U);
  EXPECT_LT(seen.size(), 20'500U);
}

TEST(Cells, LogOddsMoveByLessThanTwoToTheMinusEight) {
  Random random(4);
  for (int i = 0; i < 200'000; ++i) {
    const double distance = 0.5 * std::exp(-30 * random.uniform());
    const auto log_odds = [](double d) { return std::log(d) - std::log1p(-d); };
    EXPECT_LE(std::abs(log_odds(cell(distance, CellRule::kProbability)) - log_odds(distance)),
              0x1p-8);
  }
}

TEST(Cells, ObservationsAreGatheredAndCountsAdded) {
  const Observations seen =
      observe(std::vector<double>{0, 1e-300, 0.1, 0.1000001, 0.3, 1 - 1e-9, 1},
              std::vector<int>{0, 0, 0, 1, 1, 1, 1}, std::vector<double>{1, 2, 3, 4, 5, 6, 7});
  const Observations gathered = gather(seen, CellRule::kProbability);
  const auto at = [](double s) { return cell(s, CellRule::kProbability); };
  EXPECT_THAT(gathered.scores(), ElementsAre(0, at(1e-300), at(0.1), at(0.3), at(1 - 1e-9), 1));
  EXPECT_THAT(gathered.negatives(), ElementsAre(1, 2, 3, 0, 0, 0));
  EXPECT_THAT(gathered.positives(), ElementsAre(0, 0, 4, 5, 6, 7));
  EXPECT_EQ(gathered.weight(), seen.weight());
}

// Rows to cells before counting or after, it is the same.
TEST(Cells, GatheringCommutesWithObserving) {
  for (const CellRule rule : {CellRule::kProbability, CellRule::kMargin}) {
    const Sample sample = draw(Shape::kSharp, 50'000, 5);
    std::vector<double> midpoints(sample.scores.size());
    cells(sample.scores, rule, midpoints);
    const Observations one = gather(observe(sample.scores, sample.labels), rule);
    const Observations other = observe(midpoints, sample.labels);
    EXPECT_LT(one.groups(), 20'000U);
    EXPECT_TRUE(std::ranges::equal(one.scores(), other.scores()));
    EXPECT_TRUE(std::ranges::equal(one.negatives(), other.negatives()));
    EXPECT_TRUE(std::ranges::equal(one.positives(), other.positives()));
  }
}

TEST(Cells, WhatIsNoScoreIsNamed) {
  const auto message = [](double score, CellRule rule) {
    return message_of<InputError>([&] { cell(score, rule); });
  };
  EXPECT_EQ(message(-1e-9, CellRule::kProbability),
            "scores[0]: -1e-09 is not a probability (0 to 1)");
  EXPECT_EQ(message(NAN, CellRule::kProbability), "scores[0]: nan is not a probability (0 to 1)");
  EXPECT_EQ(message(kInfinity, CellRule::kMargin), "scores[0]: inf is not a finite number");
  EXPECT_EQ(message_of<InputError>([] {
              gather(observe(std::vector<double>{0.5, 2}, std::vector<int>{0, 1}),
                     CellRule::kProbability);
            }),
            "scores[1]: 2 is not a probability (0 to 1)");
  std::vector<double> two(2);
  EXPECT_EQ(
      message_of<InputError>([&] { cells(std::vector<double>{0.5}, CellRule::kMargin, two); }),
      "midpoints: has 2 elements (scores has 1)");
}

}  // namespace
}  // namespace calibrant::testing
