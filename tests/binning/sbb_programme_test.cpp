// The dynamic programme against the definition, and its pruning against doing without.
#include "binning/sbb_programme.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "helpers/enumerate.hpp"
#include "helpers/random_observations.hpp"

namespace calibrant {
namespace {

using testing::Labels;
using testing::Random;
using testing::Weights;

BestBinning solve(const BinningProblem& problem, double lambda, const ProgrammeOptions& options) {
  const Execution execution;
  ProgressMeter progress(execution, 1);
  return best_binning(problem, lambda, progress, options);
}

constexpr ProgrammeOptions kPruned = {.prune = true, .keep_values = true};
constexpr ProgrammeOptions kFull = {.prune = false, .keep_values = true};

void expect_pruning_changes_nothing(const Observations& seen, Scale scale, double lambda) {
  const BinningProblem problem = make_binning_problem(seen, scale);
  const BestBinning pruned = solve(problem, lambda, kPruned);
  const BestBinning full = solve(problem, lambda, kFull);
  const auto groups = static_cast<double>(seen.groups());
  EXPECT_EQ(full.evaluations, groups * (groups + 1) / 2);  // the reference leaves nothing out
  EXPECT_EQ(pruned.values, full.values);
  EXPECT_EQ(pruned.ends, full.ends);
  EXPECT_EQ(pruned.log_score, full.log_score);
}

TEST(SbbProgramme, EqualsTheEnumerationOfAllBinnings) {
  Random random(11);
  int unique = 0;
  for (int i = 0; i < 600; ++i) {
    const auto labels = testing::kLabels[random.below(5)];
    const auto weights = testing::kWeights[random.below(3)];
    const std::size_t rows = 1 + random.below(i % 10 == 0 ? 14 : 11);
    const Observations seen =
        testing::random_observations(random, rows, labels, weights, i % 2 == 0);
    const double lambda = std::pow(10.0, -3 + 6 * random.uniform());
    for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
      const auto want = testing::enumerate(seen, scale, lambda);
      const BestBinning got = solve(make_binning_problem(seen, scale), lambda, kPruned);
      const auto log_best = static_cast<double>(want.log_best);
      ASSERT_NEAR(got.log_score, log_best, 1e-10) << i;
      ASSERT_NEAR(got.values.back(), log_best, 1e-10) << i;
      if (want.log_best - want.log_runner_up > 1e-9) {
        ++unique;
        ASSERT_EQ(got.ends, want.best_ends) << i;
      }
    }
  }
  EXPECT_GT(unique, 1000);  // the comparison of bins is not an empty one
}

// k negatives, a tied group with one of each, k positives: by symmetry the tied group may go to
// either side.
TEST(SbbProgramme, TiesInTheMaximumGoToTheLongerBin) {
  int longer = 0;
  for (std::size_t k = 8; k < 40; ++k) {
    std::vector<double> scores;
    std::vector<int> labels;
    for (std::size_t i = 0; i < k; ++i) {
      scores.insert(scores.end(), {-1.0 - static_cast<double>(i), 1.0 + static_cast<double>(i)});
      labels.insert(labels.end(), {0, 1});
    }
    scores.insert(scores.end(), {0, 0});
    labels.insert(labels.end(), {0, 1});
    const Observations seen = observe(scores, labels);
    const BestBinning got = solve(make_binning_problem(seen, Scale::kRank), 1, kPruned);
    ASSERT_EQ(got.ends.size(), 2U);
    longer += got.ends[0] == k ? 1 : 0;
  }
  // Rounding breaks some of the ties.
  EXPECT_GT(longer, 16);
}

class Shapes : public ::testing::TestWithParam<testing::Shape> {};

TEST_P(Shapes, PruningChangesNothing) {
  const auto small = testing::draw(GetParam(), 4000, 5);
  const Observations seen = observe(small.scores, small.labels);
  for (const Scale scale : {Scale::kRank, Scale::kScore}) {
    for (const double lambda : {1e-3, 0.5, 64.0, 1e3}) {
      expect_pruning_changes_nothing(seen, scale, lambda);
    }
  }
  const auto large = testing::draw(GetParam(), 20'000, 6);
  const Observations more = observe(large.scores, large.labels);
  for (const Scale scale : {Scale::kRank, Scale::kScore}) {
    expect_pruning_changes_nothing(more, scale, 8);
  }
}

// Few starts survive, and their number hardly grows: the table of docs/math/sbb.md.
TEST_P(Shapes, FewStartsSurvive) {
  for (const Scale scale : {Scale::kRank, Scale::kScore}) {
    for (const std::size_t n : {1000U, 10'000U, 100'000U}) {
      const auto sample = testing::draw(GetParam(), n);
      const Observations seen = observe(sample.scores, sample.labels);
      const BestBinning got = solve(make_binning_problem(seen, scale), 8, {});
      const double starts = got.evaluations / static_cast<double>(n);
      fmt::print("{:<10} {:<5} N = {:>6}: {:4.1f} survive, {:4.1f} per end, at most {}\n",
                 testing::name(GetParam()), scale == Scale::kRank ? "rank" : "score", n,
                 got.survivors, starts, got.most_starts);
      EXPECT_LT(got.survivors, 24);
      EXPECT_LT(starts, 36);
      EXPECT_LT(got.most_starts, 80U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SbbProgramme, Shapes, ::testing::ValuesIn(testing::kShapes),
                         [](const auto& shape) { return testing::name(shape.param); });

TEST(SbbProgramme, PruningChangesNothingOnAdversarialInputs) {
  Random random(12);
  for (const auto labels : testing::kLabels) {
    for (const auto weights : testing::kWeights) {
      for (const bool ties : {false, true}) {
        for (int i = 0; i < 6; ++i) {
          const Observations seen =
              testing::random_observations(random, 100 + random.below(500), labels, weights, ties);
          const double lambda = std::pow(10.0, -3 + 6 * random.uniform());
          for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
            expect_pruning_changes_nothing(seen, scale, lambda);
            if (HasFailure()) {
              FAIL() << "labels " << static_cast<int>(labels) << " weights "
                     << static_cast<int>(weights) << " ties " << ties << " lambda " << lambda;
            }
          }
        }
      }
    }
  }
}

TEST(SbbProgramme, ExtremeLambdasStayFinite) {
  Random random(13);
  for (const auto weights : testing::kWeights) {
    const Observations seen =
        testing::random_observations(random, 300, Labels::kCoin, weights, true);
    for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
      for (const double lambda : {1e-300, 1e-12, 1e12, 1e308}) {
        expect_pruning_changes_nothing(seen, scale, lambda);
        const BestBinning got = solve(make_binning_problem(seen, scale), lambda, kPruned);
        EXPECT_TRUE(std::isfinite(got.log_score)) << lambda;
      }
      // No group is joined at any price, and no price is paid for a boundary.
      const BestBinning many = solve(make_binning_problem(seen, scale), 1e12, kPruned);
      EXPECT_EQ(many.ends.size(), seen.groups());
    }
  }
}

TEST(SbbProgramme, TableAndDirectLikelihoodFindTheSameBins) {
  const auto sample = testing::draw(testing::Shape::kCalibrated, 3000, 3);
  const Observations seen = observe(sample.scores, sample.labels);
  BinningProblem problem = make_binning_problem(seen, Scale::kRank);
  ASSERT_TRUE(problem.table);
  const BestBinning with_table = solve(problem, 4, kPruned);
  problem.table.reset();
  const BestBinning without = solve(problem, 4, kPruned);
  EXPECT_EQ(with_table.ends, without.ends);
  EXPECT_EQ(with_table.log_score, without.log_score);
  EXPECT_NEAR(with_table.values.back(), without.values.back(), 1e-9);
}

}  // namespace
}  // namespace calibrant
