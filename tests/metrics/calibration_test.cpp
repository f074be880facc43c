// calibration_test(): right when probabilities are right, and awake where Spiegelhalter's sleeps.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "calibrant/error.hpp"
#include "calibrant/metrics.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using testing::Random;
using Labels = std::vector<std::uint8_t>;

TEST(CalibrationTest, ByHand) {
  // p = 0.2 (one negative, one positive) and p = 0.6 (one negative). Sums of (y - p): 0.6 - 0.6 =
  // 0; of (y - p) x, x = 1 - 2p: 0.6 * 0.6 - 0.6 * -0.2 = 0.48. Variances p (1 - p): 0.16, 0.16,
  // 0.24; mean of x under them: (0.32 * 0.6 - 0.24 * 0.2) / 0.56 = 0.144 / 0.56.
  const auto test = calibration_test(observe(std::vector{0.2, 0.2, 0.6}, Labels{0, 1, 0}));
  const double mean = 0.144 / 0.56;
  const double variance = 0.32 * (0.6 - mean) * (0.6 - mean) + 0.24 * (-0.2 - mean) * (-0.2 - mean);
  ASSERT_TRUE(test.has_value());
  EXPECT_EQ(test->degrees, 2);
  EXPECT_NEAR(test->statistic, 0.48 * 0.48 / variance, 1e-12);
  // Of the six outcomes (b positives of two at 0.2, and one or none at 0.6), all but (0, 1), (1, 1)
  // and (0, 0) are as far from what is expected: 0.32 * 0.4, and 0.04.
  EXPECT_NEAR(test->p, 0.128 + 0.04, 1e-12);
}

TEST(CalibrationTest, OneProbabilityLeavesOneDegree) {
  // 3 of 4 positive at 1/4: z = 2 / sqrt(4 * 3/16).
  const auto test = calibration_test(observe(std::vector<double>(4, 0.25), Labels{1, 1, 1, 0}));
  ASSERT_TRUE(test.has_value());
  EXPECT_EQ(test->degrees, 1);
  EXPECT_NEAR(test->statistic, 4 / 0.75, 1e-12);
  EXPECT_NEAR(test->p, 13.0 / 256, 1e-12);  // three or four of four; none is nearer to 1
}

TEST(CalibrationTest, DegreesDoNotDependOnTheUnitOfWeight) {
  for (const double unit : {1e-30, 1.0, 1e30}) {
    const std::vector<double> weights = {unit, 2 * unit};
    const auto several = calibration_test(observe(std::vector{0.2, 0.6}, Labels{0, 1}, weights));
    EXPECT_EQ(several->degrees, 2) << unit;
    const auto one = calibration_test(observe(std::vector{0.2, 0.2}, Labels{0, 1}, weights));
    EXPECT_EQ(one->degrees, 1) << unit;
  }
}

TEST(CalibrationTest, CertaintyCannotBeTested) {
  EXPECT_FALSE(calibration_test(observe(std::vector{0.0, 1.0}, Labels{0, 1})).has_value());
  EXPECT_FALSE(calibration_test(observe(std::vector{0.0, 1.0}, Labels{1, 1})).has_value());
}

// What is said to be nearly impossible happens, with weights as large: z would be 1e404.
TEST(CalibrationTest, QuotientsThatOverflowAreTheLargestNumber) {
  constexpr double kMost = std::numeric_limits<double>::max();
  const Observations seen =
      observe_counts(std::vector{1e-270, 1.0}, std::vector{7.0, 4e270}, std::vector{170.0, 0.0});
  EXPECT_EQ(spiegelhalter_test(seen)->z, kMost);
  EXPECT_EQ(spiegelhalter_test(seen)->p, 0);
  EXPECT_EQ(calibration_test(seen)->statistic, kMost);
  EXPECT_EQ(calibration_test(seen)->p, 0);
  const Observations unexpected =
      observe_counts(std::vector{5e-324}, std::vector{1.0}, std::vector{1e10});
  EXPECT_EQ(observed_expected(unexpected), kMost);
}

TEST(CalibrationTest, RejectsRightProbabilitiesAsOftenAsItSays) {
  int rejected = 0;
  constexpr int kSamples = 2000;
  for (int sample = 0; sample < kSamples; ++sample) {
    const auto rows =
        testing::draw(testing::Shape::kCalibrated, 200, 1000 + static_cast<std::uint64_t>(sample));
    rejected += calibration_test(observe(rows.scores, rows.labels))->p <= 0.05 ? 1 : 0;
  }
  EXPECT_NEAR(rejected, 100, 40);  // four standard deviations
}

TEST(CalibrationTest, SeesWhatSpiegelhalterMisses) {
  // All too high by 0.1, as many above 1/2 as below.
  Random random(3);
  std::vector<double> p;
  Labels labels;
  for (int i = 0; i < 2000; ++i) {
    p.push_back(0.2 + 0.6 * random.uniform());
    labels.push_back(random.uniform() < p.back() - 0.1 ? 1 : 0);
  }
  const Observations seen = observe(p, labels);
  EXPECT_LT(calibration_test(seen)->p, 1e-4);  // none of 10,000 draws
  EXPECT_GT(spiegelhalter_test(seen)->p, 1e-3);
}

TEST(CalibrationTest, RefusesScoresThatAreNoProbabilities) {
  try {
    calibration_test(observe(std::vector{0.5, 1.5}, Labels{0, 1}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "predictions[1]: 1.5 is not a probability (0 to 1)");
  }
}

}  // namespace
}  // namespace calibrant
