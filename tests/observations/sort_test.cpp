// The sort sorts: docs/engineering/sorting.md. Highway 1.0.3 leaves doubles unsorted that lie
// within 2^-52 of a largest value that is tied, so the arrays here are full of such values.
#include "observations/sort.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/observations.hpp"
#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAreArray;

constexpr double kMost = std::numeric_limits<double>::max();

double steps_below(double value, std::size_t steps) {
  for (std::size_t k = 0; k < steps; ++k) value = std::nextafter(value, -kMost);
  return value;
}

// One score of an array whose largest value is tied many times.
struct Kind {
  std::string name;
  std::function<double(testing::Random&)> draw;
};

std::vector<Kind> kinds() {
  using testing::Random;
  return {
      {"ones, and one to eight steps below",
       [](Random& random) { return steps_below(1, random.below(2) * (1 + random.below(8))); }},
      {"nearly all ones",
       [](Random& random) { return steps_below(1, random.below(100) == 0 ? random.below(9) : 0); }},
      {"a saturated classifier",
       [](Random& random) { return 1 - std::exp(-40 * std::abs(random.normal())); }},
      {"tiny numbers, half of them the largest",
       [](Random& random) { return random.below(2) == 0 ? 1e-20 : random.uniform() * 1e-20; }},
      {"subnormal numbers, half of them the largest",
       [](Random& random) {
         return 5e-324 * static_cast<double>(30 - random.below(2) * random.below(30));
       }},
      {"zero, and tiny numbers of both signs below it",
       [](Random& random) {
         return -1e-17 * static_cast<double>(random.below(2) * random.below(9));
       }},
      {"the largest double, and steps below",
       [](Random& random) { return steps_below(kMost, random.below(2) * random.below(9)); }},
      {"two values, next to each other",
       [](Random& random) { return steps_below(0.75, random.below(2)); }},
  };
}

struct Rows {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;
};

Rows draw(const Kind& kind, bool mirrored, std::size_t size, testing::Random& random) {
  Rows rows;
  for (std::size_t i = 0; i < size; ++i) {
    const double score = kind.draw(random);
    rows.scores.push_back(mirrored ? -score : score);
    rows.labels.push_back(static_cast<std::uint8_t>(random.below(2)));
    rows.weights.push_back(static_cast<double>(1 + random.below(4)) / 4);
  }
  return rows;
}

// By definition: sorted with std::sort, equal scores together.
struct Groups {
  std::vector<double> scores;
  std::vector<double> negatives;
  std::vector<double> positives;
};

Groups groups_of(const Rows& rows, bool weighted) {
  Groups groups;
  groups.scores = rows.scores;
  for (double& score : groups.scores) score += 0.0;
  std::sort(groups.scores.begin(), groups.scores.end());
  groups.scores.erase(std::unique(groups.scores.begin(), groups.scores.end()), groups.scores.end());
  groups.negatives.resize(groups.scores.size());
  groups.positives.resize(groups.scores.size());
  for (std::size_t i = 0; i < rows.scores.size(); ++i) {
    const auto k = static_cast<std::size_t>(
        std::lower_bound(groups.scores.begin(), groups.scores.end(), rows.scores[i]) -
        groups.scores.begin());
    // Quarters, so that every order of the rows gives the same sum.
    (rows.labels[i] == 0 ? groups.negatives : groups.positives)[k] +=
        weighted ? rows.weights[i] : 1;
  }
  return groups;
}

void expect_groups(const Observations& seen, const Groups& groups) {
  ASSERT_THAT(seen.scores(), ElementsAreArray(groups.scores));
  ASSERT_THAT(seen.negatives(), ElementsAreArray(groups.negatives));
  ASSERT_THAT(seen.positives(), ElementsAreArray(groups.positives));
}

void expect_sorted(const Kind& kind, bool mirrored, std::size_t size, std::uint64_t seed) {
  SCOPED_TRACE(kind.name + (mirrored ? ", mirrored, " : ", ") + std::to_string(size) + " rows");
  testing::Random random(seed);
  const Rows rows = draw(kind, mirrored, size, random);
  const Groups plain = groups_of(rows, false);
  for (const unsigned threads : {1U, 2U, 3U, 4U}) {
    // Fewer rows go to a single thread.
    if (threads > 1 && size < 50'000) break;
    SCOPED_TRACE(std::to_string(threads) + " threads");
    expect_groups(observe(rows.scores, rows.labels, {}, {.threads = threads}), plain);
  }
  expect_groups(observe(rows.scores, rows.labels, rows.weights), groups_of(rows, true));
}

TEST(Sort, ASortThatFailsIsReplaced) {
  std::vector<std::int64_t> keys = {3, -1, 2, 2};
  sort_checked(std::span(keys), [](std::span<std::int64_t> all) { std::swap(all[0], all[3]); });
  EXPECT_THAT(keys, ElementsAreArray({-1, 2, 2, 3}));
  std::vector<WeightedKey> pairs = {{.weight = 2, .score = 1}, {.weight = 1, .score = 1}};
  sort_checked(std::span(pairs), [](std::span<WeightedKey>) {});
  EXPECT_EQ(pairs[0].weight, 1U) << "equal scores go by weight";
}

TEST(Sort, TiesAtTheMaximumOfEverySmallSize) {
  testing::for_each_target([] {
    for (const Kind& kind : kinds()) {
      for (std::size_t size = 1; size < 600; size += size < 70 ? 1 : 37) {
        for (const bool mirrored : {false, true}) {
          expect_sorted(kind, mirrored, size, size);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  });
}

TEST(Sort, TiesAtTheMaximumOfLargeSizes) {
  testing::for_each_target([] {
    testing::Random random(3);
    for (const Kind& kind : kinds()) {
      for (const std::size_t most : {2'000U, 10'000U, 30'000U}) {
        for (const bool mirrored : {false, true}) {
          expect_sorted(kind, mirrored, 1 + random.below(most), most);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  });
}

TEST(Sort, TiesAtTheMaximumOnSeveralThreads) {
  for (const Kind& kind : kinds()) {
    for (const bool mirrored : {false, true}) {
      expect_sorted(kind, mirrored, 100'000, 5);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace calibrant
