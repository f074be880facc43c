// Groups enough for threads: the same curve, to the bit, whoever computes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "calibrant/beta.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/platt.hpp"
#include "helpers/shapes.hpp"
#include "math/pav.hpp"

namespace calibrant {
namespace {

// Not a multiple of any block or stretch; fractional weights, so that an order of sums shows.
Observations many_groups() {
  constexpr std::size_t kGroups = 200'003;
  testing::Random random(5);
  std::vector<double> scores(kGroups);
  std::vector<double> negatives(kGroups);
  std::vector<double> positives(kGroups);
  for (std::size_t k = 0; k < kGroups; ++k) {
    scores[k] = (static_cast<double>(k) + 0.5) / kGroups;
    const bool positive = random.uniform() < scores[k] * scores[k];
    (positive ? positives : negatives)[k] = 0.1 + random.uniform();
  }
  return observe_counts(scores, negatives, positives);
}

TEST(FamilyThreads, CurvesHaveTheSameBitsForAnyNumberOfThreads) {
  const Observations seen = many_groups();
  using Fit = std::function<Curve(unsigned)>;
  const std::vector<Fit> fits = {
      [&](unsigned threads) { return fit_platt(seen, {.execution = {.threads = threads}}); },
      [&](unsigned threads) {
        return fit_platt(seen,
                         {.input = Sigmoid::Input::kLogit, .execution = {.threads = threads}});
      },
      [&](unsigned threads) { return fit_beta(seen, {.threads = threads}); },
      [&](unsigned threads) { return fit_isotonic(seen, {.execution = {.threads = threads}}); },
      [&](unsigned threads) {
        return fit_isotonic(seen, {.interpolate = true, .execution = {.threads = threads}});
      },
  };
  for (const Fit& fit : fits) {
    const Curve one = fit(1);
    for (const unsigned threads : {0U, 2U, 3U, 7U}) {
      EXPECT_EQ(to_json(fit(threads)), to_json(one)) << one.origin().method << ' ' << threads;
    }
  }
}

TEST(FamilyThreads, StretchesGiveTheSolutionOfTheWhole) {
  const Observations seen = many_groups();
  // Falling across the ends of stretches, so that blocks span them.
  std::vector<double> positives(seen.positives().begin(), seen.positives().end());
  std::reverse(positives.begin() + 60'000, positives.begin() + 140'000);
  for (double& count : positives) count = count > 0 ? 1 : 0;
  std::vector<double> negatives(positives.size());
  for (std::size_t k = 0; k < positives.size(); ++k) negatives[k] = 1 - positives[k];
  const auto blocks = pool_adjacent_violators(negatives, positives, 2);
  ASSERT_GT(blocks.size(), 20U);
  // What marks the solution, whoever found it: blocks that follow each other and ascend, each with
  // its positive fraction, and none that could be cut into a lower and a higher part.
  std::size_t end = 0;
  double below = -1;
  for (const PooledBlock& block : blocks) {
    ASSERT_EQ(block.first, end);
    end = block.end;
    ASSERT_GT(block.value, below);
    below = block.value;
    double sum = 0;
    for (std::size_t k = block.first; k < block.end; ++k) {
      sum += positives[k];
      ASSERT_GE(sum, block.value * static_cast<double>(k + 1 - block.first) - 1e-9);
    }
    EXPECT_EQ(block.value, sum / static_cast<double>(block.end - block.first));
  }
  EXPECT_EQ(end, positives.size());
}

}  // namespace
}  // namespace calibrant
