// The sums without logarithms: every instruction set of this machine against the scalar twins.
#include <gtest/gtest.h>

#include <array>

#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"
#include "kernels/prediction_sums.hpp"
#include "math/blocked_sum.hpp"

namespace calibrant::metrics {
namespace {

constexpr std::array<std::size_t, 9> kSizes = {1, 2, 3, 5, 8, 1023, 1024, 1025, 5000};

struct MomentGroups {
  std::vector<double> probabilities;
  std::vector<double> negatives;
  std::vector<double> positives;
  double weight = 0;
};

MomentGroups draw_moment_groups(std::size_t n) {
  testing::Random random(n);
  MomentGroups groups;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = random.uniform();
    groups.probabilities.push_back(u < 0.1 ? 0 : u < 0.2 ? 1 : random.uniform());
    groups.negatives.push_back(random.uniform() < 0.3 ? 0 : 5 * random.uniform());
    groups.positives.push_back(static_cast<double>(random.below(4)));
    groups.weight += groups.negatives.back() + groups.positives.back();
  }
  return groups;
}

TEST(MomentSums, EveryTargetEqualsTheScalarTwin) {
  for (const std::size_t n : kSizes) {
    const MomentGroups groups = draw_moment_groups(n);
    const MomentSums expected =
        moment_sums_scalar(groups.probabilities, groups.negatives, groups.positives);
    testing::for_each_target([&] {
      const MomentSums sums = moment_sums(groups.probabilities, groups.negatives, groups.positives);
      const double tolerance = 1e-14 * groups.weight;
      EXPECT_NEAR(sums.expected, expected.expected, tolerance);
      EXPECT_NEAR(sums.squares, expected.squares, tolerance);
      EXPECT_NEAR(sums.excess, expected.excess, tolerance);
      EXPECT_NEAR(sums.excess_x, expected.excess_x, tolerance);
      EXPECT_NEAR(sums.variance, expected.variance, tolerance);
      EXPECT_NEAR(sums.variance_x, expected.variance_x, tolerance);
      EXPECT_NEAR(sums.variance_xx, expected.variance_xx, tolerance);
    });
  }
}

TEST(MomentSums, BinsOfEveryTargetEqualTheScalarTwin) {
  for (const std::size_t n : kSizes) {
    const MomentGroups groups = draw_moment_groups(n);
    const BinSums expected =
        bin_sums_scalar(groups.probabilities, groups.negatives, groups.positives);
    testing::for_each_target([&] {
      const BinSums sums = bin_sums(groups.probabilities, groups.negatives, groups.positives);
      EXPECT_NEAR(sums.weight, expected.weight, 1e-14 * groups.weight);
      EXPECT_EQ(sums.positives, expected.positives);  // whole numbers
      EXPECT_NEAR(sums.expected, expected.expected, 1e-14 * groups.weight);
    });
  }
}

TEST(BlockedSum, IsExactForWholeNumbersAndCloseForOthers) {
  for (const std::size_t n : kSizes) {
    const MomentGroups groups = draw_moment_groups(n);
    CompensatedSum expected;
    double whole = 0;
    for (const double value : groups.negatives) expected.add(value);
    for (const double value : groups.positives) whole += value;
    EXPECT_NEAR(blocked_sum(groups.negatives), expected.value(), 1e-14 * groups.weight);
    EXPECT_EQ(blocked_sum(groups.positives), whole);
  }
  EXPECT_EQ(blocked_sum({}), 0);
}

}  // namespace
}  // namespace calibrant::metrics
