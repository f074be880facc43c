// Where probabilities are wrong: intervals, bins and words.
#include "calibrant/diagnosis.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "calibrant/diagram.hpp"
#include "calibrant/metrics.hpp"
#include "helpers/shapes.hpp"
#include "report/decisions.hpp"
#include "report/format.hpp"

namespace calibrant::report {
namespace {

using testing::Random;

/// P(X >= k) for a binomial, by summation.
double at_least(int k, int n, double p) {
  double sum = 0;
  for (int i = k; i <= n; ++i) {
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) +
                    i * std::log(p) + (n - i) * std::log1p(-p));
  }
  return sum;
}

/// Rows with probability p that are positive with probability truth(p).
template <class Truth>
Observations drawn(std::size_t n, std::uint64_t seed, const Truth& truth) {
  Random random(seed);
  std::vector<double> p;
  std::vector<std::uint8_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    p.push_back(random.uniform());
    labels.push_back(random.uniform() < truth(p.back()) ? 1 : 0);
  }
  return observe(p, labels);
}

TEST(ReportBinomial, TheTailsAreExact) {
  for (const auto& [k, n] : {std::pair(1, 10), {5, 10}, {9, 10}, {37, 50}, {3, 400}}) {
    const Interval interval = exact_binomial_interval(n - k, k, 0.9);
    EXPECT_NEAR(at_least(k, n, interval.lower), 0.05, 1e-9) << k << " of " << n;
    EXPECT_NEAR(1 - at_least(k + 1, n, interval.upper), 0.05, 1e-9) << k << " of " << n;
  }
}

TEST(ReportBinomial, NoneAndAll) {
  const Interval none = exact_binomial_interval(10, 0, 0.95);
  EXPECT_EQ(none.lower, 0);
  EXPECT_NEAR(none.upper, 1 - std::pow(0.025, 0.1), 1e-12);
  const Interval all = exact_binomial_interval(0, 10, 0.95);
  EXPECT_NEAR(all.lower, std::pow(0.025, 0.1), 1e-12);
  EXPECT_EQ(all.upper, 1);
  // Less than a row of either class: nothing is known on that side.
  const Interval fraction = exact_binomial_interval(0.5, 0.25, 0.95);
  EXPECT_EQ(fraction.lower, 0);
  EXPECT_EQ(fraction.upper, 1);
}

TEST(ReportMassBins, AreThoseOfTheReliabilityTable) {
  Random random(3);
  std::vector<double> p;
  std::vector<std::uint8_t> labels;
  for (int i = 0; i < 500; ++i) {
    p.push_back(std::floor(random.uniform() * 37) / 37);  // ties
    labels.push_back(random.uniform() < 0.4 ? 1 : 0);
  }
  const Observations seen = observe(p, labels);
  const auto rows = reliability(seen, {.bins = 10, .strategy = BinStrategy::kEqualMass});
  const auto bins = mass_bins(seen, 10);
  ASSERT_EQ(bins.size(), rows.size());
  for (std::size_t i = 0; i < bins.size(); ++i) {
    EXPECT_EQ(bins[i].low, rows[i].low);
    EXPECT_EQ(bins[i].high, rows[i].high);
    EXPECT_EQ(bins[i].weight(), rows[i].weight);
    EXPECT_NEAR(bins[i].mean, rows[i].mean_probability, 1e-14);
    EXPECT_NEAR(bins[i].observed(), rows[i].observed, 1e-14);
  }
}

TEST(ReportMassBins, ThinningKeepsTheTotals) {
  const Observations seen = drawn(5000, 1, [](double p) { return p; });
  const Observations fewer = thinned(seen, 100);
  EXPECT_EQ(fewer.groups(), 100U);
  EXPECT_EQ(fewer.positive_weight(), seen.positive_weight());
  EXPECT_EQ(fewer.negative_weight(), seen.negative_weight());
  EXPECT_EQ(thinned(fewer, 100).groups(), 100U);
  EXPECT_GE(fewer.scores().front(), seen.scores().front());
  EXPECT_LE(fewer.scores().back(), seen.scores().back());
}

TEST(ReportDiagnosis, RightProbabilitiesAreSeldomCalledOff) {
  int alarms = 0;
  constexpr int kRuns = 300;
  for (int run = 0; run < kRuns; ++run) {
    const auto seed = static_cast<std::uint64_t>(run);
    if (!diagnose(drawn(600, seed, [](double p) { return p; })).fine()) ++alarms;
  }
  EXPECT_LE(alarms, kRuns / 20);
}

