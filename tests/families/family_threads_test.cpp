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
#include "families/pav.hpp"
#include "support/shapes.hpp"

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
      [&](unsigned threads) { return fit_platt(seen, {.threads = threads}); },
      [&](unsigned threads) {
        return fit_platt(seen, {.input = Sigmoid::Input::kLogit, .threads = threads});
      },
      [&](unsigned threads) { return fit_beta(seen, threads); },
      [&](unsigned threads) { return fit_isotonic(seen, {.threads = threads}); },
      [&](unsigned threads) {
        return fit_isotonic(seen, {.interpolate = true, .threads = threads});
      },
  };
  for (const Fit& fit : fits) {
    const Curve one = fit(1);
    for (const unsigned threads : {0U, 2U, 3U, 7U}) {
      EXPECT_EQ(to_json(fit(threads)), to_json(one)) << one.origin().method << ' ' << threads;
    }
  }
}

// Every group a block of its own, pooled as one stretch: the definition of the method.
std::vector<Block> pooled_simply(const Observations& seen) {
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    Block last = {k, k + 1, seen.negatives()[k], seen.positives()[k], 0};
    last.value = last.positives / (last.negatives + last.positives);
    while (!blocks.empty() && blocks.back().value >= last.value) {
      last.first = blocks.back().first;
      last.negatives += blocks.back().negatives;
      last.positives += blocks.back().positives;
      last.value = last.positives / (last.negatives + last.positives);
      blocks.pop_back();
    }
    blocks.push_back(last);
  }
  return blocks;
}

TEST(FamilyThreads, StretchesArePooledAsTheWholeIs) {
  const Observations seen = many_groups();
  // Falling across the ends of stretches, so that blocks span them.
  std::vector<double> falling(seen.positives().begin(), seen.positives().end());
  std::reverse(falling.begin() + 60'000, falling.begin() + 140'000);
  std::vector<double> negatives(falling.size());
  for (std::size_t k = 0; k < falling.size(); ++k) negatives[k] = falling[k] > 0 ? 0 : 1;
  for (double& count : falling) count = count > 0 ? 1 : 0;
  const Observations whole = observe_counts(seen.scores(), negatives, falling);
  const auto expected = pooled_simply(whole);
  const auto found = pool_adjacent_violators(whole.negatives(), whole.positives(), 2);
  ASSERT_EQ(found.size(), expected.size());
  ASSERT_GT(found.size(), 20U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].first, expected[i].first);
    EXPECT_EQ(found[i].end, expected[i].end);
    EXPECT_EQ(found[i].value, expected[i].value);
  }
}

}  // namespace
}  // namespace calibrant
