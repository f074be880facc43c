// Bootstrap intervals beside a plain bootstrap, and what they promise: coverage, the same bits on
// any number of threads and in any order of rows, weights as copies.
#include "calibrant/bootstrap.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "calibrant/error.hpp"
#include "helpers/scorecard.hpp"
#include "helpers/shapes.hpp"
#include "metrics/measure_table.hpp"
#include "metrics/measures.hpp"
#include "metrics/resample.hpp"

namespace calibrant {
namespace {

using ::testing::HasSubstr;
using testing::Random;
using testing::Rows;

/// Labels drawn from uniform p; the log odds of the probabilities are those of p, times `slope`.
Rows draw_rows(std::size_t n, double slope, std::uint64_t seed) {
  Random random(seed);
  Rows rows;
  for (std::size_t i = 0; i < n; ++i) {
    const double p = random.uniform();
    rows.labels.push_back(random.uniform() < p ? 1 : 0);
    const double odds = std::pow(p / (1 - p), slope);
    rows.probabilities.push_back(odds / (1 + odds));
  }
  return rows;
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Rows drawn one by one, evaluate() on each sample: what the fast version must amount to.
struct PlainBootstrap {
  std::vector<Scorecard> cards;

  PlainBootstrap(const Rows& rows, std::size_t repeats) {
    Random random(7);
    const std::size_t n = rows.labels.size();
    for (std::size_t r = 0; r < repeats; ++r) {
      Rows drawn;
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t row = random.below(n);
        drawn.probabilities.push_back(rows.probabilities[row]);
        drawn.labels.push_back(rows.labels[row]);
      }
      cards.push_back(evaluate(drawn.probabilities, drawn.labels, {}, {.exact_p = false}));
    }
  }

  std::vector<double> values(const Measure& measure) const {
    std::vector<double> result;
    for (const Scorecard& card : cards) result.push_back(measure.value(card).value());
    std::sort(result.begin(), result.end());
    return result;
  }
};

TEST(Bootstrap, AgreesWithAPlainBootstrap) {
  const Rows rows = draw_rows(400, 1.5, 3);
  constexpr std::size_t kRepeats = 2000;
  const PlainBootstrap plain(rows, kRepeats);
  const auto fast = bootstrap(rows.probabilities, rows.labels, {}, {.repeats = kRepeats});
  for (const Measure& measure : measures()) {
    SCOPED_TRACE(measure.name);
    const std::vector<double> values = plain.values(measure);
    double mean = 0;
    for (const double value : values) mean += value / kRepeats;
    double variance = 0;
    for (const double value : values) variance += (value - mean) * (value - mean) / (kRepeats - 1);
    const double deviation = std::sqrt(variance);
    const auto interval = (fast.*measure.interval).value();
    // Two quantiles of 2000 replicates differ by chance by 0.08 standard deviations.
    EXPECT_NEAR(interval.standard_error / deviation, 1, 0.1);
    if (measure.name == "uncertainty") continue;  // comes from the prevalence's interval
    EXPECT_NEAR((interval.upper - values[1949]) / deviation, 0, 0.35);
    if (measure.kind == IntervalKind::kQuantiles) {
      EXPECT_NEAR((interval.lower - values[49]) / deviation, 0, 0.35);
    }
  }
}

/// Of 100 samples, how many intervals hold the truth? Binomial(100, 0.95) is below 87 with a chance
/// of 0.0004.
void expect_coverage(double slope) {
  const Rows population = draw_rows(1'000'000, slope, 99);
  const Scorecard truth = evaluate(population.probabilities, population.labels);
  constexpr int kSamples = 100;
  std::vector<int> covered(measures().size());
  for (int sample = 0; sample < kSamples; ++sample) {
    const Rows rows = draw_rows(300, slope, 1000 + static_cast<std::uint64_t>(sample));
    const auto found = bootstrap(rows.probabilities, rows.labels, {}, {.repeats = 200});
    for (std::size_t m = 0; m < measures().size(); ++m) {
      const double wanted = measures()[m].value(truth).value();
      const auto interval = (found.*measures()[m].interval).value();
      covered[m] += interval.lower <= wanted && wanted <= interval.upper ? 1 : 0;
    }
  }
  for (std::size_t m = 0; m < measures().size(); ++m) {
    EXPECT_GE(covered[m], 87) << measures()[m].name;
  }
}

TEST(Bootstrap, CoversTheTruthOfCalibratedProbabilities) { expect_coverage(1); }
TEST(Bootstrap, CoversTheTruthOfOverconfidentProbabilities) { expect_coverage(2); }

TEST(Bootstrap, ByChanceTellsNoiseFromMiscalibration) {
  const Rows good = draw_rows(2000, 1, 5);
  const Rows bad = draw_rows(2000, 2, 5);
  const Scorecard good_card = evaluate(good.probabilities, good.labels);
  const Scorecard bad_card = evaluate(bad.probabilities, bad.labels);
  const auto good_found = bootstrap(good.probabilities, good.labels, {}, {.repeats = 200});
  const auto bad_found = bootstrap(bad.probabilities, bad.labels, {}, {.repeats = 200});
  EXPECT_LT(good_card.ece, good_found.ece->by_chance.value());
  EXPECT_EQ(good_found.ece->lower, 0);
  EXPECT_GT(bad_card.ece, bad_found.ece->by_chance.value());
  EXPECT_GT(bad_found.ece->lower, bad_found.ece->by_chance.value());
  EXPECT_EQ(good_found.brier->by_chance, std::nullopt);
}

TEST(Bootstrap, ThreadsAndOrderOfRowsChangeNoBit) {
  Rows rows = draw_rows(3000, 1.3, 8);
  Random random(9);
  for (std::size_t i = 0; i < 3000; ++i) rows.weights.push_back(random.uniform() * 3);
  const auto one = bootstrap(rows.probabilities, rows.labels, rows.weights,
                             {.repeats = 50, .execution = {.threads = 1}});
  for (const unsigned threads : {2U, 7U}) {
    EXPECT_EQ(one, bootstrap(rows.probabilities, rows.labels, rows.weights,
                             {.repeats = 50, .execution = {.threads = threads}}));
  }
  const Rows other = shuffled(rows, random);
  EXPECT_EQ(one, bootstrap(other.probabilities, other.labels, other.weights, {.repeats = 50}));
  EXPECT_NE(one,
            bootstrap(rows.probabilities, rows.labels, rows.weights, {.repeats = 50, .seed = 2}));
}

TEST(Bootstrap, WeightIsCopies) {
  Rows weighted = draw_rows(300, 1, 4);
  Rows copied;
  for (std::size_t i = 0; i < 300; ++i) {
    weighted.weights.push_back(static_cast<double>(1 + i % 3));
    for (std::size_t copy = 0; copy <= i % 3; ++copy) {
      copied.probabilities.push_back(weighted.probabilities[i]);
      copied.labels.push_back(weighted.labels[i]);
    }
  }
  EXPECT_EQ(bootstrap(weighted.probabilities, weighted.labels, weighted.weights, {.repeats = 20}),
            bootstrap(copied.probabilities, copied.labels, {}, {.repeats = 20}));
}

TEST(Bootstrap, JoiningNeighboursMovesTheEndsLessThanChanceDoes) {
  for (const double slope : {1.0, 2.0}) {
    const Rows rows = draw_rows(20'000, slope, 11);
    const Observations seen = observe(rows.probabilities, rows.labels);
    const metrics::Predictions groups = metrics::predictions_of(seen);
    const BootstrapOptions options = {.repeats = 400};
    const auto all = metrics::intervals(groups, metrics::all_measures(), options, 1'000'000);
    const auto joined = metrics::intervals(groups, metrics::all_measures(), options, 2000);
    for (const Measure& measure : measures()) {
      SCOPED_TRACE(measure.name);
      const auto a = (all.*measure.interval).value();
      const auto b = (joined.*measure.interval).value();
      // The 2.5 % quantile of 400 replicates has a standard error of 0.13 deviations.
      EXPECT_NEAR((b.upper - a.upper) / a.standard_error, 0, 0.7);
      EXPECT_NEAR((b.lower - a.lower) / a.standard_error, 0, 0.7);
    }
  }
}

TEST(Bootstrap, JoinedGroupsKeepBinsAndThreshold) {
  const Rows rows = draw_rows(50'000, 2, 12);
  const Observations seen = observe(rows.probabilities, rows.labels);
  const metrics::Predictions groups = metrics::predictions_of(seen);
  const GroupArrays joined = metrics::fewer_groups(groups, 7, 1000);
  EXPECT_LT(joined.size(), 3000U);
  EXPECT_GT(joined.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(joined.places.begin(), joined.places.end()));
  const Scorecard before = evaluate(seen, {.bins = 7});
  const Scorecard after =
      evaluate(observe_counts(joined.places, joined.negatives, joined.positives), {.bins = 7});
  EXPECT_EQ(before.weight, after.weight);
  EXPECT_EQ(before.accuracy, after.accuracy);
  EXPECT_NEAR(before.ece, after.ece, 1e-12);
  EXPECT_NEAR(before.mce, after.mce, 1e-12);
  EXPECT_NEAR(before.log_loss, after.log_loss, 1e-4);
  EXPECT_NEAR(before.brier, after.brier, 1e-5);
}

// What a joined group holds, what stopped it, and where it lies: all from the definition.
TEST(Bootstrap, NeighboursAreJoinedAsFarAsTheRulesAllow) {
  Random random(21);
  std::vector<double> p;
  std::vector<double> negatives;
  std::vector<double> positives;
  for (int k = 0; k < 4000; ++k) {
    p.push_back(k < 20 ? k * 1e-17 : std::pow(random.uniform(), 2));
    negatives.push_back(k % 100 == 0 ? 40 : random.uniform());
    positives.push_back(k % 3 == 0 ? 0 : random.uniform());
  }
  p[20] = 0.5;  // is not below 1/2
  p[21] = 0.5 + 1e-9;
  std::sort(p.begin(), p.end());
  const Observations seen = observe_counts(p, negatives, positives);
  const metrics::Predictions groups = metrics::predictions_of(seen);
  constexpr std::size_t kBins = 7;
  const auto logit = [](double q) {
    const double clipped = std::clamp(q, 0x1p-53, 1 - 0x1p-53);
    return std::log(clipped / (1 - clipped));
  };
  const auto side = [](double q) { return std::pair(std::floor(q * kBins), q >= 0.5); };
  for (const std::size_t most : {200U, 1500U}) {
    const GroupArrays joined = metrics::fewer_groups(groups, kBins, most);
    const double heaviest = groups.weight / static_cast<double>(most);
    std::size_t k = 0;
    for (std::size_t i = 0; i < joined.size(); ++i) {
      const std::size_t first = k;
      const double weight = joined.negatives[i] + joined.positives[i];
      double a = 0;
      double b = 0;
      double moment = 0;
      for (; k < groups.groups() && a + b < weight * (1 - 1e-9); ++k) {
        a += groups.negatives[k];
        b += groups.positives[k];
        moment += groups.group_weight(k) * groups.probabilities[k];
      }
      ASSERT_NEAR(joined.negatives[i], a, 1e-9);
      ASSERT_NEAR(joined.positives[i], b, 1e-9);
      ASSERT_NEAR(joined.places[i], moment / weight, 1e-13);
      const double low = p[first];
      ASSERT_EQ(side(p[k - 1]), side(low));
      ASSERT_LE(logit(p[k - 1]) - logit(low), 1.0 / 64 + 1e-9);
      ASSERT_TRUE(k == first + 1 || weight <= heaviest * (1 + 1e-9));
      if (k == groups.groups()) break;
      ASSERT_TRUE(side(p[k]) != side(low) || logit(p[k]) - logit(low) > 1.0 / 64 - 1e-9 ||
                  weight + groups.group_weight(k) > heaviest * (1 - 1e-9))
          << "could have gone on at " << p[k];
    }
    EXPECT_EQ(k, groups.groups());
  }
  const GroupArrays all = metrics::fewer_groups(groups, kBins, groups.groups());
  EXPECT_EQ(all.places, p);
  EXPECT_EQ(all.negatives, negatives);
  EXPECT_EQ(all.positives, positives);
}

// Weights that add up to the heaviest without rounding: such a group is still allowed.
TEST(Bootstrap, AGroupMayBeAsHeavyAsTheHeaviest) {
  const std::vector<double> p = {0.600, 0.601, 0.602, 0.603};
  const Observations seen = observe_counts(p, std::vector<double>(4, 1), std::vector<double>(4, 0));
  const GroupArrays joined = metrics::fewer_groups(metrics::predictions_of(seen), 1, 2);
  EXPECT_THAT(joined.negatives, ::testing::ElementsAre(2, 2));
}

// r (1 - r) of a share r whose interval lies below 1/2, above it, or around it.
TEST(Bootstrap, TheIntervalOfUncertaintyIsThatOfPrevalence) {
  for (const int percent : {20, 50, 80}) {
    std::vector<double> p(400, percent / 100.0);
    p.back() += 0.01;
    std::vector<std::uint8_t> labels(400, 0);
    std::fill_n(labels.begin(), 4 * percent, 1);
    const auto found = bootstrap(p, labels, {}, {.repeats = 200, .level = 0.9});
    const auto spread = [](double r) { return r * (1 - r); };
    const double at_lower = spread(found.prevalence->lower);
    const double at_upper = spread(found.prevalence->upper);
    EXPECT_EQ(found.uncertainty->lower, std::min(at_lower, at_upper));
    EXPECT_EQ(found.uncertainty->upper, percent == 50 ? 0.25 : std::max(at_lower, at_upper));
    EXPECT_LT(found.uncertainty->lower, found.uncertainty->upper);
  }
}

// Two replicates are enough to see the definitions: quantiles straight between them, and their
// standard deviation.
TEST(Bootstrap, TwoReplicatesAndOne) {
  const Rows rows = draw_rows(200, 1, 4);
  const auto two = bootstrap(rows.probabilities, rows.labels, {}, {.repeats = 2, .level = 0.8});
  const double width = two.brier->upper - two.brier->lower;
  EXPECT_GT(width, 0);
  EXPECT_NEAR(width, 0.8 * std::sqrt(2.0) * two.brier->standard_error, 1e-15);
  const auto one = bootstrap(rows.probabilities, rows.labels, {}, {.repeats = 1, .level = 0.8});
  EXPECT_EQ(one.brier->upper, one.brier->lower);
  EXPECT_EQ(one.brier->standard_error, 0);
}

TEST(Bootstrap, PoissonNumbersHaveTheRightDistribution) {
  for (const double mean : {0.3, 1.0, 9.5, 10.0, 40.0, 1e6, 1e13}) {
    SCOPED_TRACE(mean);
    RandomStream random(5);
    constexpr int kDraws = 40'000;
    double sum = 0;
    double squares = 0;
    double cubes = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double k = metrics::draw_poisson(random, mean);
      ASSERT_EQ(k, std::floor(k));
      const double z = (k - mean) / std::sqrt(mean);
      sum += z / kDraws;
      squares += z * z / kDraws;
      cubes += z * z * z / kDraws;
    }
    // Five standard errors of each moment.
    EXPECT_NEAR(sum, 0, 0.025);
    EXPECT_NEAR(squares, 1, 5 * std::sqrt((2 + 1 / mean) / kDraws));
    EXPECT_NEAR(cubes, 1 / std::sqrt(mean),
                5 * std::sqrt((15 + 40 / mean + 80 / (mean * mean)) / kDraws));
  }
  RandomStream random(5);
  EXPECT_EQ(metrics::draw_poisson(random, 1e18), 1e18);
  EXPECT_EQ(metrics::draw_poisson(random, 0), 0);
}

TEST(Bootstrap, PoissonOneMatchesItsProbabilities) {
  RandomStream random(6);
  std::array<double, 4> counts = {};
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double k = metrics::draw_poisson(random, 1);
    if (k < 4) counts[static_cast<std::size_t>(k)] += 1.0 / kDraws;
  }
  EXPECT_NEAR(counts[0], 0.36788, 0.008);
  EXPECT_NEAR(counts[1], 0.36788, 0.008);
  EXPECT_NEAR(counts[2], 0.18394, 0.006);
  EXPECT_NEAR(counts[3], 0.06131, 0.004);
}

TEST(Bootstrap, NothingToDrawFromMeansNoIntervals) {
  using Labels = std::vector<std::uint8_t>;
  const ScorecardIntervals none = {};
  EXPECT_EQ(bootstrap(std::vector{0.3}, Labels{1}), none);
  EXPECT_EQ(bootstrap(std::vector{0.3, 0.3, 0.3}, Labels{1, 1, 1}), none);
  EXPECT_EQ(bootstrap(std::vector{0.3, 0.3, 0.3}, Labels{0, 0, 0}), none);
  EXPECT_EQ(bootstrap(std::vector{0.3, 0.8}, Labels{1, 0}, std::vector{0.5, 0.5}), none);
  EXPECT_NE(bootstrap(std::vector{0.3, 0.8}, Labels{1, 0}), none);
}

TEST(Bootstrap, AllTies) {
  const std::vector<double> p(100, 0.4);
  std::vector<std::uint8_t> labels(100);
  std::fill_n(labels.begin(), 30, 1);
  const auto found = bootstrap(p, labels, {}, {.repeats = 500});
  EXPECT_EQ(found.calibration_slope, std::nullopt);
  EXPECT_EQ(found.auc->lower, 0.5);
  EXPECT_EQ(found.auc->upper, 0.5);
  // 0.3 +- 1.96 * sqrt(0.21 / 100)
  EXPECT_NEAR(found.prevalence->lower, 0.21, 0.025);
  EXPECT_NEAR(found.prevalence->upper, 0.39, 0.025);
  EXPECT_NEAR(found.prevalence->standard_error, 0.0458, 0.006);
  // If 0.4 were right, whatever the labels are: 1.96 * sqrt(0.24 / 100), all in one group
  EXPECT_NEAR(*found.ece->by_chance, 0.096, 0.02);
}

TEST(Bootstrap, AMeasureThatManyReplicatesLackHasNoInterval) {
  Rows rows = draw_rows(200, 1, 4);
  std::fill(rows.labels.begin(), rows.labels.end(), std::uint8_t{0});
  auto found = bootstrap(rows.probabilities, rows.labels, {}, {.repeats = 100});
  EXPECT_EQ(found.auc, std::nullopt);
  EXPECT_TRUE(found.brier.has_value());
  rows.labels[0] = rows.labels[1] = 1;  // neither is drawn in one replicate of seven
  found = bootstrap(rows.probabilities, rows.labels, {}, {.repeats = 100});
  EXPECT_EQ(found.auc, std::nullopt);
  std::fill_n(rows.labels.begin(), 20, std::uint8_t{1});
  found = bootstrap(rows.probabilities, rows.labels, {}, {.repeats = 100});
  EXPECT_TRUE(found.auc.has_value());
}

TEST(Bootstrap, AMeasureThatFewReplicatesLackHasAnInterval) {
  // All ten rows are of one class in 0.6 % of the samples, which then have no AUC.
  const Rows rows = {
      {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.35, 0.55, 0.7, 0.8}, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, {}};
  const auto found = bootstrap(rows.probabilities, rows.labels, {}, {.repeats = 2000});
  ASSERT_TRUE(found.auc);
  EXPECT_LT(found.auc->lower, found.auc->upper);
}

TEST(Bootstrap, RefusesOptionsAndDataByName) {
  const std::vector<double> p = {0.2, 0.7};
  const std::vector<std::uint8_t> labels = {0, 1};
  EXPECT_EQ(message_of([&] { bootstrap(p, labels, {}, {.repeats = 0}); }),
            "repeats: 0 is not a positive number");
  EXPECT_EQ(message_of([&] { bootstrap(p, labels, {}, {.level = 1}); }),
            "level: 1 is not strictly between 0 and 1");
  EXPECT_EQ(message_of([&] { bootstrap(p, labels, {}, {.bins = 0}); }),
            "bins: 0 is not a positive number");
  const std::vector<double> wrong = {0.2, 1.5};
  EXPECT_EQ(message_of([&] { bootstrap(wrong, labels); }),
            "probabilities[1]: 1.5 is not a probability (0 to 1)");
  EXPECT_THAT(message_of([&] {
                bootstrap(p, labels, {}, {.execution = {.progress = [](double) { return false; }}});
              }),
              HasSubstr("cancelled"));
}

}  // namespace
}  // namespace calibrant
