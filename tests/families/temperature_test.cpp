#include "calibrant/temperature.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "calibrant/error.hpp"
#include "families/families.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

struct LogOddsRows {
  std::vector<double> log_odds;
  std::vector<int> labels;
  std::vector<double> weights;

  // Scores are the log odds themselves: the solver of the family, without its features.
  double fitted() const {
    const Observations seen = observe(log_odds, labels, weights);
    const LogisticFit fit = fit_logistic(seen, features_in(seen.scores()), {.intercept = false});
    EXPECT_TRUE(fit.converged);
    EXPECT_EQ(fit.intercept, 0);
    return fit.first;
  }

  // Minus the likelihood with Platt's targets, row by row, in long double.
  long double loss(double slope) const {
    const Observations s = observe(log_odds, labels, weights);
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

TEST(Temperature, TheSlopeIsTheBest) {
  testing::Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    LogOddsRows rows;
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

TEST(Temperature, SeparableRowsStayFinite) {
  const LogOddsRows rows = {{-2, -1, 1, 2}, {0, 0, 1, 1}, {1, 1, 1, 1}};
  const double found = rows.fitted();
  EXPECT_GT(found, 0.5);
  EXPECT_LT(found, 10);
  const LogOddsRows tiny = {{-2e-9, -1e-9, 1e-9, 2e-9}, {0, 0, 1, 1}, {1, 1, 1, 1}};
  EXPECT_NEAR(tiny.fitted() * 1e-9, found, 1e-6 * found);
}

TEST(Temperature, LogOddsOfZeroSayNothing) {
  for (const double near : {0.5, std::nextafter(0.5, 1)}) {
    const Observations seen = observe(std::vector{0.5, 0.5, near}, std::vector{0, 1, 1});
    EXPECT_EQ(fit_coefficients(kTemperatureFamily, seen, {}, 1).first, 1);
    EXPECT_EQ(fit_with_evidence(kTemperatureFamily, seen).coefficients, (Coefficients{0, 1, 0}));
  }
}

TEST(Temperature, TheCurveIsTheSlope) {
  const auto sample = testing::draw(testing::Shape::kSharp, 500, 2);
  const Observations seen = observe(sample.scores, sample.labels);
  const Curve curve = fit_temperature(seen);
  EXPECT_EQ(curve.origin().method, "temperature");
  const auto& sigmoid = std::get<Sigmoid>(curve.shape());
  EXPECT_EQ(sigmoid.intercept, 0);
  EXPECT_EQ(curve(0.5), 0.5);
  for (const double s : {0.0, 0.001, 0.3, 0.99}) {
    const double clipped = std::max(s, 1e-12);
    EXPECT_NEAR(curve(s), logistic(sigmoid.slope * logit(clipped)), 1e-15) << s;
  }
  // Auto clips at 1/(4(N+1)), which this sample does not reach: the same slope.
  ASSERT_GT(seen.scores().front(), 1e-3);
  EXPECT_NEAR(fit_with_evidence(kTemperatureFamily, seen).coefficients[1], sigmoid.slope, 1e-10);
}

TEST(Temperature, RefusesScoresThatAreNoProbabilities) {
  EXPECT_EQ(testing::message_of<InputError>([] {
              fit_temperature(observe(std::vector{0.2, 0.4, 1.5}, std::vector{0, 1, 1}));
            }),
            "scores[2]: 1.5 is not a probability (0 to 1)");
}

}  // namespace
}  // namespace calibrant
