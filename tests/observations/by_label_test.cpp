#include "calibrant/observations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "calibrant/error.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAreArray;

// Counts from the definition: every row looked at for every score.
void expect_counts(const Observations& seen, const std::vector<double>& negatives,
                   const std::vector<double>& positives) {
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
    std::vector<double> negatives(random.below(60));
    std::vector<double> positives(random.below(60));
    for (auto* scores : {&negatives, &positives}) {
      for (double& score : *scores) score = static_cast<double>(random.below(distinct)) - 2;
    }
    if (negatives.empty() && positives.empty()) continue;
    const Observations one = observe_by_label(negatives, positives, {.threads = 1});
    expect_counts(one, negatives, positives);
    for (const unsigned threads : {2U, 3U, 8U}) {
      const Observations seen = observe_by_label(negatives, positives, {.threads = threads});
      EXPECT_THAT(seen.scores(), ElementsAreArray(one.scores()));
      EXPECT_THAT(seen.negatives(), ElementsAreArray(one.negatives()));
      EXPECT_THAT(seen.positives(), ElementsAreArray(one.positives()));
    }
  }
}

TEST(ObserveByLabel, ZeroHasOneSign) {
  const Observations seen = observe_by_label(std::vector{-0.0, 1.0}, std::vector{0.0});
  EXPECT_THAT(seen.scores(), ElementsAreArray({0.0, 1.0}));
  EXPECT_FALSE(std::signbit(seen.scores()[0]));
}

TEST(ObserveByLabel, BadRowsAreNamed) {
  const double nan = std::nan("");
  const auto message = [](const std::vector<double>& negatives,
                          const std::vector<double>& positives) {
    return testing::message_of([&] { observe_by_label(negatives, positives, {.threads = 2}); });
  };
  EXPECT_EQ(message({}, {}), "scores: is empty (nothing observed)");
  EXPECT_EQ(message({1, nan}, {nan}), "negatives[1]: nan is not a finite number");
  EXPECT_EQ(message({1}, {2, INFINITY}), "positives[1]: inf is not a finite number");
}

}  // namespace
}  // namespace calibrant
