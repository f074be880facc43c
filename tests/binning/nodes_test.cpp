// Where the nodes lie, how many there are, and the quantiles read between them; what they integrate
// is in abb_engines_test.cpp.
#include "binning/nodes.hpp"

#include <gtest/gtest.h>

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>

#include "binning/node_quantiles.hpp"
#include "math/beta_posterior.hpp"
#include "math/log_beta.hpp"

namespace calibrant {
namespace {

using std::numbers::pi;

void expect_well_made(const Nodes& nodes) {
  ASSERT_EQ(nodes.phi.size(), nodes.count);
  ASSERT_EQ(nodes.theta.size() % kernels::kNodeMultiple, 0U);
  ASSERT_LT(nodes.theta.size(), nodes.count + kernels::kNodeMultiple);
  for (std::size_t j = 0; j < nodes.count; ++j) {
    const std::size_t mirror = nodes.count - 1 - j;
    ASSERT_NEAR(nodes.phi[j] + nodes.phi[mirror], pi, 1e-15);
    ASSERT_NEAR(nodes.theta[j], std::pow(std::sin(nodes.phi[j] / 2), 2), 1e-15);
    // Either end has all its digits.
    ASSERT_NEAR(nodes.theta[j] / nodes.complement[mirror], 1, 1e-15);
    ASSERT_NEAR(nodes.theta[j] + nodes.complement[j], 1, 1e-15);
    ASSERT_NEAR(nodes.weight[j] / nodes.weight[mirror], 1, 1e-13);
    ASSERT_TRUE(j == 0 || nodes.theta[j] > nodes.theta[j - 1] ||
                nodes.complement[j] < nodes.complement[j - 1]);
  }
  for (std::size_t j = 0; j < nodes.theta.size(); ++j) {
    ASSERT_EQ(nodes.log_theta[j], std::log(nodes.theta[j]));
    ASSERT_EQ(nodes.log_complement[j], std::log(nodes.complement[j]));
    if (j < nodes.count) continue;
    ASSERT_EQ(nodes.theta[j], 0.5);  // harmless
    ASSERT_EQ(nodes.complement[j], 0.5);
    ASSERT_EQ(nodes.weight[j], 0);
    ASSERT_EQ(nodes.slope[j], 0);
  }
}

TEST(Nodes, FejersAreEvenInTheAngle) {
  for (const std::size_t count : {1U, 2U, 3U, 8U, 13U, 64U}) {
    SCOPED_TRACE(count);
    const Nodes nodes = fejer_nodes(count);
    expect_well_made(nodes);
    for (std::size_t j = 0; j < count; ++j) {
      const double step = pi / static_cast<double>(count + 1);
      ASSERT_NEAR(nodes.phi[j], static_cast<double>(j + 1) * step, 1e-15);
      ASSERT_NEAR(nodes.slope[j], step * std::sqrt(nodes.theta[j] * nodes.complement[j]), 1e-15);
    }
  }
}

// phi(t) = pi (8/3) times the integral of sin^4(pi s) from 0 to t.
TEST(Nodes, TheTrapezoidRulesNodesAreFlattenedAtBothEnds) {
  for (const std::size_t count : {5U, 8U, 63U, 400U}) {
    SCOPED_TRACE(count);
    const Nodes nodes = trapezoid_nodes(count);
    expect_well_made(nodes);
    for (std::size_t j = 0; 2 * j + 1 <= count; ++j) {
      const double t = static_cast<double>(j + 1) / static_cast<double>(count + 1);
      const double wanted = boost::math::quadrature::gauss<double, 30>::integrate(
          [](double s) { return 8 * pi / 3 * std::pow(std::sin(pi * s), 4); }, 0.0, t);
      ASSERT_NEAR(nodes.phi[j] / wanted, 1, 1e-13) << j;
      const double density = 8.0 / 3 * std::pow(std::sin(pi * t), 4) * pi;
      const double slope = density / static_cast<double>(count + 1) *
                           std::sqrt(nodes.theta[j] * nodes.complement[j]);
      ASSERT_NEAR(nodes.slope[j] / slope, 1, 1e-13) << j;
      ASSERT_EQ(nodes.slope[j], nodes.weight[j]);
    }
  }
}

// sqrt(N) with a factor and a few more, in multiples of eight; N + 2 are exact.
TEST(Nodes, AreAsManyAsTheWeightAsksFor) {
  EXPECT_EQ(node_count(100, true), 72U);      // 5.5 * 10 + 16
  EXPECT_EQ(node_count(10'000, true), 568U);  // 5.5 * 100 + 16
  EXPECT_EQ(node_count(5, true), 8U);         // 5 + 2
  EXPECT_EQ(node_count(15, true), 24U);       // 15 + 2
  EXPECT_EQ(node_count(100, false), 200U);    // 16 * 10 + 40
  EXPECT_EQ(node_count(0.25, false), 48U);    // 16 / 2 + 40
  EXPECT_EQ(band_node_count(100, true), 160U);
  EXPECT_EQ(band_node_count(100, false), 200U);
  EXPECT_EQ(node_count(1e300, true), 1'000'000'000'000U);
  EXPECT_EQ(make_nodes(100, true).phi, fejer_nodes(72).phi);
  EXPECT_EQ(make_nodes(100, false).phi, trapezoid_nodes(200).phi);
  EXPECT_EQ(make_band_nodes(100, true).phi, fejer_nodes(160).phi);
  EXPECT_EQ(make_band_nodes(100, false).phi, trapezoid_nodes(200).phi);
}

// Beta posteriors in the middle and against either end, with and without a density at the end.
void expect_quantiles(const Nodes& nodes, double largest, double tolerance) {
  NodeQuantiles quantiles(nodes);
  for (const double negatives : {0.0, 1.0, 2.0, 9.0, largest}) {
    for (const double positives : {0.0, 1.0, 3.0, 10.0, largest}) {
      for (const double level : {1e-6, 0.5, 0.9, 0.999}) {
        AlignedVector density(nodes.theta.size());
        for (std::size_t j = 0; j < density.size(); ++j) {
          density[j] =
              7 * std::exp(positives * nodes.log_theta[j] + negatives * nodes.log_complement[j] -
                           log_bin_likelihood(negatives, positives));
        }
        const Interval got = quantiles.central(density, level);
        const Interval wanted = beta_interval(negatives, positives, level);
        const double a = positives + 1;
        const double b = negatives + 1;
        const double deviation = std::sqrt(a * b / (a + b + 1)) / (a + b);
        EXPECT_NEAR((got.lower - wanted.lower) / deviation, 0, tolerance)
            << negatives << ' ' << positives << ' ' << level;
        EXPECT_NEAR((got.upper - wanted.upper) / deviation, 0, tolerance)
            << negatives << ' ' << positives << ' ' << level;
      }
    }
  }
}

TEST(NodeQuantiles, AreThoseOfBetaPosteriors) {
  expect_quantiles(fejer_nodes(160), 50, 1e-4);
  expect_quantiles(fejer_nodes(1003), 50, 1e-7);
  expect_quantiles(trapezoid_nodes(1600), 50, 2e-5);
}

}  // namespace
}  // namespace calibrant
