#include "math/bins.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "calibrant/diagram.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/metrics.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

TEST(Bins, AnEdgeOfEqualWidthBelongsToTheBinAbove) {
  for (const std::size_t bins : {1U, 3U, 10U, 49U, 1021U, 5000U}) {
    const UnitBins bin_of(bins);
    for (std::size_t i = 0; i < bins; ++i) {
      const double edge = static_cast<double>(i) / static_cast<double>(bins);
      EXPECT_EQ(bin_of.edge(i), edge);
      EXPECT_EQ(bin_of(edge), i);
      if (i > 0) {
        EXPECT_EQ(bin_of(std::nextafter(edge, 0)), i - 1);
      }
    }
    EXPECT_EQ(bin_of(1), bins - 1);
  }
}

TEST(Bins, ManyBinsNeedNoRoom) {
  const UnitBins bin_of(std::size_t{1} << 40);
  EXPECT_EQ(bin_of(0.5), std::size_t{1} << 39);
}

TEST(Bins, EqualCellsOfARangeEvenOfHugeNumbers) {
  for (const double unit : {1.0, 1e307}) {
    const RangeBins bin_of(4, -8 * unit, 8 * unit);
    EXPECT_EQ(bin_of(-8 * unit), 0U);
    EXPECT_EQ(bin_of(-4.01 * unit), 0U);
    EXPECT_EQ(bin_of(-3.99 * unit), 1U);
    EXPECT_EQ(bin_of(0), 2U);
    EXPECT_EQ(bin_of(8 * unit), 3U);
  }
  EXPECT_EQ(RangeBins(4, 2, 2)(2), 0U);
}

TEST(Bins, TheMiddleOfAGroupDecides) {
  for (const double unit : {1.0, 0.1, 1e300}) {
    MassBins bin_of(5, 10 * unit);
    EXPECT_EQ(bin_of.next(3 * unit), 0U);  // 1.5 of 10
    EXPECT_EQ(bin_of.next(unit), 1U);      // 3.5
    EXPECT_EQ(bin_of.next(5 * unit), 3U);  // 6.5
    EXPECT_EQ(bin_of.next(1 * unit), 4U);  // 9.5
  }
}

TEST(Bins, WhatIsSkippedIsCounted) {
  MassBins bin_of(2, 100);
  EXPECT_TRUE(bin_of.skip(49));
  EXPECT_FALSE(bin_of.skip(2));
  EXPECT_EQ(bin_of.next(1), 0U);
  EXPECT_EQ(bin_of.next(1), 1U);
  EXPECT_TRUE(bin_of.skip(49));
}

// A diagram, its ECE and a histogram are cut at the same places.
TEST(Bins, OfEqualMassAreTheSameEverywhere) {
  testing::Random random(8);
  for (const std::size_t bins : {2U, 7U, 10U, 33U}) {
    std::vector<double> p;
    std::vector<double> negatives;
    std::vector<double> positives;
    for (int k = 0; k < 3000; ++k) {
      p.push_back(random.uniform());
      negatives.push_back(random.uniform() / 3);
      positives.push_back(random.uniform() / 3);
    }
    const Observations seen = observe_counts(p, negatives, positives);
    const auto table = reliability(seen, {.bins = bins, .strategy = BinStrategy::kEqualMass});
    const auto diagram = mass_bins(seen, bins);
    const Curve curve = fit_histogram(seen, {.bins = bins, .smoothing = false});
    const auto& steps = std::get<Steps>(curve.shape());
    ASSERT_EQ(table.size(), diagram.size());
    ASSERT_EQ(table.size(), steps.values.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
      EXPECT_EQ(table[i].low, diagram[i].low);
      EXPECT_EQ(table[i].high, diagram[i].high);
      EXPECT_NEAR(table[i].observed, steps.values[i], 1e-12);
    }
  }
}

}  // namespace
}  // namespace calibrant
