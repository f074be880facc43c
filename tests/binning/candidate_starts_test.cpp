#include "binning/candidate_starts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace calibrant {
namespace {

using ::testing::ElementsAre;

struct Start {
  double negatives;
  double positives;
  double height;
};

/// The starts that are left when each has been added and the plain cases been dropped.
std::vector<std::size_t> left_of(const std::vector<Start>& starts) {
  CandidateStarts candidates(10, 1);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    candidates.add(i, starts[i].negatives, starts[i].positives, starts[i].height, 0);
    candidates.prune_before_newest();
  }
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < candidates.size(); ++i) left.push_back(candidates.start(i));
  return left;
}

TEST(CandidateStarts, OlderAndLowerIsDropped) {
  EXPECT_THAT(left_of({{0, 0, -1}, {1, 1, 0}}), ElementsAre(1));
  EXPECT_THAT(left_of({{0, 0, -2}, {1, 1, -3}, {2, 2, -1}}), ElementsAre(2));
  EXPECT_THAT(left_of({{0, 0, 0}, {1, 1, -1}}), ElementsAre(0, 1));
  // Heights that rounding might have made differ say nothing.
  EXPECT_THAT(left_of({{0, 0, 0}, {1, 1, 1e-14}}), ElementsAre(0, 1));
}

// From 2 to 6 positives the heights of the outer two fall from 0 to -4: at 3 their line is at -1.
TEST(CandidateStarts, BelowTheLineOfItsRunIsDropped) {
  EXPECT_THAT(left_of({{5, 2, 0}, {5, 3, -1.1}, {5, 6, -4}}), ElementsAre(0, 2));
  EXPECT_THAT(left_of({{5, 2, 0}, {5, 3, -0.9}, {5, 6, -4}}), ElementsAre(0, 1, 2));
  EXPECT_THAT(left_of({{2, 5, 0}, {3, 5, -1.1}, {6, 5, -4}}), ElementsAre(0, 2));
  EXPECT_THAT(left_of({{2, 5, 0}, {3, 5, -0.9}, {6, 5, -4}}), ElementsAre(0, 1, 2));
  EXPECT_THAT(left_of({{5, 2, -3}, {5, 3, -4.1}, {5, 6, -7}}), ElementsAre(0, 2));
}

TEST(CandidateStarts, WithBothClassesThereIsNoRun) {
  EXPECT_THAT(left_of({{5, 2, 0}, {5, 3, -3}, {6, 6, -4}}), ElementsAre(0, 1, 2));
  EXPECT_THAT(left_of({{2, 5, 0}, {3, 6, -3}, {6, 6, -4}}), ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace calibrant
