// Without sorting: the same bits.
#include "calibrant/metrics.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "calibrant/error.hpp"
#include "helpers/shapes.hpp"
#include "math/fixed_sum.hpp"

namespace calibrant {
namespace {

using metrics::FixedSum;
using metrics::kLogTerms;
using metrics::kUnitTerms;
using testing::Random;

struct TiedRows {
  std::vector<double> probabilities;
  std::vector<std::uint8_t> labels;
};

/// Ties, exact 0s and 1s; a large power makes most of them small.
TiedRows draw_tied_rows(std::size_t n, double power, std::uint64_t seed) {
  Random random(seed);
  TiedRows rows;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = random.uniform();
    double p = std::pow(random.uniform(), power);
    if (u < 0.1) p = u < 0.05 ? 0 : 1;
    if (u > 0.7) p = std::round(p * 50) / 50;
    rows.probabilities.push_back(p);
    rows.labels.push_back(random.uniform() < p ? 1 : 0);
  }
  return rows;
}

TEST(RowMeasures, AreThoseOfObservationsToTheBit) {
  for (const double power : {1.0, 4.0, 30.0}) {
    for (const std::size_t n : {1U, 2U, 511U, 512U, 513U, 3000U, 40000U}) {
      const auto [p, y] = draw_tied_rows(n, power, n);
      const Observations seen = observe(p, y);
      EXPECT_EQ(brier_score(p, y), brier_score(seen)) << n << " " << power;
      EXPECT_EQ(log_loss(p, y), log_loss(seen)) << n << " " << power;
      EXPECT_EQ(brier_score(p, y), evaluate(seen).brier);
      EXPECT_EQ(log_loss(p, y), evaluate(seen).log_loss);
      for (const std::size_t bins : {1U, 3U, 10U, 49U, 200U, 201U}) {
        const CalibrationError expected = calibration_error(seen, {.bins = bins});
        const CalibrationError found = calibration_error(p, y, bins);
        EXPECT_EQ(found.ece, expected.ece) << n << " " << power << " " << bins;
        EXPECT_EQ(found.mce, expected.mce) << n << " " << power << " " << bins;
      }
    }
  }
}

TEST(RowMeasures, AgreeWithTheirDefinitions) {
  for (const double power : {1.0, 30.0}) {
    const auto [p, y] = draw_tied_rows(5000, power, 3);
    long double squares = 0;
    long double logs = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const long double off = static_cast<long double>(y[i]) - p[i];
      squares += off * off;
      const double clipped = std::clamp(p[i], 0x1p-53, 1 - 0x1p-53);
      logs -= y[i] == 1 ? std::log(static_cast<long double>(clipped))
                        : std::log1p(-static_cast<long double>(clipped));
    }
    const auto brier = static_cast<double>(squares / 5000);
    EXPECT_NEAR(brier_score(p, y), brier, 1e-15 * brier);
    const auto loss = static_cast<double>(logs / 5000);
    EXPECT_NEAR(log_loss(p, y), loss, 1e-15 * loss);
  }
}

TEST(RowMeasures, ErrorsAreThoseOfObservations) {
  const std::vector<std::uint8_t> labels = {0, 1};
  const auto message = [&](const std::vector<double>& p, const std::vector<std::uint8_t>& y) {
    std::vector<std::string> messages;
    const auto note = [&](const auto& measure) {
      try {
        measure();
        messages.emplace_back("none");
      } catch (const InputError& error) {
        messages.emplace_back(error.what());
      }
    };
    note([&] { brier_score(p, y); });
    note([&] { log_loss(p, y); });
    note([&] { calibration_error(p, y, 10); });
    EXPECT_THAT(messages, ::testing::Each(messages.front()));
    return messages.front();
  };
  EXPECT_EQ(message({0.5, 1.5}, labels), "probabilities[1]: 1.5 is not a probability (0 to 1)");
  EXPECT_EQ(message({0.5, std::numeric_limits<double>::quiet_NaN()}, labels),
            "probabilities[1]: nan is not a probability (0 to 1)");
  EXPECT_THAT(message({0.5, 0.5}, {0, 2}), ::testing::StartsWith("labels[1]: 2 is not"));
  EXPECT_THAT(message({}, {}), ::testing::StartsWith("probabilities"));
  EXPECT_THAT(message({0.5}, labels), ::testing::StartsWith("labels"));
  EXPECT_THROW(calibration_error(std::vector{0.5}, std::vector<std::uint8_t>{1}, 0), OptionError);
}

TEST(FixedSum, HasNoOrderAndCountsAreCopies) {
  Random random(1);
  std::vector<double> terms;
  for (int i = 0; i < 1000; ++i) terms.push_back(random.uniform());
  const auto sum = [&](std::uint64_t count) {
    FixedSum result(kUnitTerms);
    for (const double term : terms) result.add(term, count);
    return result;
  };
  const double once = sum(1).value(1000).value();
  std::ranges::reverse(terms);
  EXPECT_EQ(sum(1).value(1000).value(), once);
  FixedSum copies(kUnitTerms);
  for (int i = 0; i < 7; ++i) {
    for (const double term : terms) copies.add(term);
  }
  EXPECT_EQ(copies.value(7000).value(), sum(7).value(7000).value());
}

TEST(FixedSum, IsAbsentWhereTheQuantumWouldMatter) {
  FixedSum sum(kUnitTerms);
  sum.add(0x1p-10);
  EXPECT_EQ(sum.value(1), 0x1p-10);
  EXPECT_FALSE(sum.value(2).has_value());
  EXPECT_FALSE(FixedSum(kLogTerms).value(1).has_value());
}

}  // namespace
}  // namespace calibrant
