#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "calibrant/metrics.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAre;

TEST(Reliability, EqualWidthPutsOneIntoTheLastBinAndLeavesOutEmptyOnes) {
  const std::vector<double> p = {0, 0.125, 0.25, 1, 0.75, 0.875};
  const std::vector<int> y = {0, 1, 1, 1, 0, 1};
  const auto rows = reliability(p, y, {}, {.bins = 4});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0], (ReliabilityRow{0, 0.25, 2, 0.0625, 0.5}));
  EXPECT_EQ(rows[1], (ReliabilityRow{0.25, 0.5, 1, 0.25, 1}));
  EXPECT_EQ(rows[2], (ReliabilityRow{0.75, 1, 3, 0.875, 2.0 / 3}));
}

// 0.29 * 100 is below 29, but 0.29 is the edge 29/100 itself.
TEST(Reliability, AnEdgeBelongsToTheBinAboveForEveryNumberOfBins) {
  for (const std::size_t bins : {1U, 3U, 7U, 10U, 49U, 100U, 1000U}) {
    for (std::size_t i = 0; i < bins; ++i) {
      const double edge = static_cast<double>(i) / static_cast<double>(bins);
      const auto rows = reliability(std::array{edge}, std::array{1}, {}, {.bins = bins});
      ASSERT_EQ(rows[0].low, edge) << bins;
      if (i == 0) continue;
      const double below = std::nextafter(edge, 0.0);
      const auto row = reliability(std::array{below}, std::array{1}, {}, {.bins = bins});
      ASSERT_EQ(row[0].high, edge) << bins;
    }
  }
}

TEST(Reliability, EqualMassKeepsTiesTogether) {
  // Ranks of the groups' middles: 0.5, 3 (a tie of four), 5.5, 6.5, 7.5 of 8; four bins.
  const std::vector<double> p = {0.1, 0.2, 0.2, 0.2, 0.2, 0.3, 0.4, 0.5};
  const std::vector<std::uint8_t> y = {0, 0, 0, 1, 1, 1, 0, 1};
  const auto rows = reliability(p, y, {}, {.bins = 4, .strategy = BinStrategy::kEqualMass});
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0], (ReliabilityRow{0.1, 0.1, 1, 0.1, 0}));
  EXPECT_EQ(rows[1], (ReliabilityRow{0.2, 0.2, 4, 0.2, 0.5}));
  EXPECT_EQ(rows[2], (ReliabilityRow{0.3, 0.3, 1, 0.3, 1}));
  EXPECT_EQ(rows[3], (ReliabilityRow{0.4, 0.5, 2, 0.45, 0.5}));
}

TEST(Reliability, EqualMassByWeight) {
  // Middles at 1.5/6 -> bin 0 of 2 with weight 3, then 4/6 and 5.5/6.
  const auto rows =
      reliability(std::array{0.2, 0.6, 0.7}, std::array{0, 1, 0}, std::array{3.0, 2.0, 1.0},
                  {.bins = 2, .strategy = BinStrategy::kEqualMass});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].weight, 3);
  EXPECT_EQ(rows[1].weight, 3);
  EXPECT_DOUBLE_EQ(rows[1].observed, 2.0 / 3);
}

TEST(Reliability, ErrorsAreReadFromTheTable) {
  const std::vector<double> p = {0.05, 0.15, 0.15, 0.95};
  const std::vector<int> y = {0, 1, 0, 0};
  const auto error = calibration_error(observe(p, y));
  EXPECT_DOUBLE_EQ(error.ece, (0.05 + 2 * 0.35 + 0.95) / 4);
  EXPECT_DOUBLE_EQ(error.mce, 0.95);
}

TEST(NetBenefit, CountsTruePositivesAndWeighsFalseOnes) {
  const std::vector<double> p = {0.1, 0.2, 0.2, 0.8};
  const std::vector<std::uint8_t> y = {0, 1, 0, 1};
  EXPECT_EQ(net_benefit(p, y, 0), 0.5 - 0.5 * 0);  // all are treated, harm costs nothing
  EXPECT_DOUBLE_EQ(net_benefit(p, y, 0.2), 0.5 - 0.25 * 0.25);
  EXPECT_DOUBLE_EQ(net_benefit(p, y, 0.5), 0.25);
  EXPECT_EQ(net_benefit(p, y, 0.9), 0);
  EXPECT_DOUBLE_EQ(net_benefit(p, y, 0.2, std::array{1.0, 3.0, 4.0, 2.0}), 0.5 - 0.4 * 0.25);
  EXPECT_DOUBLE_EQ(net_benefit(p, std::vector<int>{0, 1, 0, 1}, 0.2), 0.5 - 0.25 * 0.25);
  EXPECT_DOUBLE_EQ(net_benefit(observe(p, y), 0.2), 0.5 - 0.25 * 0.25);
}

TEST(CalibrationDistance, TheNinetiethPercentileIsTheSmallestThatCoversNineTenths) {
  // One class: v = 1 for all, so the distances are 0.1, 0.2, ..., 1.0.
  std::vector<double> p;
  for (int i = 1; i <= 10; ++i) p.push_back(1 - i / 10.0);
  const std::vector<int> y(10, 1);
  EXPECT_NEAR(calibration_distance(observe(p, y)).e90, 0.9, 1e-15);
  EXPECT_NEAR(calibration_distance(observe(p, y)).ici, 0.55, 1e-15);
  // A touch more weight on the largest, and nine tenths are no longer covered.
  std::vector<double> weights(10, 1.0);
  weights[9] = 1.001;
  EXPECT_EQ(calibration_distance(observe(p, y, weights)).e90, 1);
}

TEST(CalibrationDistance, TinyDistances) {
  // Negatives only, so v = 0: the distances are the probabilities themselves.
  const std::vector<double> p = {0, 1e-310, 2e-310, 3e-310};
  EXPECT_EQ(calibration_distance(observe(p, std::vector<int>(4))).e90, 3e-310);
  EXPECT_EQ(calibration_distance(observe(p, std::vector<int>(4), std::array{1., 8., 1., 1e-3})).e90,
            2e-310);
}

}  // namespace
}  // namespace calibrant
