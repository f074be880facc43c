#include "calibrant/histogram.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "calibrant/error.hpp"
#include "helpers/rows.hpp"
#include "helpers/shapes.hpp"
#include "math/beta_posterior.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAre;
constexpr auto kEqualWidth = BinStrategy::kEqualWidth;

Steps steps(const Curve& curve) { return std::get<Steps>(curve.shape()); }

using testing::rows;

std::string option_message(const HistogramOptions& options) {
  try {
    fit_histogram(rows({1, 2}, {0, 1}), options);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Histogram, EqualMass) {
  const Observations seen = rows({1, 2, 3, 4, 5, 6, 7, 8}, {0, 0, 1, 0, 1, 0, 1, 1});
  const Steps two = steps(fit_histogram(seen, {.bins = 2}));
  EXPECT_THAT(two.borders, ElementsAre(4.5));
  EXPECT_THAT(two.values, ElementsAre(2.0 / 6, 4.0 / 6));
  const Steps plain = steps(fit_histogram(seen, {.bins = 4, .smoothing = false}));
  EXPECT_THAT(plain.borders, ElementsAre(2.5, 4.5, 6.5));
  EXPECT_THAT(plain.values, ElementsAre(0, 0.5, 0.5, 1));
}

TEST(Histogram, TiesStayTogetherAndEmptyBinsVanish) {
  // Middles of the groups in weight: 1/8, 4/8 (six rows), 7.5/8.
  const Observations seen = observe_counts(
      std::vector<double>{1, 2, 4}, std::vector<double>{1, 3, 0}, std::vector<double>{0, 3, 1});
  const Steps found = steps(fit_histogram(seen, {.bins = 100}));
  EXPECT_THAT(found.borders, ElementsAre(1.5, 3));
  EXPECT_THAT(found.values, ElementsAre(1.0 / 3, 0.5, 2.0 / 3));
}

// Every whole number of rows per bin: the rounded formula must not lose a row to the bin below.
TEST(Histogram, EqualMassIsExactForWholeShares) {
  for (const std::size_t bins : {1U, 3U, 7U, 10U, 49U, 100U}) {
    for (const std::size_t per_bin : {1U, 2U, 5U, 11U}) {
      std::vector<double> scores;
      std::vector<int> labels;
      for (std::size_t i = 0; i < bins * per_bin; ++i) {
        scores.push_back(static_cast<double>(i));
        labels.push_back(1);
      }
      const Steps found = steps(fit_histogram(rows(scores, labels), {.bins = bins}));
      ASSERT_EQ(found.values.size(), bins);
      for (const double value : found.values) {
        ASSERT_EQ(value, static_cast<double>(per_bin + 1) / static_cast<double>(per_bin + 2));
      }
    }
  }
}

// Groups whose middle lies exactly on an edge between bins belong to the upper one, as in whole
// numbers; x / N * B would round some of them down.
TEST(Histogram, EqualMassAgreesWithWholeNumbers) {
  testing::Random random(13);
  for (std::size_t bins = 1; bins <= 100; ++bins) {
    std::vector<double> scores = {0};
    std::vector<double> counts = {1};
    for (std::size_t k = 1; k < bins; ++k) {
      scores.push_back(static_cast<double>(k));
      counts.push_back(bins % 2 == 0 ? 2 : static_cast<double>(2 * (1 + random.below(3))));
    }
    scores.push_back(static_cast<double>(bins));
    counts.push_back(1);
    const Observations seen =
        observe_counts(scores, std::vector<double>(scores.size(), 0.0), counts);
    const auto total = static_cast<std::size_t>(seen.weight());
    std::vector<double> expected;
    std::size_t before = 0;
    std::size_t bin = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const auto count = static_cast<std::size_t>(counts[k]);
      const std::size_t here = bins * (2 * before + count) / (2 * total);
      if (k > 0 && here != bin) expected.push_back(static_cast<double>(k) - 0.5);
      bin = here;
      before += count;
    }
    ASSERT_EQ(steps(fit_histogram(seen, {.bins = bins})).borders, expected) << bins;
  }
}

TEST(Histogram, EqualWidth) {
  // Cells [0, 2.5) [2.5, 5) [5, 7.5) [7.5, 10]; nothing in the third.
  const Observations seen = rows({0, 1, 2.5, 4, 8, 10}, {0, 0, 1, 0, 1, 1});
  const Steps found =
      steps(fit_histogram(seen, {.bins = 4, .strategy = kEqualWidth, .smoothing = false}));
  EXPECT_THAT(found.borders, ElementsAre(1.75, 6));
  EXPECT_THAT(found.values, ElementsAre(0, 0.5, 1));
}

TEST(Histogram, OneGroupOneClassOneBin) {
  for (const auto strategy : {BinStrategy::kEqualMass, kEqualWidth}) {
    EXPECT_EQ(fit_histogram(rows({3, 3}, {0, 1}), {.strategy = strategy})(7), 0.5);
    EXPECT_EQ(fit_histogram(rows({1, 2}, {0, 0}), {.bins = 1, .strategy = strategy})(1), 0.25);
  }
}

TEST(Histogram, EndsOfTheRangeDoNotOverflow) {
  const Observations seen = rows({-1.7e308, -1e308, 1e308, 1.7e308}, {0, 0, 1, 1});
  const Steps found = steps(fit_histogram(seen, {.bins = 2, .strategy = kEqualWidth}));
  EXPECT_THAT(found.borders, ElementsAre(0));
  const Observations heavy = observe_counts(
      std::vector<double>{1, 2}, std::vector<double>{4e307, 0}, std::vector<double>{0, 4e307});
  EXPECT_THAT(steps(fit_histogram(heavy)).borders, ElementsAre(1.5));
}

