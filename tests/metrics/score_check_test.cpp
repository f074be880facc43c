#include "calibrant/score_check.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "calibrant/platt.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

Origin origin(double low, double high, double weight) {
  return {.method = "platt", .weight = weight, .scores = ScoreRange{low, high}};
}

std::string judged(const Origin& fitted, const std::vector<double>& scores) {
  const ScoreCheck check(fitted);
  const auto warning = check.judge(check.count(scores));
  return warning ? warning->message : "";
}

std::vector<double> repeated(std::size_t inside, double within, std::size_t outside,
                             double beyond) {
  std::vector<double> scores(inside, within);
  scores.insert(scores.end(), outside, beyond);
  return scores;
}

TEST(ScoreCheck, OneScoreThatIsNoProbabilityIsEnough) {
  EXPECT_EQ(judged(origin(0.25, 0.75, 1000), repeated(999, 0.5, 1, 1.0000001)),
            "1 of 1000 scores lies outside 0 to 1, the range that the model was fitted on");
  EXPECT_EQ(judged(origin(0, 1, 1000), repeated(998, 0.5, 2, -1e-300)),
            "2 of 1000 scores lie outside 0 to 1, the range that the model was fitted on");
  EXPECT_EQ(judged(origin(0.25, 0.75, 1000), repeated(998, 0.5, 2, 1)), "");
}

TEST(ScoreCheck, ElsewhereMoreThanOneInAHundredAndThreeAtLeast) {
  const Origin margins = origin(-2, 8, 5000);  // widened: -2.5 to 8.5
  EXPECT_EQ(judged(margins, repeated(100, 0, 100, 8.5)), "");
  EXPECT_EQ(judged(margins, repeated(1, 0, 2, 8.51)), "");
  EXPECT_EQ(judged(margins, repeated(297, 0, 3, 8.51)), "");
  EXPECT_EQ(judged(margins, repeated(296, 0, 3, 8.51)),
            "3 of 299 scores lie outside -2 to 8, the range that the model was fitted on");
  EXPECT_EQ(judged(margins, repeated(296, 0, 3, -2.51)),
            "3 of 299 scores lie outside -2 to 8, the range that the model was fitted on");
  // A hundred fitted rows do not show the whole range: one in ten is normal.
  EXPECT_EQ(judged(origin(-2, 8, 100), repeated(90, 0, 10, 9)), "");
  EXPECT_NE(judged(origin(-2, 8, 100), repeated(90, 0, 11, 9)), "");
  // Probabilities that never came near one have a range, too.
  EXPECT_EQ(judged(origin(0, 0.1, 5000), repeated(100, 0.05, 100, 0.9)),
            "100 of 200 scores lie outside 0 to 0.1, the range that the model was fitted on");
}

TEST(ScoreCheck, MissingScoresAreNotCounted) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(judged(origin(0, 1, 1000), repeated(5, nan, 1, 2)),
            "1 of 1 scores lies outside 0 to 1, the range that the model was fitted on");
}

TEST(ScoreCheck, TheLargestDoublesHaveARange) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(judged(origin(-most, most, 1000), {-most, 0, most, 1, 2, 3}), "");
}

TEST(ScoreCheck, WithoutARangeNothingIsSaid) {
  EXPECT_EQ(judged({.method = "platt", .weight = 1000}, repeated(1, 0, 100, 1e9)), "");
}

// Training data and new data of one source: hardly ever a warning, whatever the sizes and tails.
TEST(ScoreCheck, NewDataOfTheSameSourceIsHardlyEverOutside) {
  std::size_t warned = 0;
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const std::size_t fitted : {20U, 100U, 1000U}) {
      for (const std::size_t asked : {1U, 30U, 1000U}) {
        testing::Random random(1000 * seed + fitted + asked);
        const auto draw = [&](std::size_t count) {
          std::vector<double> scores;
          for (std::size_t i = 0; i < count; ++i) scores.push_back(10 * random.uniform() - 5);
          return scores;
        };
        const std::vector<double> old = draw(fitted);
        std::vector<int> labels(fitted);
        labels[0] = 1;
        const Curve curve = fit_platt(observe(old, labels));
        warned += judged(curve.origin(), draw(asked)).empty() ? 0U : 1U;
        ++tried;
      }
    }
  }
  EXPECT_LE(warned, tried / 500);
}

}  // namespace
}  // namespace calibrant
