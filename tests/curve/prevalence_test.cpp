#include "calibrant/prevalence.hpp"

#include <cmath>
#include <limits>

#include "calibrant/error.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

using testing::message_of;

double odds(double p) { return p / (1 - p); }

TEST(PrevalenceShift, MultipliesAllOddsByOneFactor) {
  const PrevalenceShift shift(0.4, 0.05);
  const double factor = odds(0.05) / odds(0.4);
  for (const double p : {1e-12, 0.01, 0.3, 0.5, 0.99}) {
    EXPECT_NEAR(odds(shift(p)) / (odds(p) * factor), 1, 1e-12) << p;
  }
  EXPECT_NEAR(shift(0.4), 0.05, 1e-15);  // a score that says nothing says the prevalence
}

TEST(PrevalenceShift, KeepsWhatIsCertainOrMissing) {
  const PrevalenceShift shift(0.4, 0.05);
  EXPECT_EQ(shift(0), 0);
  EXPECT_EQ(shift(1), 1);
  EXPECT_TRUE(std::isnan(shift(std::numeric_limits<double>::quiet_NaN())));
}

TEST(PrevalenceShift, ManyAreAsOne) {
  const PrevalenceShift shift(0.25, 0.75);
  std::vector<double> values = {0, 0.125, 0.5, 1};
  std::vector<double> expected;
  for (const double value : values) expected.push_back(shift(value));
  shift(values);
  EXPECT_EQ(values, expected);
}

TEST(PrevalenceShift, ADenormalPrevalenceDoesNotOverflow) {
  const PrevalenceShift shift(std::numeric_limits<double>::denorm_min(), 0.5);
  EXPECT_NEAR(shift(std::numeric_limits<double>::denorm_min()), 0.5, 1e-12);
  EXPECT_EQ(shift(0.5), 1);
}

TEST(PrevalenceShift, RefusesRatesThatAreNone) {
  EXPECT_EQ(message_of<OptionError>([] { PrevalenceShift(0.5, 1); }),
            "prevalence: 1 is not strictly between 0 and 1");
  EXPECT_EQ(message_of<InputError>([] { PrevalenceShift(0, 0.5); }),
            "model: was fitted at a prevalence of 0, which cannot be re-weighed");
}

TEST(FrequencyShift, OfTwoClassesIsThatOfThePrevalence) {
  const PrevalenceShift shift(0.4, 0.05);
  std::vector<double> rows;
  for (const double p : {1e-12, 0.01, 0.3, 0.5, 0.99}) rows.insert(rows.end(), {1 - p, p});
  std::vector<double> shifted = rows;
  FrequencyShift(std::vector{0.6, 0.4}, std::vector{0.95, 0.05})(shifted);
  for (std::size_t i = 1; i < rows.size(); i += 2) {
    EXPECT_NEAR(shifted[i], shift(rows[i]), 1e-15);
    EXPECT_NEAR(shifted[i - 1] + shifted[i], 1, 1e-15);
  }
}

TEST(FrequencyShift, MultipliesTheOddsOfEveryPair) {
  const std::vector<double> fitted = {0.5, 0.3, 0.2};
  const std::vector<double> wanted = {0.1, 0.2, 0.7};
  const std::vector<double> row = {0.2, 0.5, 0.3};
  std::vector<double> shifted = row;
  FrequencyShift(fitted, wanted)(shifted);
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double factor = (wanted[k] / fitted[k]) / (wanted[j] / fitted[j]);
      EXPECT_NEAR(shifted[k] / shifted[j], row[k] / row[j] * factor, 1e-13);
    }
  }
  std::vector<double> says_nothing = fitted;
  FrequencyShift(fitted, wanted)(says_nothing);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(says_nothing[k], wanted[k], 1e-15);
}

TEST(FrequencyShift, AClassThatIsNotThereAndAMissingRow) {
  const FrequencyShift shift(std::vector{0.5, 0.3, 0.2}, std::vector{0.0, 0.4, 0.6});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> rows = {1, 0, 0, nan, nan, nan, 0.2, 0.8, 0};
  shift(rows);
  EXPECT_EQ(rows[0], 0);
  EXPECT_EQ(rows[1], 0.4);
  EXPECT_EQ(rows[2], 0.6);
  EXPECT_TRUE(std::isnan(rows[3]) && std::isnan(rows[5]));
  EXPECT_EQ(rows[7], 1);
}

TEST(FrequencyShift, RefusesWhatIsNoFrequency) {
  const std::vector<double> fitted = {0.5, 0.5};
  const auto shift = [&](std::vector<double> wanted) { FrequencyShift(fitted, wanted); };
  EXPECT_EQ(message_of<OptionError>([&] {
              shift({0.5, 0.4});
            }),
            "prevalence: the numbers add up to 0.9 (1 was expected)");
  EXPECT_EQ(message_of<OptionError>([&] {
              shift({1.5, -0.5});
            }),
            "prevalence: 1.5 is not between 0 and 1");
  EXPECT_EQ(message_of<OptionError>([&] { shift({1}); }),
            "prevalence: has 1 numbers (one for each of 2 classes was expected)");
  EXPECT_EQ(message_of<InputError>([&] { FrequencyShift({}, fitted); }),
            "model: does not say how frequent its classes were, and cannot be re-weighed");
  EXPECT_EQ(message_of<InputError>([&] {
              FrequencyShift(std::vector{1.0, 0.0}, fitted);
            }),
            "model: has no row of class 1, and cannot be re-weighed");
}

}  // namespace
}  // namespace calibrant
