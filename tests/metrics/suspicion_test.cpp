#include "calibrant/suspicion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

std::vector<Suspicion> suspicions(const Observations& observations) {
  std::vector<Suspicion> found;
  for (const Warning& warning : inspect(observations)) found.push_back(warning.suspicion);
  return found;
}

/// Rows whose labels are drawn from their scores; `direction` -1 turns the scores round.
Observations drawn(std::size_t rows, double factor, double direction, std::uint64_t seed) {
  testing::Random random(seed);
  std::vector<double> scores;
  std::vector<int> labels;
  for (std::size_t i = 0; i < rows; ++i) {
    const double p = random.uniform();
    labels.push_back(random.uniform() < p ? 1 : 0);
    scores.push_back(factor * (direction > 0 ? p : 1 - p));
  }
  return observe(scores, labels);
}

using Found = std::vector<Suspicion>;

TEST(Suspicion, PlainRowsHaveNone) { EXPECT_EQ(suspicions(drawn(200, 1, 1, 1)), Found{}); }

TEST(Suspicion, ReversedScoresAreNamedWithTheirAuc) {
  const auto found = inspect(drawn(500, 1, -1, 2));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].suspicion, Suspicion::kReversed);
  EXPECT_EQ(
      found[0].message,
      "the scores run the wrong way (AUC 0.16): are they the probability of the other class?");
}

// Three standard deviations: 0.13 % of samples, so at most 1 + 4 sqrt(...) of a thousand.
TEST(Suspicion, UselessScoresAreHardlyEverCalledReversed) {
  std::size_t reversed = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    testing::Random random(seed);
    std::vector<double> scores;
    std::vector<int> labels;
    for (int i = 0; i < 120; ++i) {
      scores.push_back(static_cast<double>(random.below(6)));  // ties
      labels.push_back(random.below(4) == 0 ? 1 : 0);
    }
    for (const Suspicion suspicion : suspicions(observe(scores, labels))) {
      reversed += suspicion == Suspicion::kReversed ? 1U : 0U;
    }
  }
  EXPECT_LE(reversed, 6U);
}

TEST(Suspicion, PercentagesAreNamedAndMarginsAreNot) {
  EXPECT_EQ(suspicions(drawn(200, 100, 1, 3)), Found{Suspicion::kPercentages});
  EXPECT_EQ(suspicions(drawn(200, 24, 1, 3)), Found{});     // points of a clinical score
  EXPECT_EQ(suspicions(drawn(200, 850, 1, 3)), Found{});    // a credit score
  EXPECT_EQ(suspicions(drawn(200, -100, -1, 3)), Found{});  // margins below zero
}

TEST(Suspicion, OneClassFewRowsAndEqualScores) {
  const std::vector<double> scores(3, 0.5);
  const auto found = inspect(observe(scores, std::vector<int>{0, 0, 0}));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].message, "all labels are 0, so nothing can be learned about the other class");
  EXPECT_EQ(found[1].message, "only 3 rows: too few to calibrate or to judge (50 are the least)");
  EXPECT_EQ(found[2].message, "all scores equal 0.5, so every row gets the same probability");
}

TEST(Suspicion, FewOfAClassCountsTheRarerOne) {
  std::vector<double> scores;
  std::vector<int> labels;
  for (int i = 0; i < 100; ++i) {
    scores.push_back(i / 100.0);
    labels.push_back(i >= 91 ? 1 : 0);
  }
  const auto found = inspect(observe(scores, labels));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].suspicion, Suspicion::kFewOfAClass);
  EXPECT_EQ(found[0].message,
            "only 9 positives: too few to calibrate or to judge (10 are the least)");
}

TEST(Suspicion, SeveralClassesGetOneWarningOfEachKind) {
  const std::vector<std::string> names = {"'a'", "'b'", "'c'"};
  EXPECT_TRUE(inspect_classes(names, std::vector<double>{20, 20, 10}).empty());
  const auto few = inspect_classes(names, std::vector<double>{9.5, 30, 0});
  ASSERT_EQ(few.size(), 2U);
  EXPECT_EQ(few[0].suspicion, Suspicion::kFewRows);
  EXPECT_EQ(few[0].message, "only 39.5 rows: too few to calibrate or to judge (50 are the least)");
  EXPECT_EQ(few[1].suspicion, Suspicion::kFewOfAClass);
  EXPECT_EQ(few[1].message,
            "2 of 3 classes have fewer than 10 rows ('a' 9.5, 'c' 0): too few to calibrate or to "
            "judge");
  const std::vector<std::string> many(26, "x");
  const auto listed = inspect_classes(many, std::vector<double>(26, 2.0));
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].message,
            "26 of 26 classes have fewer than 10 rows (x 2, x 2, x 2, x 2, x 2, ...): too few to "
            "calibrate or to judge");
}

