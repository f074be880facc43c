// Every instruction set of this machine against the scalar twins.
#include "kernels/prediction_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"

namespace calibrant::metrics {
namespace {

struct PredictionGroups {
  std::vector<double> probabilities;
  std::vector<double> negatives;
  std::vector<double> positives;
};

/// Some are 0 or 1, some within a few units of it; some counts are 0.
PredictionGroups draw_prediction_groups(std::size_t n) {
  testing::Random random(n);
  PredictionGroups groups;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = random.uniform();
    const double tiny = std::exp(-40 * random.uniform());
    groups.probabilities.push_back(u < 0.05  ? 0
                                   : u < 0.1 ? 1
                                   : u < 0.3 ? tiny
                                   : u < 0.5 ? 1 - tiny
                                             : random.uniform());
    groups.negatives.push_back(random.uniform() < 0.3 ? 0 : 5 * random.uniform());
    groups.positives.push_back(static_cast<double>(random.below(4)));
  }
  return groups;
}

TEST(PredictionSums, LogLossOfEveryTargetEqualsTheScalarTwin) {
  for (const std::size_t n : {1U, 2U, 3U, 5U, 8U, 1023U, 1024U, 1025U, 5000U}) {
    const auto [p, a, b] = draw_prediction_groups(n);
    std::vector<double> expected_logits(n);
    const double expected = log_loss_sum_scalar(p, a, b, expected_logits);
    testing::for_each_target([&, &p = p, &a = a, &b = b] {
      std::vector<double> logits(n);
      EXPECT_NEAR(log_loss_sum(p, a, b, logits), expected, 1e-14 * expected) << n;
      EXPECT_EQ(log_loss_sum(p, a, b, {}), log_loss_sum(p, a, b, logits));
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_NEAR(logits[i], expected_logits[i], 4e-16 * (1 + std::abs(expected_logits[i]) * 2))
            << p[i];
      }
    });
  }
}

TEST(PredictionSums, LogLossesOfEveryTargetAreLogarithms) {
  for (const std::size_t n : {1U, 3U, 8U, 511U, 512U}) {
    const std::vector<double> p = draw_prediction_groups(n).probabilities;
    testing::for_each_target([&] {
      std::vector<double> negative(n);
      std::vector<double> positive(n);
      log_losses(p, negative, positive);
      for (std::size_t i = 0; i < n; ++i) {
        const double clipped = std::clamp(p[i], kClip, 1 - kClip);
        ASSERT_NEAR(positive[i], -std::log(clipped), 4e-16 * (1 - std::log(clipped))) << p[i];
        ASSERT_NEAR(negative[i], -std::log1p(-clipped), 4e-16 * (1 - std::log1p(-clipped))) << p[i];
        ASSERT_GE(positive[i], 0);
        ASSERT_GE(negative[i], 0);
        // The same row gives the same bits wherever it stands.
        double one = 0;
        double other = 0;
        log_losses({&p[i], 1}, {&one, 1}, {&other, 1});
        ASSERT_EQ(one, negative[i]);
        ASSERT_EQ(other, positive[i]);
      }
    });
  }
}

TEST(PredictionSums, NewtonSumsOfEveryTargetEqualTheScalarTwin) {
  for (const std::size_t n : {1U, 2U, 3U, 5U, 8U, 1023U, 1024U, 1025U, 5000U}) {
    const auto [p, a, b] = draw_prediction_groups(n);
    std::vector<double> x(n);
    log_loss_sum_scalar(p, a, b, x);
    double weight = 0;
    for (std::size_t i = 0; i < n; ++i) weight += a[i] + b[i];
    for (const LogitLine& line :
         {LogitLine{}, LogitLine{0.5, -1, 0.1}, LogitLine{-2, 3, 1}, LogitLine{1, 0, -20}}) {
      const NewtonSums expected = newton_sums_scalar(x, a, b, line);
      testing::for_each_target([&, &a = a, &b = b] {
        const NewtonSums sums = newton_sums(x, a, b, line);
        // |x - centre| < 40.
        EXPECT_NEAR(sums.gradient, expected.gradient, 1e-14 * weight);
        EXPECT_NEAR(sums.gradient_x, expected.gradient_x, 1e-14 * weight * 40);
        EXPECT_NEAR(sums.curvature, expected.curvature, 1e-14 * weight);
        EXPECT_NEAR(sums.curvature_x, expected.curvature_x, 1e-14 * weight * 40);
        EXPECT_NEAR(sums.curvature_xx, expected.curvature_xx, 1e-14 * weight * 1600);
      });
    }
  }
}

}  // namespace
}  // namespace calibrant::metrics