TEST(ReportDiagnosis, CountsWhatIsOff) {
  // Above 0.6 half of the rows are positive.
  const Observations seen = drawn(4000, 1, [](double p) { return p > 0.6 ? 0.5 : p; });
  const Diagnosis found = diagnose(seen);
  EXPECT_EQ(found.bins.size(), 20U);
  ASSERT_EQ(found.off.size(), 1U);
  const OffRange& range = found.off[0];
  EXPECT_TRUE(range.too_high);
  EXPECT_EQ(range.last, 19U);
  double weight = 0;
  double positives = 0;
  double expected = 0;
  const double low = found.bins[range.first].rows.low;
  for (std::size_t i = 0; i < seen.groups(); ++i) {
    if (seen.scores()[i] < low) continue;
    weight += seen.negatives()[i] + seen.positives()[i];
    positives += seen.positives()[i];
    expected += seen.scores()[i] * (seen.negatives()[i] + seen.positives()[i]);
  }
  EXPECT_EQ(range.weight, weight);
  EXPECT_EQ(range.observed, positives);
  EXPECT_NEAR(range.expected, expected, 1e-9 * expected);
  EXPECT_EQ(found.on_the_whole, "too high");
}

TEST(ReportDiagnosis, TheWholeIsJudgedToo) {
  // Few rows, all a little too high: no bin shows it, the total does.
  const Diagnosis high = diagnose(drawn(300, 1, [](double p) { return 0.85 * p; }));
  EXPECT_TRUE(high.off.empty());
  EXPECT_EQ(high.on_the_whole, "too high");
  EXPECT_FALSE(high.fine());
  // Right in total, wrong in spread.
  const auto spread = [](double factor) {
    return diagnose(drawn(200, 4, [&](double p) { return 0.5 + factor * (p - 0.5); })).on_the_whole;
  };
  EXPECT_EQ(spread(0.3), "too extreme");
  Random random(9);
  std::vector<double> p;
  std::vector<std::uint8_t> labels;
  for (int i = 0; i < 300; ++i) {
    const bool up = random.uniform() < 0.5;
    p.push_back(up ? 0.65 : 0.35);
    labels.push_back(random.uniform() < (up ? 0.85 : 0.15) ? 1 : 0);
  }
  EXPECT_EQ(diagnose(observe(p, labels)).on_the_whole, "too timid");
}

TEST(ReportDecisions, AgreeWithNetBenefit) {
  const Observations seen = drawn(700, 5, [](double p) { return p * p; });
  const auto thresholds = usual_thresholds(0.3);
  EXPECT_EQ(thresholds.size(), 99U);
  const auto decisions = decide(seen, thresholds);
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    EXPECT_NEAR(decisions[i].net_benefit, net_benefit(seen, thresholds[i]), 1e-12);
  }
  EXPECT_GT(decisions.front().above, decisions.back().above);
}

TEST(ReportDecisions, ARowAtTheThresholdIsAbove) {
  const std::vector<double> p = {0.2, 0.5, 0.9};
  const std::vector<int> labels = {0, 1, 1};
  const auto decisions = decide(observe(p, labels), {0.1, 0.5, 0.95});
  EXPECT_EQ(decisions[0].above, 3);
  EXPECT_EQ(decisions[1].above, 2);
  EXPECT_DOUBLE_EQ(decisions[1].expected, 1.4);
  EXPECT_EQ(decisions[1].observed, 2);
  EXPECT_EQ(decisions[2].above, 0);
  EXPECT_EQ(decisions[2].net_benefit, 0);
}

TEST(ReportDecisions, ThresholdsForRarePositives) {
  for (const double prevalence : {0.0, 1e-7, 0.0005, 0.005, 0.049}) {
    const auto thresholds = usual_thresholds(prevalence);
    EXPECT_GT(thresholds.size(), 40U) << prevalence;
    for (std::size_t i = 1; i < thresholds.size(); ++i) EXPECT_GT(thresholds[i], thresholds[i - 1]);
    EXPECT_GT(thresholds.front(), 0);
    EXPECT_LT(thresholds.back(), 1);
  }
  const auto thresholds = usual_thresholds(0.005);
  EXPECT_NEAR(thresholds[usual_choice(thresholds, 0.005)], 0.005, 0.0004);
  const auto even = usual_thresholds(0.4);
  EXPECT_EQ(even[usual_choice(even, 0.4)], 0.5);
}

}  // namespace
}  // namespace calibrant::report