struct Weighted {
  std::vector<double> weights;
  std::vector<std::uint32_t> labels;

  std::vector<Warning> warnings() const { return inspect_weights(weights, labels); }
};

/// 400 rows, one in eight positive, with the weight that `weigh` gives to a label and a uniform
/// random number.
template <class Weigh>
Weighted weighted(const Weigh& weigh) {
  testing::Random random(7);
  Weighted rows;
  for (std::uint32_t i = 0; i < 400; ++i) {
    rows.labels.push_back(i % 8 == 0 ? 1 : 0);
    rows.weights.push_back(weigh(rows.labels.back(), random.uniform()));
  }
  return rows;
}

TEST(Suspicion, ClassWeights) {
  const auto balanced = weighted([](auto label, double) { return label == 1 ? 4 : 4. / 7; });
  const auto found = balanced.warnings();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].suspicion, Suspicion::kClassWeights);
  EXPECT_EQ(found[0].message,
            "the weights look like class weights (0.571 for each negative, 4 for each positive): "
            "probabilities will be those of data with 50 % positives, and yours have 12.5 %");
  // Kept negatives that stand for those that were not: the classes are less alike than before.
  EXPECT_TRUE(weighted([](auto label, double) { return label == 1 ? 1 : 20; }).warnings().empty());
  // One row of another weight shows that classes have nothing to do with it.
  Weighted mixed = balanced;
  mixed.weights[3] = 1;
  EXPECT_TRUE(mixed.warnings().empty());
  // Rows of weight 0 are not there.
  mixed.weights[3] = 0;
  EXPECT_EQ(mixed.warnings().size(), 1U);
}

TEST(Suspicion, ClassWeightsOfSeveralClasses) {
  Weighted rows;
  for (std::uint32_t i = 0; i < 140; ++i) {
    const std::uint32_t label = i < 80 ? 0 : (i < 120 ? 1 : 2);
    rows.labels.push_back(label);
    rows.weights.push_back(label + 1);
  }
  const auto found = rows.warnings();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].suspicion, Suspicion::kClassWeights);
  rows.weights.assign(140, 2);
  EXPECT_TRUE(rows.warnings().empty());
}

TEST(Suspicion, WeightsThatAreNoCounts) {
  // Inverse probabilities from 1 to 10.
  const auto inverse = weighted([](auto, double u) { return 1 / (0.1 + 0.9 * u); });
  const auto found = inverse.warnings();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].suspicion, Suspicion::kNoCounts);
  const auto equal = weighted([](auto, double) { return 2.5; }).warnings();
  ASSERT_EQ(equal.size(), 1U);
  EXPECT_EQ(equal[0].message,
            "the weights are no counts of rows: they add up to 1000 and tell as much as 400 rows, "
            "so intervals will be too narrow (divide the weights by 2.5)");
  const auto nearly = [](auto, double u) { return u < 0.01 ? 2 : 1 / (0.1 + 0.9 * u); };
  EXPECT_EQ(weighted(nearly).warnings().size(), 1U);
  const auto fine = [](const auto& weigh) { return weighted(weigh).warnings().empty(); };
  EXPECT_TRUE(fine([](auto, double u) { return std::floor(100 * u); }));   // counts
  EXPECT_TRUE(fine([](auto, double u) { return std::pow(0.5, 4 * u); }));  // forgetting
  EXPECT_TRUE(fine([](auto, double u) { return -std::log(1 - u); }));      // replicates
  EXPECT_TRUE(
      fine([](auto, double u) { return u < 0.1 ? 1 : 1 / (0.1 + 0.9 * u); }));  // some whole
  EXPECT_TRUE(
      inspect_weights(std::vector<double>(40, 2.5), std::vector<std::uint32_t>(40)).empty());
  EXPECT_TRUE(inspect_weights({}, {}).empty());
  EXPECT_TRUE(
      inspect_weights(std::vector<double>(60, 1.5e200), std::vector<std::uint32_t>(60)).empty());
}

}  // namespace
}  // namespace calibrant
