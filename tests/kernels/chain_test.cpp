// Every instruction set against plain loops.
#include "kernels/chain.hpp"
#include "binning/engine.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "binning/nodes.hpp"
#include "calibrant/abb.hpp"
#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"

namespace calibrant {
namespace {

using kernels::UnitBlock;
using testing::Random;

AlignedVector random_state(const Nodes& nodes, std::uint64_t seed) {
  Random random(seed);
  AlignedVector state(nodes.theta.size());
  for (double& y : state) y = random.uniform();
  return state;
}

UnitBlock random_block(std::size_t length, std::uint64_t seed) {
  Random random(seed);
  UnitBlock block;
  block.length = length;
  for (std::size_t t = 0; t < length; ++t) {
    if (random.uniform() < 0.5) block.labels |= 1U << t;
    block.injection[t] = random.uniform();
  }
  return block;
}

double factor(const Nodes& nodes, std::size_t j, const UnitBlock& block, std::size_t t) {
  return ((block.labels >> t) & 1U) != 0 ? nodes.theta[j] : nodes.complement[j];
}

void expect_relative(double value, double expected, double tolerance) {
  EXPECT_NEAR(value, expected, tolerance * std::abs(expected));
}

TEST(ChainKernel, AdvanceEqualsPlainLoops) {
  testing::for_each_target([] {
    for (const std::size_t count : {3U, 8U, 40U, 700U}) {
      const Nodes nodes = fejer_nodes(count);
      for (std::size_t length = 0; length <= kernels::kBlockLength; ++length) {
        const UnitBlock done = random_block(length, length);
        const UnitBlock next = random_block(kernels::kBlockLength - length, 77 + length);
        AlignedVector state = random_state(nodes, length);
        AlignedVector expected = state;
        std::array<double, kernels::kBlockLength> moments = {};
        std::array<double, kernels::kBlockLength> expected_moments = {};
        for (std::size_t j = 0; j < expected.size(); ++j) {
          for (std::size_t t = 0; t < done.length; ++t) {
            expected[j] = (expected[j] + done.injection[t]) * factor(nodes, j, done, t);
          }
          expected[j] = expected[j] * 0.75 + 0.125;
          double product = expected[j] * nodes.weight[j];
          for (std::size_t t = 0; t < next.length; ++t) {
            product *= factor(nodes, j, next, t);
            expected_moments[t] += product;
          }
        }
        kernels::advance(nodes.span(), state.data(), done, 0.75, 0.125, next, moments.data());
        EXPECT_EQ(state, expected);  // no sum is involved: the same bits
        for (std::size_t t = 0; t < next.length; ++t) {
          expect_relative(moments[t], expected_moments[t], 1e-13);
        }
      }
    }
  });
}

TEST(ChainKernel, GroupsEqualPlainLoops) {
  testing::for_each_target([] {
    const Nodes nodes = fejer_nodes(200);
    const AlignedVector start = random_state(nodes, 1);
    AlignedVector state = start;
    const double total = kernels::advance_light(nodes.span(), state.data(), 0.5, 0.25, 2, 3);
    double expected_total = 0;
    for (std::size_t j = 0; j < start.size(); ++j) {
      double y = start[j] * 0.5 + 0.25;
      for (int i = 0; i < 3; ++i) y *= nodes.theta[j];
      for (int i = 0; i < 2; ++i) y *= nodes.complement[j];
      EXPECT_EQ(state[j], y);
      expected_total += y * nodes.weight[j];
    }
    expect_relative(total, expected_total, 1e-13);

    state = start;
    const auto sums =
        kernels::advance_group(nodes.span(), state.data(), 0.5, 0.25, 40.5, 7.25, -20);
    kernels::Sums expected;
    for (std::size_t j = 0; j < start.size(); ++j) {
      const double likelihood =
          std::exp(7.25 * std::log(nodes.theta[j]) + 40.5 * std::log(nodes.complement[j]) + 20);
      const double y = (start[j] * 0.5 + 0.25) * likelihood;
      EXPECT_NEAR(state[j], y, 1e-13 * y + 1e-280);
      expected.total += y * nodes.weight[j];
      expected.theta += y * nodes.weight[j] * nodes.theta[j];
    }
    expect_relative(sums.total, expected.total, 1e-13);
    expect_relative(sums.theta, expected.theta, 1e-13);
    const auto again = kernels::weighted_sums(nodes.span(), state.data());
    expect_relative(again.total, expected.total, 1e-13);
    expect_relative(again.theta, expected.theta, 1e-13);
  });
}

TEST(ChainKernel, ProductsAndChunksEqualPlainLoops) {
  testing::for_each_target([] {
    const Nodes nodes = fejer_nodes(150);
    const AlignedVector left = random_state(nodes, 1);
    const AlignedVector right = random_state(nodes, 2);
    AlignedVector product(left.size());
    const double total =
        kernels::multiply(nodes.span(), left.data(), right.data(), 2, 0.5, product.data());
    double expected_total = 0;
    for (std::size_t j = 0; j < left.size(); ++j) {
      EXPECT_EQ(product[j], left[j] * (right[j] * 2 + 0.5));
      expected_total += product[j] * nodes.weight[j];
    }
    expect_relative(total, expected_total, 1e-13);

    AlignedVector sum = right;
    kernels::add_scaled(sum.size(), left.data(), 3, sum.data());
    for (std::size_t j = 0; j < sum.size(); ++j) EXPECT_EQ(sum[j], right[j] + left[j] * 3);

    AlignedVector values = left;
    std::vector<double> chunks(3);
    kernels::multiply_and_sum_chunks(values.size(), right.data(), values.data(), chunks.data());
    std::vector<double> expected(3);
    for (std::size_t j = 0; j < values.size(); ++j) {
      EXPECT_EQ(values[j], left[j] * right[j]);
      expected[j / kernels::kChunk] += values[j];
    }
    for (std::size_t i = 0; i < 3; ++i) expect_relative(chunks[i], expected[i], 1e-13);
  });
}

TEST(ChainKernel, TargetsAgreeOnWholeFits) {
  const auto sample = testing::draw(testing::Shape::kSharp, 20'000);
  const auto seen = observe(sample.scores, sample.labels);
  std::vector<double> first;
  testing::for_each_target([&] {
    const Curve curve = fit_abb_by(Engine::kQuadrature, seen, {.prior = {.lambda = 4}});
    const auto& values = std::get<Segments>(curve.shape()).values;
    if (first.empty()) first = values;
    for (std::size_t k = 0; k < values.size(); ++k) ASSERT_NEAR(values[k], first[k], 1e-12) << k;
  });
}

}  // namespace
}  // namespace calibrant
