// Comparisons from C++; tests/cli/compare_test.cpp recomputes their numbers.
#include "calibrant/compare.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "calibrant/error.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/report.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::message_of;
using ::testing::StartsWith;

/// Scores that are too high: the truth is their square.
ScoredRows too_high(std::size_t n, std::uint64_t seed = 1) {
  testing::Random random(seed);
  ScoredRows rows = {.scores = {}, .labels = {}};
  for (std::size_t i = 0; i < n; ++i) {
    rows.scores.push_back(random.uniform());
    rows.labels.push_back(random.uniform() < rows.scores[i] * rows.scores[i] ? 1 : 0);
  }
  return rows;
}

TEST(CompareMethods, OnATestSampleEveryMethodIsFittedOnceAndMeasuredThere) {
  const ScoredRows train = too_high(500);
  const ScoredRows test = too_high(400, 2);
  const Comparison found = compare(train, test, {.methods = {"raw", "isotonic"}});
  EXPECT_EQ(found.folds, 0U);
  ASSERT_EQ(found.contestants.size(), 2U);
  EXPECT_EQ(found.contestants[0].name, "isotonic");  // by log loss
  const std::vector<std::uint8_t> fitted(train.labels.begin(), train.labels.end());
  const std::vector<std::uint8_t> measured(test.labels.begin(), test.labels.end());
  const auto p = apply(fit_method("isotonic", observe(train.scores, fitted)), test.scores);
  EXPECT_EQ(found.contestants[0].probabilities, p);
  EXPECT_EQ(found.contestants[0].estimates[0].value, evaluate(p, measured).log_loss);
  EXPECT_EQ(found.contestants[1].probabilities, test.scores);
}

TEST(CompareMethods, TwoClassesInTwoColumnsAreRankedAlike) {
  const ScoredRows one = too_high(300);
  ScoredRows two = {.classes = {"no", "yes"}, .scores = {}, .labels = one.labels};
  for (const double s : one.scores) two.scores.insert(two.scores.end(), {1 - s, s});
  const CompareOptions options = {.methods = {"raw", "platt"}, .folds = 5};
  const Comparison a = compare(one, {}, options);
  const Comparison b = compare(two, {}, options);
  ASSERT_EQ(a.contestants[1].name, "raw");
  ASSERT_EQ(b.contestants[1].name, "raw");
  EXPECT_NEAR(*a.contestants[1].estimates[0].value, *b.contestants[1].estimates[0].value, 1e-12);
  EXPECT_NEAR(a.over_raw->difference, b.over_raw->difference, 0.02);
}

TEST(CompareMethods, FewRowsMakeFewerFoldsUnlessTheyWereAskedFor) {
  const Comparison found = compare(too_high(8), {}, {.methods = {"platt", "raw"}});
  EXPECT_EQ(found.folds, 8U);
  EXPECT_THAT(found.notes, ElementsAre("8 folds instead of 10, because there are 8 rows"));
  EXPECT_EQ(message_of<OptionError>([] { compare(too_high(8), {}, {.folds = 9}); }),
            "folds: 9 is more than there are rows (8)");
  EXPECT_EQ(message_of<OptionError>([] { compare(too_high(1)); }),
            "folds: 10 is more than there are rows (1)");
}

TEST(CompareMethods, LeavesOutWhatNeedsProbabilities) {
  ScoredRows rows = too_high(60);
  rows.scores[7] = 2;
  const Comparison found = compare(rows, {}, {.methods = {"raw", "beta", "platt"}, .folds = 3});
  EXPECT_THAT(found.left_out, ElementsAre("raw", "beta"));
  EXPECT_THAT(found.notes,
              ElementsAre("left out, because not all scores are probabilities: raw, beta"));
  EXPECT_EQ(message_of<InputError>([&] { compare(rows, {}, {.methods = {"beta"}}); }),
            "scores: no method is left: beta need probabilities (scores from 0 to 1)");
}

TEST(CompareMethods, RefusesWhatItCannotUse) {
  ScoredRows rows = too_high(60);
  EXPECT_THAT(message_of<OptionError>([&] { compare(rows, {}, {.methods = {"plat"}}); }),
              StartsWith("methods: 'plat' is not one of auto, abb, "));
  EXPECT_EQ(message_of<OptionError>([&] {
              compare(rows, {}, {.methods = {"raw", "raw"}});
            }),
            "methods: raw is named twice");
  EXPECT_THAT(message_of<OptionError>([&] { compare(rows, rows, {.folds = 3}); }),
              StartsWith("folds: is for one sample"));
  EXPECT_THAT(message_of<InputError>([&] {
                compare(rows, ScoredRows{{"a", "b"}, {1, 0}, {0}});
              }),
              StartsWith("test_classes: "));
  EXPECT_EQ(message_of<InputError>([] { compare({.scores = {}, .labels = {}}); }),
            "scores: is empty (nothing observed)");
  rows.labels[3] = 2;
  EXPECT_EQ(message_of<InputError>([&] { compare(rows); }), "labels[3]: 2 is not a label (0 or 1)");
  rows.labels[3] = 1;
  rows.scores[5] = NAN;
  EXPECT_EQ(message_of<InputError>([&] { compare(rows); }),
            "scores[5]: nan is not a finite number");
  rows.scores[5] = 0.5;
  rows.weights.assign(60, 0);
  EXPECT_EQ(message_of<InputError>([&] { compare(rows); }), "scores: is empty (nothing observed)");
  rows.weights.resize(59);
  EXPECT_EQ(message_of<InputError>([&] { compare(rows); }),
            "weights: has 59 elements (labels has 60)");
}

TEST(CompareMethods, SaysTheSameAsTextJsonFragmentAndPage) {
  const Comparison found = compare(too_high(400), {}, {.methods = {"raw", "platt"}, .folds = 4});
  const std::string recommended = "Recommended: platt. platt's log loss is lower than that of the";
  EXPECT_THAT(to_text(found), HasSubstr(recommended));
  EXPECT_THAT(to_fragment(found), HasSubstr("<td style=\"text-align:left\">clearly worse</td>"));
  EXPECT_EQ(nlohmann::json::parse(to_json(found))["recommended"], "platt");
  const std::string page = to_page(found);
  EXPECT_THAT(page, HasSubstr("<title>Calibration report</title>"));
  EXPECT_THAT(page, HasSubstr("Calibrated with platt"));
  const testing::Matrix matrix = testing::draw_matrix(90, 3, 2);
  const Comparison several =
      compare({.classes = testing::letters(3), .scores = matrix.scores, .labels = matrix.labels},
              {}, {.methods = {"raw", "platt"}, .folds = 3});
  EXPECT_THAT(to_text(several), StartsWith("90 rows in 3 folds (all measures: all folds together"));
  const std::string classes = to_page(several);
  EXPECT_THAT(classes, HasSubstr("Your scores are off by more than chance."));
  EXPECT_THAT(classes, HasSubstr("Calibrated with platt"));
  EXPECT_THAT(classes, HasSubstr("All methods"));
  EXPECT_THAT(classes, HasSubstr("Which classes are confused"));
}

}  // namespace
}  // namespace calibrant
