#include "binning/dominance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "helpers/shapes.hpp"
#include "math/log_beta.hpp"

namespace calibrant {
namespace {

struct Points {
  std::vector<double> negatives;
  std::vector<double> positives;
  std::vector<double> heights;

  std::size_t size() const { return negatives.size(); }
  void add(double a, double b, double v) {
    negatives.push_back(a);
    positives.push_back(b);
    heights.push_back(v);
  }
};

std::vector<char> lost_of(const Points& points, double margin = 0) {
  DominanceTest test(20);
  std::vector<char> lost;
  test.run(points.negatives, points.positives, points.heights, margin, lost);
  return lost;
}

double value_at(const Points& points, std::size_t i, double negatives, double positives) {
  return points.heights[i] +
         log_bin_likelihood(negatives - points.negatives[i], positives - points.positives[i]);
}

TEST(Dominance, DropsAStartBelowATriangleOfOthersAndNoHigherOne) {
  Points points;
  points.add(0, 0, 0);
  points.add(2, 1, -9.3);
  points.add(5, 0, -15);
  points.add(5, 5, -30);
  // (2, 1) = 0.6 (0, 0) + 0.2 (5, 0) + 0.2 (5, 5), and the plane's height there is -9.
  EXPECT_EQ(lost_of(points)[1], 1);
  EXPECT_EQ(lost_of(points, 0.29)[1], 1);
  EXPECT_EQ(lost_of(points, 0.31)[1], 0);
}

TEST(Dominance, DropsAStartThatTheNewestBeatsAtEveryTheta) {
  Points points;
  points.add(0, 0, 0);
  points.add(10, 10, -20 * std::log(2) + 0.01);  // the largest likelihood of what lies between
  EXPECT_EQ(lost_of(points)[0], 1);
  points.heights[1] = -20 * std::log(2) - 0.01;
  EXPECT_EQ(lost_of(points)[0], 0);
}

TEST(Dominance, NeverDropsTheNewest) {
  Points points;
  points.add(0, 0, 0);
  points.add(1, 0, -50);
  EXPECT_EQ(lost_of(points), (std::vector<char>{0, 0}));
  points.negatives = {3};
  points.positives = {4};
  points.heights = {5};
  EXPECT_EQ(lost_of(points), std::vector<char>{0});
}

// The claim itself, on random walks: whoever is dropped loses at every end that comes after.
TEST(Dominance, TheDroppedLoseAtEveryLaterEnd) {
  testing::Random random(41);
  int dropped = 0;
  for (int round = 0; round < 200; ++round) {
    Points points;
    const double rate = random.uniform();
    const bool fractional = round % 2 == 1;
    double a = 0;
    double b = 0;
    for (int i = 0; i < 40; ++i) {
      points.add(a, b, log_bin_likelihood(a, b) - 3 * random.uniform());
      (random.uniform() < rate ? b : a) += fractional ? 3 * random.uniform() : 1;
    }
    const std::vector<char> lost = lost_of(points, 1e-9);
    dropped += std::accumulate(lost.begin(), lost.end(), 0);
    for (int k = 0; k < 60; ++k) {
      const double scale = std::pow(10.0, 4 * random.uniform());
      const double end_a = points.negatives.back() + std::floor(scale * random.uniform());
      const double end_b = points.positives.back() + std::floor(scale * random.uniform());
      double best = -INFINITY;
      double best_lost = -INFINITY;
      for (std::size_t i = 0; i < points.size(); ++i) {
        double& most = lost[i] != 0 ? best_lost : best;
        most = std::max(most, value_at(points, i, end_a, end_b));
      }
      ASSERT_GT(best, best_lost) << round;
    }
  }
  EXPECT_GT(dropped, 4000);  // of 8000
}

}  // namespace
}  // namespace calibrant
