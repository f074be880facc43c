// Rows enough for threads, and for huge pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "calibrant/observations.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAreArray;

TEST(ObserveThreads, ManyRowsGiveTheSameBitsForAnyNumberOfThreads) {
  testing::Random random(7);
  std::vector<double> scores(400'000);
  std::vector<std::uint8_t> labels(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = static_cast<double>(random.below(300'000)) / 300'000 - 0.5;
    labels[i] = static_cast<std::uint8_t>(random.below(2));
  }
  const Observations one = observe(scores, labels, {}, {.threads = 1});
  EXPECT_EQ(one.weight(), static_cast<double>(scores.size()));
  for (const unsigned threads : {0U, 2U, 5U}) {
    const Observations seen = observe(scores, labels, {}, {.threads = threads});
    EXPECT_THAT(seen.scores(), ElementsAreArray(one.scores()));
    EXPECT_THAT(seen.negatives(), ElementsAreArray(one.negatives()));
    EXPECT_THAT(seen.positives(), ElementsAreArray(one.positives()));
  }
}

}  // namespace
}  // namespace calibrant
