#include "auto/slope.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/shapes.hpp"

namespace calibrant {
namespace {

struct Rows {
  std::vector<double> log_odds;
  std::vector<int> labels;
  std::vector<double> weights;

  double fitted() const { return fit_slope(seen(), group_weights(), seen_log_odds()); }

  // Scores are the log odds themselves.
  Observations seen() const { return observe(log_odds, labels, weights); }
  std::vector<double> seen_log_odds() const {
    const Observations s = seen();
    return {s.scores().begin(), s.scores().end()};
  }
  std::vector<double> group_weights() const {
    const Observations s = seen();
    std::vector<double> result;
    for (std::size_t k = 0; k < s.groups(); ++k) {
      result.push_back(s.negatives()[k] + s.positives()[k]);
    }
    return result;
  }

  // Minus the likelihood with Platt's targets, row by row, in long double.
  long double loss(double slope) const {
    const Observations s = seen();
    const long double high = (s.positive_weight() + 1) / (s.positive_weight() + 2);
    const long double low = 1 / (s.negative_weight() + 2);
    long double sum = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const long double z = static_cast<long double>(slope) * log_odds[i];
      const long double softplus = std::max(z, 0.0L) + std::log1p(std::exp(-std::abs(z)));
      sum += weights[i] * (softplus - (labels[i] == 1 ? high : low) * z);
    }
    return sum;
  }
};

TEST(Slope, IsTheBest) {
  testing::Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    Rows rows;
    const double spread = std::pow(10.0, random.uniform() * 4 - 2);
    const double slope = 4 * random.uniform() - 1;
    for (int i = 0; i < 40; ++i) {
      rows.log_odds.push_back(spread * random.normal());
      rows.labels.push_back(
          random.uniform() < 1 / (1 + std::exp(-slope * rows.log_odds.back())) ? 1 : 0);
      rows.weights.push_back(trial % 2 == 0 ? 1 : 0.1 + random.uniform());
    }
    const double found = rows.fitted();
    const long double best = rows.loss(found);
    for (const double other : {0.999, 1.001}) {
      EXPECT_LE(best, rows.loss(found * other)) << found;
    }
    EXPECT_LE(best, rows.loss(1) + 1e-12L);
    EXPECT_LE(best, rows.loss(0) + 1e-12L);
  }
}

TEST(Slope, SeparableRowsStayFinite) {
  const Rows rows = {{-2, -1, 1, 2}, {0, 0, 1, 1}, {1, 1, 1, 1}};
  const double found = rows.fitted();
  EXPECT_GT(found, 0.5);
  EXPECT_LT(found, 10);
  const Rows tiny = {{-2e-9, -1e-9, 1e-9, 2e-9}, {0, 0, 1, 1}, {1, 1, 1, 1}};
  EXPECT_NEAR(tiny.fitted() * 1e-9, found, 1e-6 * found);
}

TEST(Slope, LogOddsOfZeroSayNothing) {
  EXPECT_EQ((Rows{{0, 0, 0}, {0, 1, 1}, {1, 1, 1}}.fitted()), 1);
}

}  // namespace
}  // namespace calibrant
