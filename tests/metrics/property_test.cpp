// What must hold of the measures whatever the data are.
#include <gtest/gtest.h>

#include <cmath>

#include "calibrant/metrics.hpp"
#include "helpers/scorecard.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using testing::named_values;
using testing::Random;
using testing::Rows;

/// Miscalibrated, with ties and exact 0s and 1s. Probabilities are odd multiples of 2^-11 but for
/// the 0s and 1s, so that 1 - p is exact and none is an edge of ten bins.
Rows draw_rows(Random& random, std::size_t n, bool weighted) {
  Rows rows;
  for (std::size_t i = 0; i < n; ++i) {
    double p = (2.0 * static_cast<double>(random.below(1024)) + 1) / 2048;
    if (random.uniform() < 0.05) p = std::round(p);
    rows.probabilities.push_back(p);
    rows.labels.push_back(random.uniform() < 0.1 + 0.7 * p * p ? 1 : 0);
    if (weighted) rows.weights.push_back(3 * random.uniform());
  }
  return rows;
}

Scorecard card_of(const Rows& rows, std::size_t bins = 10) {
  return evaluate(rows.probabilities, rows.labels, rows.weights, {.bins = bins});
}

void expect_same_bits(const Scorecard& a, const Scorecard& b) {
  const auto first = named_values(a);
  const auto second = named_values(b);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].second, second[i].second) << first[i].first;
  }
}

void expect_near(const Scorecard& a, const Scorecard& b, double tolerance) {
  const auto first = named_values(a);
  const auto second = named_values(b);
  for (std::size_t i = 0; i < first.size(); ++i) {
    SCOPED_TRACE(first[i].first);
    ASSERT_EQ(first[i].second.has_value(), second[i].second.has_value());
    if (!first[i].second) continue;
    EXPECT_NEAR(*first[i].second, *second[i].second,
                tolerance * std::max(1.0, std::abs(*first[i].second)));
  }
}

TEST(EvaluateProperty, OrderOfRowsDoesNotChangeABit) {
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const Rows rows = draw_rows(random, 3000, i % 2 == 0);
    expect_same_bits(card_of(rows), card_of(testing::shuffled(rows, random)));
  }
}

TEST(EvaluateProperty, WeightKIsKCopies) {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    Rows weighted = draw_rows(random, 200, true);
    Rows copies;
    for (std::size_t row = 0; row < weighted.labels.size(); ++row) {
      weighted.weights[row] = std::floor(weighted.weights[row]);
      for (int copy = 0; copy < static_cast<int>(weighted.weights[row]); ++copy) {
        copies.probabilities.push_back(weighted.probabilities[row]);
        copies.labels.push_back(weighted.labels[row]);
      }
    }
    expect_same_bits(card_of(weighted), card_of(copies));
  }
}

// All but the weight and Spiegelhalter's z, which grows as the root of it.
TEST(EvaluateProperty, UnitOfWeightDoesNotMatter) {
  Random random(3);
  const Rows rows = draw_rows(random, 500, true);
  for (const double factor : {0x1p-1000, 0x1p-3, 0x1p+1000}) {
    Rows scaled = rows;
    for (double& weight : scaled.weights) weight *= factor;
    Scorecard a = card_of(rows);
    const Scorecard b = card_of(scaled);
    EXPECT_DOUBLE_EQ(*b.spiegelhalter_z, *a.spiegelhalter_z * std::sqrt(factor));
    a.weight = b.weight;
    a.spiegelhalter_z = b.spiegelhalter_z;
    a.spiegelhalter_p = b.spiegelhalter_p;
    expect_same_bits(a, b);
  }
}

TEST(EvaluateProperty, BrierIsTheSumOfItsParts) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const Scorecard card = card_of(draw_rows(random, 1 + random.below(400), i % 2 == 0));
    EXPECT_NEAR(card.brier, card.miscalibration - card.discrimination + card.uncertainty, 1e-15);
    EXPECT_GE(card.miscalibration, 0);
    EXPECT_GE(card.discrimination, 0);
    EXPECT_EQ(card.rmse, std::sqrt(card.brier));
    EXPECT_LE(card.ece, card.mce);
    EXPECT_LE(card.ece_equal_mass, card.mce_equal_mass);
  }
}

TEST(EvaluateProperty, AucSeesOnlyTheOrder) {
  Random random(5);
  const Rows rows = draw_rows(random, 1000, true);
  const auto before = auc(observe(rows.probabilities, rows.labels, rows.weights));
  ASSERT_TRUE(before);
  std::vector<double> mapped;
  for (const double p : rows.probabilities) mapped.push_back(50 * p * p * p - 7);
  EXPECT_EQ(auc(observe(mapped, rows.labels, rows.weights)), before);
  for (double& score : mapped) score = -score;
  EXPECT_NEAR(*auc(observe(mapped, rows.labels, rows.weights)), 1 - *before, 1e-15);
}

// Flip the labels, and p to 1 - p. (Both factors of z change their sign, so z does not.) Seven
// bins, so that no middle of all weight is an edge.
TEST(EvaluateProperty, MirrorImage) {
  Random random(6);
  for (int i = 0; i < 50; ++i) {
    const Rows rows = draw_rows(random, 307, i % 2 == 0);
    Rows mirror = rows;
    for (double& p : mirror.probabilities) p = 1 - p;
    for (auto& label : mirror.labels) label = 1 - label;
    const Scorecard a = card_of(rows, 7);
    Scorecard b = card_of(mirror, 7);
    b.prevalence = 1 - b.prevalence;
    b.calibration_intercept = -*b.calibration_intercept;
    b.observed_expected = a.observed_expected;  // of the other class
    // From other draws of labels.
    EXPECT_NEAR(*b.spiegelhalter_p, *a.spiegelhalter_p, 0.6 * *a.spiegelhalter_p + 3e-4);
    b.spiegelhalter_p = a.spiegelhalter_p;
    expect_near(a, b, 1e-12);
  }
}

