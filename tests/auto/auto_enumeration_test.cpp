// Auto against its definition.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "auto/blend.hpp"
#include "auto/mixture.hpp"
#include "calibrant/auto.hpp"
#include "families/families.hpp"
#include "helpers/enumerate_offsets.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using testing::Random;

// The whole of Auto, slowly: every binning of every candidate is visited, and Bayes' rule is
// written out. Only the bases are the library's.
struct Slow {
  std::vector<double> values;
  double log_evidence = 0;
};

Slow slow_auto(const Observations& seen) {
  const bool probabilities = seen.scores().front() >= 0 && seen.scores().back() <= 1;
  const std::vector<const Family*> families =
      probabilities ? std::vector{&kIdentityFamily,   &kTemperatureFamily, &kPlattFamily,
                                  &kPlattLogitFamily, &kBetaFamily,        &kConstantFamily}
                    : std::vector{&kPlattFamily, &kConstantFamily};
  const bool exact = probabilities && (seen.scores().front() == 0 || seen.scores().back() == 1);
  const std::array offset_scales = {probabilities ? Scale::kLogit : Scale::kScore, Scale::kRank};
  std::vector<Scale> abb_scales = {Scale::kRank, Scale::kScore};
  if (probabilities) abb_scales.push_back(Scale::kLogit);
  const std::size_t m = seen.groups();
  std::vector<long double> sum(m, 0);
  long double total = 0;
  const auto add = [&](long double joint, const auto& probability) {
    total += joint;
    for (std::size_t k = 0; k < m; ++k) sum[k] += joint * probability(k);
  };
  // Identity, a line in the log odds, Platt, beta, constant and ABB; or Platt, constant and ABB.
  const long double share = probabilities ? 1.0L / 6 : 1.0L / 3;
  const auto add_plain = [&](const FittedFamily& base, long double prior) {
    const std::vector<double> z = base.log_odds(seen.scores());
    add(prior * std::exp(static_cast<long double>(base.log_evidence)),
        [&](std::size_t k) { return 1 / (1 + std::exp(static_cast<long double>(-z[k]))); });
  };
  if (exact) add_plain(fit_with_evidence(kCertainFamily, seen), share * 0.3L);
  for (const Family* family : families) {
    const FittedFamily base = fit_with_evidence(*family, seen);
    const std::vector<double> z = base.log_odds(seen.scores());
    // A line with its intercept and one without have one share.
    const bool line = family == &kTemperatureFamily || family == &kPlattLogitFamily;
    const long double part = share * (line ? 0.5L : 1);
    add_plain(base, part * (exact && family == &kIdentityFamily ? 0.3L : 0.6L));
    for (const double tau : {0.15, 0.5, 1.5}) {
      for (const Scale scale : offset_scales) {
        for (const double lambda : {1.0, 4.0, 16.0}) {
          const auto found = testing::enumerate_offsets(seen, z, tau, scale, lambda);
          add(part * 0.4L / 18 *
                  std::exp(found.log_evidence + base.log_evidence - base.log_likelihood),
              [&](std::size_t k) { return found.probabilities[k]; });
        }
      }
    }
  }
  for (const Scale scale : abb_scales) {
    for (const double lambda : kLambdaGrid) {
      const auto found = testing::enumerate(seen, scale, lambda);
      add(share / static_cast<long double>(8 * abb_scales.size()) * std::exp(found.log_evidence),
          [&](std::size_t k) { return found.probabilities[k]; });
    }
  }
  Slow slow = {.values = {}, .log_evidence = static_cast<double>(std::log(total))};
  for (const long double s : sum) slow.values.push_back(static_cast<double>(s / total));
  return slow;
}

// Nothing is left out of so few rows but what weighs less than 1e-4.
TEST(Auto, EqualsTheSlowAverageOverEverything) {
  Random random(11);
  for (int trial = 0; trial < 8; ++trial) {
    const bool real = trial % 3 == 2;
    const bool weighted = trial % 2 == 1;
    std::vector<double> scores;
    std::vector<int> labels;
    std::vector<double> weights;
    for (int i = 0; i < 4; ++i) {
      scores.push_back(real ? 3 * random.normal() : 0.05 + 0.9 * random.uniform());
      labels.push_back(random.uniform() < 0.5 ? 1 : 0);
      weights.push_back(weighted ? 0.2 + 4 * random.uniform() : 1);
    }
    if (trial == 6) scores[1] = 0;
    if (trial == 7) scores[2] = 1;
    const Observations seen = observe(scores, labels, weights);
    const Slow slow = slow_auto(seen);
    const Mixture mixture = average_candidates(seen, {}, {.least_weight = 0});
    EXPECT_NEAR(mixture.log_evidence, slow.log_evidence, 1e-6);
    const std::vector<double> values = Blend(mixture).at_groups();
    const Curve curve = fit_auto(seen, {.monotone = false});
    for (std::size_t k = 0; k < seen.groups(); ++k) {
      EXPECT_NEAR(values[k], slow.values[k], 1e-6);
      EXPECT_NEAR(curve(seen.scores()[k]), slow.values[k], 2e-3);
    }
  }
}

}  // namespace
}  // namespace calibrant
