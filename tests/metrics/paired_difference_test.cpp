// Intervals of paired differences: by their definition, and how often they are wrong.
#include "metrics/paired_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "helpers/equal_methods.hpp"

namespace calibrant::metrics {
namespace {

// scipy.stats.t.ppf(1 - tail, degrees)
TEST(PairedDifference, StudentQuantiles) {
  EXPECT_NEAR(student_quantile(1, 0.025), 12.706204736174694, 1e-9);
  EXPECT_NEAR(student_quantile(2.5, 0.025), 3.5746548420036817, 1e-9);
  EXPECT_NEAR(student_quantile(10, 0.025), 2.2281388519862735, 1e-10);
  EXPECT_NEAR(student_quantile(10, 0.025 / 36), 4.374683902336878, 1e-9);
  EXPECT_NEAR(student_quantile(1e7, 0.025), 1.959964221767205, 1e-9);
}

TEST(PairedDifference, EqualDeviationsHaveAllDegreesOfFreedom) {
  std::vector<double> d;
  for (int i = 0; i < 20; ++i) d.push_back(i % 2 == 0 ? 1.5 : -0.5);
  const auto found = paired_difference(d, {}, 0.95, 4);
  EXPECT_EQ(found.value, 0.5);
  const double error = std::sqrt(20.0 / 19 / 20);
  EXPECT_NEAR(found.standard_error.value(), error, 1e-15);
  const double reach = student_quantile(19, 0.025 / 4) * error;
  EXPECT_NEAR(found.interval.value().lower, 0.5 - reach, 1e-14);
  EXPECT_NEAR(found.interval.value().upper, 0.5 + reach, 1e-14);
}

TEST(PairedDifference, OneRowThatCarriesTheVarianceSaysLittle) {
  std::vector<double> d(100, 0.0);
  d[7] = 30;
  const auto found = paired_difference(d, {}, 0.95, 1);
  EXPECT_NEAR(found.standard_error.value(), 0.3, 1e-12);
  // Two degrees of freedom, instead of 99.
  EXPECT_NEAR(found.interval.value().upper - 0.3, 4.302652729749462 * 0.3, 1e-9);
}

TEST(PairedDifference, WeightsAreRepeats) {
  const std::vector<double> d = {0.5, -0.25, 1, 0.125};
  const std::vector<double> weights = {1, 3, 2, 4};
  const std::vector<double> repeated = {0.5, -0.25, -0.25, -0.25, 1, 1, 0.125, 0.125, 0.125, 0.125};
  const auto weighted = paired_difference(d, weights, 0.9, 3);
  const auto plain = paired_difference(repeated, {}, 0.9, 3);
  EXPECT_NEAR(weighted.value, plain.value, 1e-15);
  EXPECT_NEAR(weighted.standard_error.value(), plain.standard_error.value(), 1e-15);
  EXPECT_NEAR(weighted.interval.value().lower, plain.interval.value().lower, 1e-13);
}

TEST(PairedDifference, DegenerateRows) {
  EXPECT_FALSE(paired_difference(std::vector<double>{0.5}, {}, 0.95, 1).interval.has_value());
  const auto same = paired_difference(std::vector<double>(10, 0.0), {}, 0.95, 1);
  EXPECT_EQ(same.interval.value().lower, 0);
  EXPECT_EQ(same.interval.value().upper, 0);
  const auto tiny = paired_difference(std::vector<double>{1e-200, -1e-200, 3e-200}, {}, 0.95, 1);
  EXPECT_TRUE(std::isfinite(tiny.interval.value().lower));
}

// A small version of bench/quality/simulated/false_claims.cpp.
TEST(FalseClaims, EqualPredictionsAreSeldomCalledDifferent) {
  for (const testing::Distortions& both : testing::equal_distortions()) {
    const double amount = testing::equalizing_amount(both);
    for (const std::size_t rows : {200U, 1000U}) {
      constexpr int kRuns = 400;
      int claims = 0;
      for (int run = 0; run < kRuns; ++run) {
        const auto seed = static_cast<std::uint64_t>(run);
        const auto drawn = testing::draw_distorted(both, amount, rows, seed);
        claims += testing::claims_anything(testing::compared(drawn)) ? 1 : 0;
      }
      // 5 % and two standard errors.
      EXPECT_LE(claims, kRuns * 0.0718) << both.name << ", " << rows << " rows";
    }
  }
}

TEST(FalseClaims, EqualMethodsOverFolds) {
  const auto histogram = [](const Observations& seen) { return fit_histogram(seen); };
  constexpr int kRuns = 200;
  int claims = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto seed = static_cast<std::uint64_t>(run);
    claims +=
        testing::claims_anything(testing::compared(testing::draw_views(histogram, 0, 2, 200, seed)))
            ? 1
            : 0;
  }
  EXPECT_LE(claims, kRuns * 0.081);
}

TEST(FalseClaims, RealDifferencesAreSeen) {
  const testing::Distortions doubled = {"", 0, 1.5, [](double z) { return 2 * z; },
                                        [](double z, double) { return z; }};
  int claims = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto found = testing::compared(testing::draw_distorted(doubled, 0, 1000, seed));
    claims += found.contestants[found.recommended].name == "method 1" ? 1 : 0;
  }
  EXPECT_GE(claims, 45);
}

TEST(FalseClaims, TooFewRowsTellNothing) {
  const testing::Distortions shifted = {"", 0, 1.5, [](double z) { return z + 5; },
                                        [](double z, double) { return z; }};
  const auto found = [&](std::size_t rows) {
    return testing::compared(testing::draw_distorted(shifted, 0, rows, 1));
  };
  EXPECT_TRUE(found(49).too_few);
  EXPECT_FALSE(testing::claims_anything(found(49)));
  EXPECT_FALSE(found(49).leads[0].interval.has_value());
  EXPECT_TRUE(testing::claims_anything(found(50)));
  // Nine positives among any number of rows.
  testing::EqualMethods rare = {.labels = std::vector<std::uint8_t>(5000, 0), .predictions = {}};
  for (std::size_t i = 0; i < 9; ++i) rare.labels[i] = 1;
  rare.predictions = {std::vector<double>(5000, 0.5), std::vector<double>(5000, 0.01)};
  EXPECT_FALSE(testing::claims_anything(testing::compared(rare)));
  rare.labels[9] = 1;
  EXPECT_TRUE(testing::claims_anything(testing::compared(rare)));
}

TEST(FalseClaims, DifferencesOfNoAccountAreNone) {
  testing::EqualMethods methods;
  methods.predictions.resize(2);
  for (int i = 0; i < 1000; ++i) {
    methods.labels.push_back(i % 2 == 0 ? 1 : 0);
    methods.predictions[0].push_back(i % 2 == 0 ? 1 - 1e-7 : 1e-7);
    methods.predictions[1].push_back(i % 2 == 0 ? 1 - 2e-7 : 2e-7);
  }
  EXPECT_FALSE(testing::claims_anything(testing::compared(methods)));
}

}  // namespace
}  // namespace calibrant::metrics
