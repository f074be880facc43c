#include "math/join_neighbours.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

GroupArrays drawn_groups(std::size_t count) {
  testing::Random random(3);
  GroupArrays groups;
  double place = -1e3;
  for (std::size_t k = 0; k < count; ++k) {
    place += 1e-6 + random.uniform();
    groups.add(place, random.uniform(), random.uniform());
  }
  return groups;
}

// From the definition: sums, and the weighted mean of the places.
TEST(JoinNeighbours, SumsAndMeansAreThoseOfTheRuns) {
  const GroupArrays groups = drawn_groups(1000);
  std::size_t next = 0;
  join_neighbours(
      groups.view(), [](const JoinedGroup& joined, std::size_t k) { return k < joined.first + 7; },
      [&](const JoinedGroup& joined) {
        ASSERT_EQ(joined.first, next);
        ASSERT_EQ(joined.end, std::min<std::size_t>(next + 7, 1000));
        long double negatives = 0;
        long double positives = 0;
        long double moment = 0;
        for (; next < joined.end; ++next) {
          negatives += groups.negatives[next];
          positives += groups.positives[next];
          moment += (groups.negatives[next] + groups.positives[next]) *
                    static_cast<long double>(groups.places[next]);
        }
        EXPECT_NEAR(joined.negatives, static_cast<double>(negatives), 1e-14);
        EXPECT_NEAR(joined.positives, static_cast<double>(positives), 1e-14);
        EXPECT_NEAR(joined.place, static_cast<double>(moment / (negatives + positives)), 1e-12);
      });
  EXPECT_EQ(next, 1000U);
}

TEST(JoinNeighbours, AGroupAloneStaysAsItIs) {
  const GroupArrays groups = drawn_groups(50);
  GroupArrays same;
  join_neighbours(
      groups.view(), [](const JoinedGroup&, std::size_t) { return false; },
      [&](const JoinedGroup& joined) {
        same.add(joined.place, joined.negatives, joined.positives);
      });
  EXPECT_EQ(same.places, groups.places);
  EXPECT_EQ(same.negatives, groups.negatives);
  EXPECT_EQ(same.positives, groups.positives);
}

TEST(JoinNeighbours, AnOverflowStaysAmongThePlaces) {
  const std::vector<double> places = {-1e308, 0, 1e308};
  const std::vector<double> weights = {1, 2, 3};
  join_neighbours(
      GroupView{places, weights, weights}, [](const JoinedGroup&, std::size_t) { return true; },
      [&](const JoinedGroup& joined) {
        EXPECT_GE(joined.place, -1e308);
        EXPECT_LE(joined.place, 1e308);
      });
}

}  // namespace
}  // namespace calibrant
