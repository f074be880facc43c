#include "study/ranks.hpp"

#include <gmock/gmock.h>

namespace calibrant::experiments {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

TEST(Ranks, TiesShareTheirRanks) {
  EXPECT_THAT(mean_ranks({{0.1, 0.3, 0.2}, {0.5, 0.5, 0.1}}),
              ElementsAre(DoubleEq(1.75), DoubleEq(2.75), DoubleEq(1.5)));
}

// Demsar (2006), section 3.2.4: four classifiers on 14 data sets.
TEST(Ranks, CriticalDifferenceOfThePaperThatMadeItCommon) {
  EXPECT_NEAR(critical_difference(4, 14), 1.25, 0.01);
}

}  // namespace
}  // namespace calibrant::experiments
