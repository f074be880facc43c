// Every measure of every golden case. tests/golden/make_metrics.py made the values, row by row
// from the definitions.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "calibrant/metrics.hpp"
#include "helpers/read_csv.hpp"
#include "helpers/scorecard.hpp"

namespace calibrant {
namespace {

struct Case {
  testing::Rows rows;
  std::map<std::string, std::string> values;
};

std::map<std::string, Case> golden_cases() {
  std::map<std::string, Case> cases;
  const std::string folder = CALIBRANT_GOLDEN;
  const auto rows = testing::read_csv(folder + "/metrics_rows.csv");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    auto& [probabilities, labels, weights] = cases[rows[i][0]].rows;
    probabilities.push_back(std::stod(rows[i][1]));
    labels.push_back(rows[i][2] == "1" ? 1 : 0);
    weights.push_back(std::stod(rows[i][3]));
  }
  const auto values = testing::read_csv(folder + "/metrics_values.csv");
  for (std::size_t i = 1; i < values.size(); ++i) {
    cases[values[i][0]].values[values[i][1]] = values[i][2];
  }
  return cases;
}

TEST(EvaluateGolden, EveryMeasureOfEveryCase) {
  const auto cases = golden_cases();
  ASSERT_EQ(cases.size(), 19U);
  for (const auto& [name, c] : cases) {
    SCOPED_TRACE(name);
    const Scorecard card = evaluate(c.rows.probabilities, c.rows.labels, c.rows.weights,
                                    {.bins = std::stoul(c.values.at("bins"))});
    for (const auto& [measure, value] : testing::named_values(card)) {
      SCOPED_TRACE(measure);
      // The golden one is from the normal distribution, which few rows do not have.
      if (measure == "spiegelhalter_p") continue;
      const std::string& expected = c.values.at(measure);
      ASSERT_EQ(value.has_value(), expected != "absent");
      if (!value) continue;
      const double number = std::stod(expected);
      EXPECT_NEAR(*value, number, 1e-12 * std::max(1.0, std::abs(number)));
    }
  }
}

// Each measure alone is the one of the scorecard, to the bit.
TEST(EvaluateGolden, MeasuresAloneEqualTheScorecard) {
  for (const auto& [name, c] : golden_cases()) {
    SCOPED_TRACE(name);
    const Observations seen = observe(c.rows.probabilities, c.rows.labels, c.rows.weights);
    const std::size_t bins = std::stoul(c.values.at("bins"));
    const Scorecard card = evaluate(seen, {.bins = bins});
    EXPECT_EQ(accuracy(seen), card.accuracy);
    EXPECT_EQ(auc(seen), card.auc);
    EXPECT_EQ(brier_score(seen), card.brier);
    EXPECT_EQ(log_loss(seen), card.log_loss);
    EXPECT_EQ(split_brier(seen).miscalibration, card.miscalibration);
    EXPECT_EQ(split_brier(seen).discrimination, card.discrimination);
    EXPECT_EQ(split_brier(seen).uncertainty, card.uncertainty);
    const auto width = calibration_error(seen, {.bins = bins});
    EXPECT_EQ(width.ece, card.ece);
    EXPECT_EQ(width.mce, card.mce);
    const auto mass = calibration_error(seen, {.bins = bins, .strategy = BinStrategy::kEqualMass});
    EXPECT_EQ(mass.ece, card.ece_equal_mass);
    EXPECT_EQ(mass.mce, card.mce_equal_mass);
    const auto test = spiegelhalter_test(seen);
    ASSERT_EQ(test.has_value(), card.spiegelhalter_z.has_value());
    if (test) {
      EXPECT_EQ(test->z, card.spiegelhalter_z);
      EXPECT_EQ(test->p, card.spiegelhalter_p);
    }
    EXPECT_EQ(calibration_slope(seen), card.calibration_slope);
    EXPECT_EQ(calibration_intercept(seen), card.calibration_intercept);
    EXPECT_EQ(observed_expected(seen), card.observed_expected);
    EXPECT_EQ(calibration_distance(seen).ici, card.ici);
    EXPECT_EQ(calibration_distance(seen).e90, card.e90);
  }
}

}  // namespace
}  // namespace calibrant
