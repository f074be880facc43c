// Platt, Platt on logits and beta against the optimum found with 50 digits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "calibrant/beta.hpp"
#include "calibrant/platt.hpp"
#include "helpers/golden.hpp"

namespace calibrant {
namespace {

Curve fit(const std::string& method, const Observations& seen) {
  if (method == "platt") return fit_platt(seen);
  if (method == "platt-logit") return fit_platt(seen, {.input = Sigmoid::Input::kLogit});
  return fit_beta(seen);
}

void expect_close(double actual, double expected, const std::string& what) {
  EXPECT_NEAR(actual, expected, 1e-9 * std::max(1.0, std::abs(expected))) << what;
}

TEST(LogisticGolden, ProbabilitiesAreThoseOfTheOptimum) {
  const auto cases = testing::read_golden_cases("logistic_groups.csv", 2);
  ASSERT_EQ(cases.size(), 40U);
  for (const auto& [key, golden] : cases) {
    const Curve curve = fit(key[1], golden.observed());
    EXPECT_EQ(curve.origin().method, key[1]);
    for (std::size_t k = 0; k < golden.scores.size(); ++k) {
      const double p = curve(golden.scores[k]);
      const double expected = golden.expected[k];
      // Relative to the rarer side: 1e-9 of a rare probability, too.
      EXPECT_NEAR(p, expected, 1e-9 * std::min(expected, 1 - expected) + 1e-15)
          << key[0] << ' ' << key[1] << " score " << golden.scores[k];
    }
  }
}

TEST(LogisticGolden, ParametersAreThoseOfTheOptimumWhereIdentified) {
  const auto cases = testing::read_golden_cases("logistic_groups.csv", 2);
  int compared = 0;
  for (const auto& line : testing::read_golden("logistic_parameters.csv")) {
    const Curve curve = fit(line[1], cases.at({line[0], line[1]}).observed());
    const auto& sigmoid = std::get<Sigmoid>(curve.shape());
    EXPECT_TRUE(std::isfinite(sigmoid.intercept) && std::isfinite(sigmoid.slope) &&
                std::isfinite(sigmoid.slope_complement))
        << line[0] << ' ' << line[1];
    const double intercept = testing::number(line[2]);
    if (std::isnan(intercept)) continue;
    ++compared;
    const double slope = testing::number(line[3]);
    const std::string what = line[0] + " " + line[1];
    expect_close(sigmoid.intercept, intercept, what);
    // Slopes of scores near 1e300 or 1e-300 are compared in their own size.
    const double unit = slope != 0 && (std::abs(slope) < 1e-9 || std::abs(slope) > 1e9) ? slope : 1;
    expect_close(sigmoid.slope / unit, slope / unit, what);
    expect_close(sigmoid.slope_complement, testing::number(line[4]), what);
  }
  EXPECT_EQ(compared, 36);
}

}  // namespace
}  // namespace calibrant
