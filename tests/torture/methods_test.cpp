// Every method on hard observations: finite, inside (0, 1) at the scores that were seen, a model
// file that comes back; and a million ties, read row by row.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <string>

#include "calibrant/auto.hpp"
#include "calibrant/method.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/model_file.hpp"
#include "helpers/scorecard.hpp"
#include "helpers/shapes.hpp"
#include "torture/cases.hpp"

namespace calibrant::testing {
namespace {

bool are_probabilities(const Observations& seen) {
  return seen.scores().front() >= 0 && seen.scores().back() <= 1;
}

TEST(Torture, EveryMethodStaysInsideZeroAndOne) {
  for (const auto& [name, seen] : hard_cases()) {
    for (const std::string_view method : method_names()) {
      if (needs_probabilities(method) && !are_probabilities(seen)) continue;
      // Isotonic gives plain fractions, and a steep sigmoid rounds to 0 or 1.
      const bool strict =
          method == "auto" || method == "abb" || method == "sbb" || method == "histogram";
      SCOPED_TRACE(name + ", " + std::string(method));
      const Curve curve = fit_method(method, seen, {.execution = {.threads = 1}});
      for (const double score : seen.scores()) {
        const double p = curve(score);
        EXPECT_TRUE(strict ? p > 0 && p < 1 : p >= 0 && p <= 1) << score << ": " << p;
      }
      for (const double score : {-HUGE_VAL, -1e308, 0.3, 1e308, HUGE_VAL}) {
        const double p = curve(score);
        EXPECT_TRUE(p >= 0 && p <= 1) << score << ": " << p;
      }
      EXPECT_EQ(to_json(from_json(to_json(curve))), to_json(curve));
    }
  }
}

TEST(Torture, AMillionTiesAreOneGroup) {
  constexpr std::size_t kRows = 1'000'000;
  const std::vector<double> scores(kRows, 0.5);
  std::vector<std::uint8_t> labels(kRows, 0);
  labels[123456] = 1;
  const Observations seen = observe(scores, labels);
  ASSERT_EQ(seen.groups(), 1U);
  const double expected = 2.0 / (1e6 + 2);
  for (const std::string_view method : method_names()) {
    SCOPED_TRACE(method);
    const double p = fit_method(method, seen)(0.5);
    if (method == "temperature") {  // has no intercept: a score of 1/2 says nothing to it
      EXPECT_EQ(p, 0.5);
      continue;
    }
    // Platt's targets and plain fractions differ from the posterior mean by less than half of it.
    EXPECT_NEAR(p, expected, method == "abb" || method == "sbb" ? 1e-15 : 0.6 * expected);
  }
}

// Once: a part of a group's weight whose share underflows made the evidence 0 times infinity.
TEST(Torture, AutoWithADenormalWeightBesideAnOrdinaryOne) {
  const Observations seen = counts({0.25, 0.75, 7}, {5e-324, 17, 1}, {17, 5e-324, 0});
  for (const std::optional<double> level : {std::optional<double>(), std::optional(0.9)}) {
    const Curve curve = fit_auto(seen, {.level = level});
    EXPECT_GT(curve(0.25), 0.5);
    EXPECT_LT(curve(0.75), 0.5);
    EXPECT_TRUE(std::isfinite(*curve.origin().log_evidence));
  }
}

// Once: the halves of two neighbouring denormals are equal, and a place between them was 0 / 0.
TEST(Torture, AutoBetweenNeighbouringDenormals) {
  const Curve curve =
      fit_auto(counts({-3, 5e-324, 1e-323, 1.5e-323, 2}, {3, 1, 0, 2, 0}, {0, 1, 2, 0, 3}));
  for (const double score : {-3.0, 0.0, 5e-324, 1e-323, 1.5e-323, 2.0}) {
    EXPECT_TRUE(curve(score) > 0 && curve(score) < 1) << score;
  }
}

TEST(Torture, MeasuresOfExtremeProbabilitiesAreThoseOfFiftyDigits) {
  using Exact = boost::multiprecision::cpp_bin_float_50;
  const std::vector<double> p = {0, 5e-324, 1e-300, 1e-17, 0.3, 0.5, 1 - 0x1p-53, 1};
  std::vector<double> negatives;
  std::vector<double> positives;
  for (std::size_t i = 0; i < p.size(); ++i) {
    negatives.push_back(std::pow(10.0, -12 + 3.0 * static_cast<double>(i)));
    positives.push_back(std::pow(10.0, 12 - 3.0 * static_cast<double>(i)));
  }
  const Observations predictions = counts(p, negatives, positives);
  Exact total = 0;
  Exact brier = 0;
  Exact log_loss = 0;
  const Exact clip = pow(Exact(2), -53);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Exact q = std::min(std::max(Exact(p[i]), clip), Exact(1 - clip));
    total += Exact(negatives[i]) + positives[i];
    brier +=
        negatives[i] * Exact(p[i]) * p[i] + positives[i] * (1 - Exact(p[i])) * (1 - Exact(p[i]));
    log_loss -= negatives[i] * log(Exact(1 - q)) + positives[i] * log(q);
  }
  const Scorecard card = evaluate(predictions);
  const auto expected_brier = static_cast<double>(brier / total);
  const auto expected_log_loss = static_cast<double>(log_loss / total);
  EXPECT_NEAR(card.brier, expected_brier, 1e-13 * expected_brier);
  EXPECT_NEAR(card.log_loss, expected_log_loss, 1e-13 * expected_log_loss);
  for (const auto& [name, value] : named_values(card)) {
    if (value) {
      EXPECT_TRUE(std::isfinite(*value)) << name;
    }
  }
}

}  // namespace
}  // namespace calibrant::testing
