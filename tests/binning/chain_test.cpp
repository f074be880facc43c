#include "binning/chain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace calibrant {
namespace {

using ::testing::ElementsAre;

// exp(-lambda gap) to stay, the rest to jump: from the definition, gap by gap.
TEST(Chain, StaysAndJumpsAreThoseOfTheGapBefore) {
  const std::vector<double> scores = {1, 2, 3, 4};
  const Observations seen =
      observe_counts(scores, std::vector<double>{5, 0, 2, 1}, std::vector<double>{0, 3, 1, 4});
  const std::vector<double> gaps = {0, 0.5, 0.5};
  const Chain forward = make_chain(seen, gaps, 2, /*backward=*/false);
  EXPECT_THAT(forward.negatives, ElementsAre(5, 0, 2, 1));
  EXPECT_THAT(forward.positives, ElementsAre(0, 3, 1, 4));
  // A gap of nothing is never a boundary, though it comes first.
  EXPECT_THAT(forward.stay, ElementsAre(1, 1, std::exp(-1.0), std::exp(-1.0)));
  EXPECT_THAT(forward.jump, ElementsAre(0, 0, -std::expm1(-1.0), -std::expm1(-1.0)));
  const Chain backward = make_chain(seen, gaps, 2, /*backward=*/true);
  EXPECT_THAT(backward.negatives, ElementsAre(1, 2, 0, 5));
  EXPECT_THAT(backward.positives, ElementsAre(4, 1, 3, 0));
  EXPECT_THAT(backward.stay, ElementsAre(1, std::exp(-1.0), std::exp(-1.0), 1));
  EXPECT_THAT(backward.jump, ElementsAre(0, -std::expm1(-1.0), -std::expm1(-1.0), 0));
}

}  // namespace
}  // namespace calibrant
