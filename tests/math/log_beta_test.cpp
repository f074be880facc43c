#include "math/log_beta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <vector>

#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_50;

// Straight from the definition: 50 digits stand the cancellation.
double exact(double a, double b) {
  using boost::math::lgamma;
  return static_cast<double>(lgamma(Wide(a) + 1) + lgamma(Wide(b) + 1) - lgamma(Wide(a) + b + 2));
}

double ulp(double x) { return std::nextafter(std::abs(x), INFINITY) - std::abs(x); }

TEST(LogBinLikelihood, WholeCountsToAFewUlps) {
  const std::vector<double> counts = {0,  1,  2,   3,   9,     10,  11,  12,   13,
                                      14, 30, 100, 999, 12345, 1e6, 1e9, 1e12, 1e15};
  double worst = 0;
  for (const double a : counts) {
    for (const double b : counts) {
      const double want = exact(a, b);
      const double error = std::abs(log_bin_likelihood(a, b) - want);
      if (a == 0 && b == 0) {
        EXPECT_EQ(error, 0);
        continue;
      }
      worst = std::max(worst, error / ulp(want));
      EXPECT_LE(error, 8 * ulp(want)) << a << ' ' << b;
    }
  }
  RecordProperty("worst_ulps", std::to_string(worst));
}

TEST(LogBinLikelihood, FractionalCountsToAFewUlps) {
  testing::Random random(7);
  for (int i = 0; i < 2000; ++i) {
    const double a = std::pow(10.0, -3 + 18 * random.uniform());
    const double b = std::pow(10.0, -3 + 18 * random.uniform());
    const double want = exact(a, b);
    const double error = std::abs(log_bin_likelihood(a, b) - want);
    EXPECT_LE(error, std::max(a, b) < 10 ? 4e-15 : 8 * ulp(want)) << a << ' ' << b;
  }
}

TEST(LogBinLikelihood, IsSymmetricAndContinuousWhereTheFormulaChanges) {
  for (const double b : {0.0, 1.0, 5.0, 9.0, 10.0, 12.0, 13.0}) {
    const double at = log_bin_likelihood(40, b);
    EXPECT_EQ(at, log_bin_likelihood(b, 40));
    EXPECT_NEAR(at, log_bin_likelihood(40, std::nextafter(b, 100.0)), 4e-14);
  }
}

TEST(BinLikelihoodTable, AgreesToTheRoundingOfItsLargestEntry) {
  for (const std::size_t total : {1U, 2U, 9U, 10U, 1000U, 1'000'000U}) {
    const BinLikelihoodTable table(total);
    const double* t = table.data();
    testing::Random random(total);
    for (int i = 0; i < 2000; ++i) {
      const std::size_t n = random.below(total + 1);
      const std::size_t b = random.below(n + 1);
      const std::size_t a = n - b;
      const double got = ((t[a] + t[b]) - t[n + 1]) - table.constant();
      const double want = log_bin_likelihood(static_cast<double>(a), static_cast<double>(b));
      EXPECT_NEAR(got, want, 2e-15 * (10 + static_cast<double>(total))) << a << ' ' << b;
    }
  }
}

}  // namespace
}  // namespace calibrant
