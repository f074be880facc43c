// Every instruction set against the scalar twin, to the bit, and the twin against the definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "calibrant/curve.hpp"
#include "curve/index.hpp"
#include "helpers/curves.hpp"
#include "helpers/targets.hpp"
#include "kernels/curve.hpp"

namespace calibrant {
namespace {

using testing::scores_around;
using testing::uniform;

::testing::AssertionResult same_bits(const std::vector<double>& a, const std::vector<double>& b,
                                     const std::vector<double>& scores) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) {
      return ::testing::AssertionFailure()
             << kernels::target_name() << ": " << a[i] << " is not " << b[i] << " at " << scores[i];
    }
  }
  return ::testing::AssertionSuccess();
}

void expect_twins(const Curve& curve, const std::vector<double>& scores) {
  std::vector<double> expected;
  std::vector<double> expected_lower;
  std::vector<double> expected_upper;
  for (const double score : scores) {
    expected.push_back(curve(score));
    if (!curve.band()) continue;
    expected_lower.push_back(curve.interval(score).lower);
    expected_upper.push_back(curve.interval(score).upper);
  }
  testing::for_each_target([&] {
    std::vector<double> out(scores.size());
    apply(curve, scores, out);
    ASSERT_TRUE(same_bits(out, expected, scores));
    out = scores;
    apply(curve, out, out);
    ASSERT_TRUE(same_bits(out, expected, scores)) << "in place";
    if (!curve.band()) return;
    std::vector<double> lower(scores.size());
    std::vector<double> upper = scores;
    apply_interval(curve, upper, lower, upper);
    ASSERT_TRUE(same_bits(lower, expected_lower, scores));
    ASSERT_TRUE(same_bits(upper, expected_upper, scores));
    lower = scores;
    apply_interval(curve, lower, lower, upper);
    ASSERT_TRUE(same_bits(lower, expected_lower, scores));
    ASSERT_TRUE(same_bits(upper, expected_upper, scores));
  });
}

TEST(CurveKernels, StepsOnEveryTarget) {
  for (const auto& way : testing::ways_to_strew()) {
    for (const std::size_t n : {1U, 2U, 3U, 20U, 100U, 1000U, 5000U}) {
      SCOPED_TRACE(way.name + " " + std::to_string(n));
      const auto borders = testing::strewn(way, n, n);
      const auto values = uniform(borders.size() + 1, 1);
      const Curve curve(Steps{borders, values}, testing::band_around(values));
      const auto scores = scores_around(borders, 3);
      for (const double score : scores) {
        if (std::isnan(score)) continue;
        const auto i = std::upper_bound(borders.begin(), borders.end(), score) - borders.begin();
        ASSERT_EQ(curve(score), values[static_cast<std::size_t>(i)]) << score;
      }
      expect_twins(curve, scores);
    }
  }
}

TEST(CurveKernels, SegmentsOnEveryTarget) {
  for (const auto& way : testing::ways_to_strew()) {
    for (const std::size_t n : {1U, 2U, 3U, 20U, 100U, 1000U, 5000U}) {
      SCOPED_TRACE(way.name + " " + std::to_string(n));
      const auto knots = testing::strewn(way, n, n);
      const auto values = uniform(knots.size(), 1);
      const Curve curve(Segments{knots, values}, testing::band_around(values));
      const auto scores = scores_around(knots, 3);
      for (const double score : scores) {
        if (std::isnan(score)) continue;
        const auto after = static_cast<std::size_t>(
            std::upper_bound(knots.begin(), knots.end(), score) - knots.begin());
        long double expected = 0;
        if (after == 0) {
          expected = values.front();
        } else if (after == knots.size()) {
          expected = values.back();
        } else {
          const long double left = knots[after - 1];
          const long double t = (score - left) / (knots[after] - left);
          expected =
              values[after - 1] + t * (static_cast<long double>(values[after]) - values[after - 1]);
        }
        // A score between the knots is known to half a unit of its own last place at best.
        ASSERT_NEAR(curve(score), static_cast<double>(expected), 1e-15) << score;
      }
      expect_twins(curve, scores);
    }
  }
}

TEST(CurveKernels, GridOnEveryTarget) {
  for (const auto& [low, high] : {std::pair{0.0, 1.0},
                                  {-3.5, 12.25},
                                  {-testing::kMax, testing::kMax},
                                  {0.0, 8 * testing::kTiny},
                                  {1.0, 1 + 1e-15},
                                  {1e300, 1e301}}) {
    for (const std::size_t n : {1U, 2U, 7U, 100U, 1000U}) {
      SCOPED_TRACE(std::to_string(low) + " " + std::to_string(n));
      const auto values = uniform(n, 1);
      const Curve curve(Grid{low, high, values}, testing::band_around(values));
      std::vector<double> edges;
      for (std::size_t i = 0; i <= n; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(n);
        edges.push_back(low * (1 - t) + high * t);
      }
      expect_twins(curve, scores_around(edges, 3));
    }
  }
}

TEST(CurveKernels, EveryLengthAndAlignment) {
  const Curve curves[] = {
      Curve(Grid{0, 1, uniform(50, 1)}),
      Curve(Steps{testing::strewn(testing::ways_to_strew()[0], 20, 1), uniform(21, 2)}),
      Curve(Segments{testing::strewn(testing::ways_to_strew()[0], 20, 1), uniform(20, 2)}),
      Curve(Sigmoid{Sigmoid::Input::kLogit, 0.1, 1.2, 0})};
  const auto scores = uniform(420, 9);
  for (const Curve& curve : curves) {
    testing::for_each_target([&] {
      for (std::size_t n = 0; n < 400; n += n < 40 ? 1 : 13) {
        for (const std::size_t first : {0U, 1U, 3U}) {
          std::vector<double> out(n + 2, -7);
          apply(curve, std::span(scores).subspan(first, n), std::span(out).subspan(1, n));
          ASSERT_EQ(out.front(), -7);
          ASSERT_EQ(out.back(), -7);
          for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i + 1], curve(scores[first + i]));
        }
      }
    });
  }
}

// Few borders per cell, wherever they crowd: the promise behind "nanoseconds".
TEST(BorderTable, CrowdsAreSpread) {
  const auto steps = [](std::size_t way, std::size_t n) {
    const auto borders = testing::strewn(testing::ways_to_strew()[way], n, 5);
    return BorderTable(borders, borders.front(), borders.back()).search().steps;
  };
  EXPECT_LE(steps(0, 1000), 3);  // evenly
  EXPECT_LE(steps(0, 200'000), 4);
  EXPECT_LE(steps(2, 1000), 5);      // piled up at zero
  EXPECT_LE(steps(5, 200'000), 5);   // at one end
  EXPECT_LE(steps(6, 1000), 3);      // half in a cluster
  EXPECT_LE(steps(8, 3000), 3);      // among denormals
  EXPECT_LE(steps(7, 200'000), 18);  // into a point: no worse than a binary search
}

}  // namespace
}  // namespace calibrant
