// Every instruction set against plain loops.
#include "kernels/offset.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "auto/offset_chain.hpp"
#include "calibrant/auto.hpp"
#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"

namespace calibrant {
namespace {

using testing::Random;

AlignedVector random_state(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  AlignedVector state(count);
  for (double& y : state) y = random.uniform();
  return state;
}

double rate(const OffsetNodes& nodes, std::size_t j, double z) {
  return 1 / (1 + std::exp(-(z + nodes.delta[j])));
}

TEST(OffsetKernel, LikelihoodsByPowersAndByLogs) {
  testing::for_each_target([] {
    for (const double tau : {0.15, 1.5}) {
      const OffsetNodes nodes = make_offset_nodes(tau, 77, 1);
      constexpr std::array<std::array<double, 2>, 9> kCounts = {
          {{0, 1}, {1, 0}, {3, 5}, {0, 8}, {20, 13}, {255, 1}, {300, 40}, {0.5, 1.25}, {0, 1e-3}}};
      for (const auto& [a, b] : kCounts) {
        for (const double z : {-36.0, -2.0, 0.3, 36.0}) {
          const double peak = a + b > 8 ? -0.5 * (a + b) : 0;
          AlignedVector likelihood(nodes.delta.size());
          kernels::offset_likelihood(nodes.span(), {z, a, b, peak}, likelihood.data());
          for (std::size_t j = 0; j < nodes.count; ++j) {
            const long double x = static_cast<long double>(z) + nodes.delta[j];
            const auto expected = static_cast<double>(
                std::exp(-b * std::log1p(std::exp(-x)) - a * std::log1p(std::exp(x)) - peak));
            EXPECT_NEAR(likelihood[j], expected, 1e-12 * expected + 1e-300)
                << a << ' ' << b << ' ' << z;
          }
        }
      }
    }
  });
}

TEST(OffsetKernel, SumsEqualPlainLoops) {
  testing::for_each_target([] {
    const OffsetNodes nodes = make_offset_nodes(0.5, 1000, 1);
    const std::size_t count = nodes.delta.size();
    const AlignedVector likelihood = random_state(count, 1);
    AlignedVector state = random_state(count, 2);
    const AlignedVector before = state;
    AlignedVector rates(count);
    kernels::offset_probabilities(nodes.span(), 0.7, rates.data());
    const kernels::OffsetProduct product = {likelihood.data(), before.data(), 0.75, 0.125};
    const kernels::OffsetSums sums = kernels::sums_of_product(nodes.span(), product, rates.data());
    AlignedVector after(count);
    const double total = kernels::advance_by(nodes.span(), state.data(), 0.75, 0.125,
                                             likelihood.data(), after.data());
    EXPECT_EQ(kernels::advance_by(nodes.span(), state.data(), 0.75, 0.125, likelihood.data(),
                                  state.data()),
              total);
    AlignedVector most = random_state(count, 3);
    const AlignedVector least = most;
    kernels::raise_to(nodes.span(), product, 40, most.data());
    double expected_total = 0;
    double expected_rated = 0;
    for (std::size_t j = 0; j < count; ++j) {
      EXPECT_DOUBLE_EQ(state[j], (before[j] * 0.75 + 0.125) * likelihood[j]);
      EXPECT_EQ(after[j], state[j]);
      EXPECT_NEAR(rates[j], rate(nodes, j, 0.7), 1e-15);
      const double mass = 40 * state[j] * nodes.weight[j];
      EXPECT_NEAR(most[j], std::max(least[j], mass), 1e-14 * mass);
      expected_total += nodes.weight[j] * state[j];
      expected_rated += nodes.weight[j] * state[j] * rates[j];
    }
    EXPECT_NEAR(total, expected_total, 1e-13 * expected_total);
    EXPECT_NEAR(sums.total, expected_total, 1e-13 * expected_total);
    EXPECT_NEAR(sums.rated, expected_rated, 1e-13 * expected_rated);
  });
}

TEST(OffsetKernel, AutoIsTheSameOnEveryInstructionSet) {
  const auto sample = testing::draw(testing::Shape::kSharp, 300, 8);
  const Observations seen = observe(sample.scores, sample.labels);
  const std::vector<double> expected = apply(fit_auto(seen), sample.scores);
  testing::for_each_target([&] {
    const std::vector<double> values = apply(fit_auto(seen), sample.scores);
    // Knots may differ, and each curve follows the average within 1e-6.
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-9);
  });
}

}  // namespace
}  // namespace calibrant