TEST(EvaluateProperty, PerfectPrediction) {
  const Scorecard card =
      evaluate(std::vector<double>{0, 1, 1, 0, 1}, std::vector<int>{0, 1, 1, 0, 1});
  EXPECT_EQ(card.accuracy, 1);
  EXPECT_EQ(card.auc, 1);
  for (const double zero : {card.rmse, card.ece, card.mce, card.ece_equal_mass, card.mce_equal_mass,
                            card.brier, card.miscalibration, card.ici, card.e90}) {
    EXPECT_EQ(zero, 0);
  }
  EXPECT_DOUBLE_EQ(card.discrimination, card.uncertainty);
  EXPECT_DOUBLE_EQ(card.log_loss, 0x1p-53);
  EXPECT_EQ(card.observed_expected, 1);
  EXPECT_FALSE(card.calibration_slope);
  // Clipped by 2^-53, two negatives against three positives: e^(2 alpha) = 3 / 2.
  EXPECT_NEAR(*card.calibration_intercept, std::log(1.5) / 2, 1e-14);
}

TEST(EvaluateProperty, ConstantAtThePrevalence) {
  const Scorecard card =
      evaluate(std::vector<double>(8, 0.25), std::vector<int>{1, 0, 0, 0, 1, 0, 0, 0});
  EXPECT_EQ(card.auc, 0.5);
  EXPECT_EQ(card.accuracy, 0.75);
  EXPECT_EQ(card.brier, 0.1875);
  EXPECT_EQ(card.uncertainty, 0.1875);
  for (const double zero : {card.ece, card.mce_equal_mass, card.miscalibration, card.discrimination,
                            card.ici, card.e90}) {
    EXPECT_EQ(zero, 0);
  }
  EXPECT_EQ(card.spiegelhalter_z, 0);
  EXPECT_EQ(card.spiegelhalter_p, 1);
  EXPECT_EQ(card.observed_expected, 1);
  EXPECT_NEAR(*card.calibration_intercept, 0, 1e-15);
  EXPECT_FALSE(card.calibration_slope);
}

// Weights that no sum adds up exactly, and predictions that are all right, all wrong, or all on one
// side of 1/2: where a measure reaches the end of its range, rounding must not take it further.
TEST(EvaluateProperty, MeasuresStayInTheirRange) {
  Random random(9);
  for (int i = 0; i < 3000; ++i) {
    Rows rows = draw_rows(random, 1 + random.below(40), true);
    const std::size_t kind = random.below(4);
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
      double& p = rows.probabilities[row];
      const double label = rows.labels[row];
      if (kind == 0) p = label;
      if (kind == 1) p = 1 - label;
      if (kind == 2) p = 0.5 + p / 2;
      rows.weights[row] *= std::pow(10.0, static_cast<double>(random.below(7)));
    }
    for (const auto& [name, value] : named_values(card_of(rows, 7))) {
      if (!value || name == "spiegelhalter_z" || name.starts_with("calibration_")) continue;
      EXPECT_GE(*value, 0) << name << ", case " << i;
      if (name == "weight" || name == "log_loss" || name == "observed_expected") continue;
      EXPECT_LE(*value, 1) << name << ", case " << i;
    }
  }
}

// Recalibrated by isotonic regression, nothing is left to gain: exactly.
TEST(EvaluateProperty, RecalibratedProbabilitiesHaveNoMiscalibration) {
  const std::vector<double> p = {0,       0,       1.0 / 3, 1.0 / 3, 1.0 / 3, 6.0 / 7,
                                 6.0 / 7, 6.0 / 7, 6.0 / 7, 6.0 / 7, 6.0 / 7, 6.0 / 7};
  const std::vector<int> y = {0, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1};
  const Scorecard card = evaluate(p, y);
  EXPECT_EQ(card.miscalibration, 0);
  EXPECT_EQ(card.ici, 0);
  EXPECT_EQ(card.e90, 0);
}

// Against long double. Plain sums of these million rows keep eleven digits.
TEST(EvaluateProperty, ManyRowsKeepThirteenDigits) {
  Random random(8);
  std::vector<double> p(1'000'000);
  std::vector<std::uint8_t> labels(p.size());
  std::vector<double> weights(p.size(), 0.1);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] = 0.1 + 0.2 * random.uniform();
    labels[i] = random.uniform() < p[i] ? 1 : 0;
  }
  long double weight = 0;
  long double squares = 0;
  long double logs = 0;
  long double expected = 0;
  long double positives = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const long double w = weights[i];
    weight += w;
    squares += w * (p[i] - labels[i]) * (p[i] - labels[i]);
    logs -= w * std::log(labels[i] == 1 ? p[i] : 1 - static_cast<long double>(p[i]));
    expected += w * p[i];
    positives += w * labels[i];
  }
  const auto expect_digits = [](double value, long double exact) {
    EXPECT_NEAR(value, static_cast<double>(exact), 1e-13 * static_cast<double>(exact));
  };
  const Scorecard card = evaluate(p, labels, weights);
  expect_digits(card.weight, weight);
  expect_digits(card.brier, squares / weight);
  expect_digits(card.log_loss, logs / weight);
  expect_digits(*card.observed_expected, positives / expected);
}

}  // namespace
}  // namespace calibrant