TEST(Histogram, ManyMoreBinsThanGroupsCostNothing) {
  const Steps found = steps(fit_histogram(rows({1, 2}, {0, 1}), {.bins = std::size_t{1} << 62U}));
  EXPECT_EQ(found.values.size(), 2U);
}

TEST(Histogram, BandIsTheBetaPosteriorOfEachBin) {
  const Observations seen = rows({1, 2, 3, 4, 5, 6}, {0, 0, 1, 0, 1, 1});
  const Curve curve = fit_histogram(seen, {.bins = 2, .level = 0.9});
  ASSERT_TRUE(curve.band());
  EXPECT_EQ(curve.band()->level, 0.9);
  const Interval first = beta_interval(2, 1, 0.9);
  EXPECT_EQ(curve.interval(1).lower, first.lower);
  EXPECT_EQ(curve.interval(1).upper, first.upper);
  EXPECT_EQ(curve.interval(6).lower, beta_interval(1, 2, 0.9).lower);
  EXPECT_FALSE(fit_histogram(seen).band());
}

TEST(Histogram, BadOptionsAreNamed) {
  EXPECT_EQ(option_message({.bins = 0}), "bins: 0 is not a positive finite number");
  EXPECT_EQ(option_message({.level = 1.0}), "level: 1 is not strictly between 0 and 1");
  EXPECT_EQ(option_message({.level = 0.0}), "level: 0 is not strictly between 0 and 1");
  EXPECT_EQ(option_message({.level = std::nan("")}), "level: nan is not strictly between 0 and 1");
}

TEST(Histogram, OriginTellsOfTheData) {
  const Origin origin = fit_histogram(rows({1, 1, 2, 3}, {0, 1, 0, 0})).origin();
  EXPECT_EQ(origin.method, "histogram");
  EXPECT_EQ(origin.weight, 4);
  EXPECT_EQ(origin.groups, 3U);
  EXPECT_EQ(origin.scores->low, 1);
  EXPECT_EQ(origin.scores->high, 3);
  EXPECT_EQ(origin.prevalence, 0.25);
  // Bins of equal width are the same whether or not anyone counted the distinct scores.
  EXPECT_FALSE(fit_histogram(rows({1, 2}, {0, 1}), {.strategy = kEqualWidth}).origin().groups);
}

// The way without sorting gives the very curve of the way through observe().
TEST(HistogramRows, AreTheSameCurve) {
  testing::Random random(29);
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t size = trial == 0 ? 120'000 : 1 + random.below(60);
    const std::size_t distinct = 1 + random.below(trial % 3 == 0 ? 4 : 100'000);
    const double unit = trial % 5 == 0 ? 1e303 : 1;
    std::vector<double> scores;
    std::vector<std::uint8_t> labels;
    for (std::size_t i = 0; i < size; ++i) {
      scores.push_back((static_cast<double>(random.below(distinct)) / 7 - 0.5) * unit);
      labels.push_back(static_cast<std::uint8_t>(random.below(2)));
    }
    if (trial % 4 == 0) scores[0] = -0.0;
    const Observations seen = observe(scores, labels);
    for (const auto strategy : {kEqualWidth, BinStrategy::kEqualMass}) {
      for (const std::size_t bins : {1U, 2U, 10U, 5000U}) {
        HistogramOptions options = {
            .bins = bins, .strategy = strategy, .smoothing = trial % 2 == 0, .level = 0.9};
        const Curve expected = fit_histogram(seen, options);
        for (const unsigned threads : {0U, 1U, 3U}) {
          options.execution.threads = threads;
          const Curve found = fit_histogram(scores, labels, options);
          ASSERT_EQ(steps(found).borders, steps(expected).borders);
          ASSERT_EQ(steps(found).values, steps(expected).values);
          ASSERT_EQ(found.band()->lower, expected.band()->lower);
          ASSERT_EQ(found.origin().weight, expected.origin().weight);
          ASSERT_EQ(found.origin().groups, expected.origin().groups);
          ASSERT_EQ(found.origin().scores->low, expected.origin().scores->low);
          ASSERT_EQ(found.origin().scores->high, expected.origin().scores->high);
          ASSERT_EQ(found.origin().prevalence, expected.origin().prevalence);
        }
      }
    }
  }
}

TEST(HistogramRows, BadRowsAndOptionsAreNamed) {
  const auto message = [](std::vector<double> scores, std::vector<std::uint8_t> labels,
                          std::size_t bins) -> std::string {
    try {
      fit_histogram(scores, labels, {.bins = bins, .strategy = kEqualWidth});
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_EQ(message({1, std::nan("")}, {0, 1}, 3), "scores[1]: nan is not a finite number");
  EXPECT_EQ(message({1, 2}, {0, 7}, 3), "labels[1]: 7 is not a label (0 or 1)");
  EXPECT_EQ(message({1}, {0, 1}, 3), "labels: has 2 elements (scores has 1)");
  EXPECT_EQ(message({}, {}, 3), "scores: is empty (nothing observed)");
  EXPECT_EQ(message({1, 2}, {0, 1}, 0), "bins: 0 is not a positive finite number");
}

}  // namespace
}  // namespace calibrant
