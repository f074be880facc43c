#include "kernels/logistic.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "calibrant/beta.hpp"
#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"

namespace calibrant {
namespace {

struct Data {
  std::vector<double> weights, first, second;
};

Data random_data(std::size_t n, std::uint64_t seed) {
  testing::Random random(seed);
  Data data;
  for (std::size_t i = 0; i < n; ++i) {
    data.weights.push_back(random.uniform() < 0.1 ? 0 : 5 * random.uniform());
    data.first.push_back(random.normal());
    data.second.push_back(random.normal() + data.first.back());
  }
  return data;
}

void expect_equal_sums(const LogisticSums& a, const LogisticSums& b, double magnitude) {
  const double tolerance = 1e-13 * magnitude;
  EXPECT_NEAR(a.softplus, b.softplus, tolerance);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a.fitted[i], b.fitted[i], tolerance) << i;
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a.curvature[i], b.curvature[i], tolerance) << i;
}

TEST(LogisticKernel, SumsEqualTheScalarTwin) {
  testing::for_each_target([] {
    for (const std::size_t n : {1U, 2U, 7U, 8U, 9U, 31U, 1024U, 1025U, 5003U}) {
      const Data data = random_data(n, n);
      for (const Coefficients& c :
           {Coefficients{0, 0, 0}, Coefficients{0.5, -2, 1}, Coefficients{-30, 11, 7},
            Coefficients{3, 400, -500}, Coefficients{-1000, 1e-5, 0}}) {
        double magnitude = 0;
        for (std::size_t i = 0; i < n; ++i) {
          const double f = std::max({1.0, std::abs(data.first[i]), std::abs(data.second[i])});
          magnitude += data.weights[i] * f * (f + std::abs(c[0]) + std::abs(c[1]) + std::abs(c[2]));
        }
        expect_equal_sums(logistic_sums(data.weights, data.first, data.second, c),
                          logistic_sums_scalar(data.weights, data.first, data.second, c),
                          magnitude);
        const Coefficients one = {c[0], c[1], 0};
        expect_equal_sums(logistic_sums(data.weights, data.first, {}, one),
                          logistic_sums_scalar(data.weights, data.first, {}, one), magnitude);
      }
    }
  });
}

// Rare probabilities keep their digits: every sum is relative to itself where nothing cancels.
TEST(LogisticKernel, RareProbabilitiesKeepTheirDigits) {
  testing::for_each_target([] {
    const std::vector<double> weights(1000, 1.0);
    const std::vector<double> first(1000, 1.0);
    for (const double z : {-50.0, -300.0, -700.0}) {
      const LogisticSums sums = logistic_sums(weights, first, {}, {z, 0, 0});
      const double expected = 1000 * std::exp(z);
      EXPECT_NEAR(sums.fitted[0] / expected, 1, 1e-13) << z;
      EXPECT_NEAR(sums.curvature[2] / expected, 1, 1e-13) << z;
      EXPECT_NEAR(sums.softplus / expected, 1, 1e-13) << z;
    }
  });
}

TEST(LogisticKernel, LogFeaturesEqualTheScalarTwin) {
  testing::for_each_target([] {
    std::vector<double> p = {0, 5e-324, 1e-13, 1e-12, 1e-9, 0.1, 0.5, 1 - 1e-9, 1 - 1e-13, 1};
    testing::Random random(9);
    for (int i = 0; i < 10'001; ++i) p.push_back(random.uniform());
    std::vector<double> a(p.size()), b(p.size()), expected_a(p.size()), expected_b(p.size());
    log_features(p, a, b);
    log_features_scalar(p, expected_a, expected_b);
    for (std::size_t i = 0; i < p.size(); ++i) {
      ASSERT_NEAR(a[i], expected_a[i], 1e-15 * std::abs(expected_a[i])) << p[i];
      ASSERT_NEAR(b[i], expected_b[i], 1e-15 * std::abs(expected_b[i])) << p[i];
    }
  });
}

// What the user sees: fitted parameters differ by less than 1e-11 between instruction sets.
TEST(LogisticKernel, FitsAgreeBetweenTargets) {
  testing::for_each_target([] {
    const auto sample = testing::draw(testing::Shape::kSharp, 20'000);
    const Observations seen = observe(sample.scores, sample.labels);
    const auto here = std::get<Sigmoid>(fit_beta(seen).shape());
    const auto again = std::get<Sigmoid>(fit_beta(seen).shape());
    EXPECT_EQ(here.intercept, again.intercept);
    hwy::SetSupportedTargetsForTest(HWY_STATIC_TARGET);
    const auto base = std::get<Sigmoid>(fit_beta(seen).shape());
    EXPECT_NEAR(here.intercept, base.intercept, 1e-11);
    EXPECT_NEAR(here.slope, base.slope, 1e-11);
    EXPECT_NEAR(here.slope_complement, base.slope_complement, 1e-11);
  });
}

}  // namespace
}  // namespace calibrant
