#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "calibrant/abb.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/observations.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::message_of;

void expect_same(const Observations& a, const Observations& b) {
  EXPECT_THAT(a.scores(), ElementsAreArray(b.scores()));
  EXPECT_THAT(a.negatives(), ElementsAreArray(b.negatives()));
  EXPECT_THAT(a.positives(), ElementsAreArray(b.positives()));
  EXPECT_EQ(a.negative_weight(), b.negative_weight());
  EXPECT_EQ(a.positive_weight(), b.positive_weight());
  EXPECT_EQ(a.whole(), b.whole());
}

TEST(Merge, CountsOfEqualScoresAddUp) {
  const auto a = observe(std::array{0.1, 0.5, 0.5}, std::array<int, 3>{0, 1, 0});
  const auto b = observe(std::array{0.5, 0.9}, std::array<int, 2>{1, 1});
  const auto both = merge(a, b);
  EXPECT_THAT(both.scores(), ElementsAre(0.1, 0.5, 0.9));
  EXPECT_THAT(both.negatives(), ElementsAre(1, 1, 0));
  EXPECT_THAT(both.positives(), ElementsAre(0, 2, 1));
  EXPECT_EQ(both.weight(), 5);
  expect_same(merge(b, a), both);
}

TEST(Merge, IsObservingAllRowsAtOnceToTheBit) {
  for (const std::size_t levels : {7U, 100'000U}) {  // many ties, and few
    testing::Random random(levels);
    std::vector<double> scores;
    std::vector<int> labels;
    std::vector<double> weights;
    for (int i = 0; i < 1000; ++i) {
      scores.push_back(static_cast<double>(random.below(levels)) / static_cast<double>(levels));
      labels.push_back(static_cast<int>(random.below(2)));
      weights.push_back(static_cast<double>(random.below(4)));
    }
    weights.front() = weights.back() = 2;  // a part of weight 0 would be nothing observed
    const std::span all_scores(scores);
    const std::span<const int> all_labels(labels);
    const std::span all_weights(weights);
    for (const std::size_t cut : {1U, 500U, 999U}) {
      expect_same(merge(observe(all_scores.first(cut), all_labels.first(cut)),
                        observe(all_scores.subspan(cut), all_labels.subspan(cut))),
                  observe(scores, labels));
      expect_same(
          merge(
              observe(all_scores.first(cut), all_labels.first(cut), all_weights.first(cut)),
              observe(all_scores.subspan(cut), all_labels.subspan(cut), all_weights.subspan(cut))),
          observe(scores, labels, weights));
    }
  }
}

TEST(Merge, AFitToMergedObservationsIsTheFitToAllRows) {
  const auto sample = testing::draw(testing::Shape::kStepped, 800);
  const std::span<const double> scores(sample.scores);
  const std::span<const std::uint8_t> labels(sample.labels);
  const auto merged = merge(observe(scores.first(300), labels.first(300)),
                            observe(scores.subspan(300), labels.subspan(300)));
  EXPECT_EQ(to_json(fit_abb(merged, {.level = 0.9})),
            to_json(fit_abb(observe(scores, labels), {.level = 0.9})));
}

TEST(Reweigh, MultipliesEveryWeight) {
  const auto seen = observe(std::array{0.1, 0.5, 0.5}, std::array<int, 3>{0, 1, 0});
  const auto half = reweigh(seen, 0.5);
  EXPECT_THAT(half.scores(), ElementsAre(0.1, 0.5));
  EXPECT_THAT(half.negatives(), ElementsAre(0.5, 0.5));
  EXPECT_THAT(half.positives(), ElementsAre(0, 0.5));
  EXPECT_FALSE(half.whole());
  expect_same(reweigh(seen, 1), seen);
  expect_same(reweigh(seen, 3), observe(std::array{0.1, 0.5, 0.5}, std::array<int, 3>{0, 1, 0},
                                        std::array{3., 3., 3.}));
}

TEST(Reweigh, WhatVanishesIsDropped) {
  const auto seen =
      observe_counts(std::array{0.1, 0.5}, std::array{1e-300, 1.0}, std::array{0., 0.});
  EXPECT_THAT(reweigh(seen, 1e-100).scores(), ElementsAre(0.5));
  const auto tiny = observe_counts(std::array{0.1}, std::array{1e-300}, std::array{0.0});
  EXPECT_EQ(message_of<InputError>([&] { reweigh(tiny, 1e-100); }),
            "weights: are all zero (nothing observed)");
}

TEST(Reweigh, TheFactorIsPositive) {
  const auto seen = observe(std::array{0.1}, std::array<int, 1>{0});
  EXPECT_EQ(message_of<OptionError>([&] { reweigh(seen, 0); }),
            "factor: 0 is not a positive finite number");
  EXPECT_EQ(message_of<OptionError>([&] { reweigh(seen, -1); }),
            "factor: -1 is not a positive finite number");
}

}  // namespace
}  // namespace calibrant
