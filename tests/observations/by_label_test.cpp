#include "observations/by_label.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibrant/error.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAreArray;

// Counts from the definition: every row looked at for every score.
void expect_counts(const Observations& seen, const LargeArray& negatives,
                   const LargeArray& positives) {
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const double score = seen.scores()[k];
    if (k > 0) {
      ASSERT_LT(seen.scores()[k - 1], score);
    }
    ASSERT_EQ(seen.negatives()[k], std::count(negatives.begin(), negatives.end(), score));
    ASSERT_EQ(seen.positives()[k], std::count(positives.begin(), positives.end(), score));
    ASSERT_GT(seen.negatives()[k] + seen.positives()[k], 0);
  }
  EXPECT_EQ(seen.negative_weight(), static_cast<double>(negatives.size()));
  EXPECT_EQ(seen.positive_weight(), static_cast<double>(positives.size()));
  EXPECT_TRUE(seen.whole());
}

TEST(ObserveByLabel, CountsEveryScoreWithAnyNumberOfThreads) {
  testing::Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t distinct = 1 + random.below(trial % 3 == 0 ? 5 : 200);
    LargeArray negatives(random.below(60));
    LargeArray positives(random.below(60));
    for (auto* scores : {&negatives, &positives}) {
      for (double& score : *scores) score = static_cast<double>(random.below(distinct)) - 2;
    }
    if (negatives.empty() && positives.empty()) continue;
    const Observations one = observe_by_label(negatives, positives, 1);
    expect_counts(one, negatives, positives);
    for (const unsigned threads : {2U, 3U, 8U}) {
      const Observations seen = observe_by_label(negatives, positives, threads);
      EXPECT_THAT(seen.scores(), ElementsAreArray(one.scores()));
      EXPECT_THAT(seen.negatives(), ElementsAreArray(one.negatives()));
      EXPECT_THAT(seen.positives(), ElementsAreArray(one.positives()));
    }
  }
}

TEST(ObserveByLabel, NothingAtAllIsRefused) {
  try {
    observe_by_label({}, {}, 2);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "scores: is empty (nothing observed)");
  }
}

}  // namespace
}  // namespace calibrant
