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

}  // namespace
}  // namespace calibrant
