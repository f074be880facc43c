// States by the age of bins, against all bins on all nodes.
#include "binning/aged_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "binning/abb_average.hpp"
#include "binning/boundary_prior.hpp"
#include "binning/nodes.hpp"
#include "helpers/shapes.hpp"
#include "observations/builder.hpp"

namespace calibrant {
namespace {

using testing::Shape;

struct AgedDifference {
  double probability = 0;
  double log_evidence = 0;
};

AgedDifference aged_difference(const Observations& seen, Scale scale, double lambda,
                               std::size_t period) {
  const std::vector<double> gaps = make_boundary_prior(seen, scale).gap;
  const Nodes plain = fejer_nodes(node_count(seen.weight(), true));
  Nodes aged = plain;
  add_coarse_nodes(aged, period);
  ProgressMeter meter;
  const Average expected = average_binnings({seen, &plain, meter}, {{&gaps, lambda}}, 1)[0];
  const Average found = average_binnings({seen, &aged, meter}, {{&gaps, lambda}}, 1)[0];
  AgedDifference most = {.log_evidence = std::abs(found.log_evidence - expected.log_evidence)};
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    most.probability =
        std::max(most.probability, std::abs(found.probabilities[k] - expected.probabilities[k]));
  }
  return most;
}

TEST(AgedState, EqualsAllBinsOnAllNodes) {
  for (const Shape shape : testing::kShapes) {
    const auto sample = testing::draw(shape, 30'000, 11);
    const Observations seen = observe(sample.scores, sample.labels);
    for (const Scale scale : {Scale::kRank, Scale::kScore}) {
      for (const double lambda : {0.2, 4.0, 64.0}) {
        const AgedDifference found = aged_difference(seen, scale, lambda, 700);
        EXPECT_LT(found.probability, 1e-10) << testing::name(shape) << ' ' << lambda;
        EXPECT_LT(found.log_evidence, 1e-9) << testing::name(shape) << ' ' << lambda;
      }
    }
  }
}

// The rate jumps to where no bin of long ago has a mass, and long after that back again.
TEST(AgedState, FollowsRatesThatJump) {
  testing::Random random(3);
  std::vector<double> scores;
  std::vector<int> labels;
  for (int i = 0; i < 30'000; ++i) {
    const double rate = i / 5000 % 2 == 0 ? 0.001 : 0.98;
    scores.push_back(i);
    labels.push_back(random.uniform() < rate ? 1 : 0);
  }
  for (const double lambda : {0.01, 1.0}) {
    const AgedDifference found =
        aged_difference(observe(scores, labels), Scale::kRank, lambda, 600);
    EXPECT_LT(found.probability, 1e-10) << lambda;
    EXPECT_LT(found.log_evidence, 1e-9) << lambda;
  }
}

// Groups of thirty rows are steps of their own; one of thousands is too old for coarse nodes.
TEST(AgedState, TakesTiedScores) {
  const auto sample = testing::draw(Shape::kSharp, 30'000, 12);
  const Observations tied = merge_groups(observe(sample.scores, sample.labels), 1000);
  EXPECT_LT(aged_difference(tied, Scale::kRank, 4, 700).probability, 1e-10);
  const Observations heavy = merge_groups(observe(sample.scores, sample.labels), 10);
  EXPECT_EQ(aged_difference(heavy, Scale::kRank, 4, 700).probability, 0);
}

TEST(AgedState, ManyRowsHaveCoarseNodes) {
  EXPECT_EQ(make_nodes(9e5, true).coarse, nullptr);
  EXPECT_EQ(make_nodes(2e6, false).coarse, nullptr);
  const Nodes nodes = make_nodes(2e6, true);
  ASSERT_NE(nodes.coarse, nullptr);
  EXPECT_LT(nodes.coarse->count * 5, nodes.count);
}

}  // namespace
}  // namespace calibrant
