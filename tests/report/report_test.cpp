// The whole report: its sentence, its size, the same bytes every time.
#include "report/report.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "calibrant/abb.hpp"
#include "support/shapes.hpp"

namespace calibrant::report {
namespace {

using ::testing::HasSubstr;
using testing::Random;
using ::testing::StartsWith;

Assessed assessed(const std::string& name, const Observations& seen) {
  return {.name = name,
          .predictions = seen,
          .card = evaluate(seen),
          .intervals = bootstrap(seen, {.repeats = 40})};
}

struct Rows {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
};

/// Too extreme on both sides.
Rows overconfident(std::size_t n) {
  Random random(7);
  Rows rows;
  for (std::size_t i = 0; i < n; ++i) {
    const double z = 8 * random.uniform() - 4;
    rows.scores.push_back(1 / (1 + std::exp(-z)));
    rows.labels.push_back(random.uniform() < 1 / (1 + std::exp(-z / 3)) ? 1 : 0);
  }
  return rows;
}

ReportInput usual(std::size_t n) {
  const Rows rows = overconfident(n);
  const Observations seen = observe(rows.scores, rows.labels);
  const Curve curve = fit_abb(seen, {.level = 0.95});
  ReportInput input;
  input.title = "t";
  input.before = assessed("raw scores", seen);
  input.after = assessed("calibrated with abb", observe(apply(curve, rows.scores), rows.labels));
  input.after_words = "Calibrated with abb";
  input.fitted = {"abb", curve, seen};
  return input;
}

TEST(Report, TheVerdictNamesTheFaultAnExampleAndWhatIsLeft) {
  const std::string text = verdict(usual(3000));
  EXPECT_THAT(text, StartsWith("Your scores are overconfident: too low below "));
  EXPECT_THAT(text, HasSubstr(" and too high above "));
  EXPECT_THAT(text, HasSubstr(": of the 150 scored about "));
  EXPECT_THAT(text, ::testing::EndsWith(
                        ". Calibrated with abb, no range is off by more than its uncertainty."));
}

TEST(Report, RightScoresAreSaidToBeRight) {
  Random random(3);
  Rows rows;
  for (int i = 0; i < 1000; ++i) {
    rows.scores.push_back(random.uniform());
    rows.labels.push_back(random.uniform() < rows.scores.back() ? 1 : 0);
  }
  ReportInput input;
  input.before = assessed("raw scores", observe(rows.scores, rows.labels));
  input.remarks = {"One more thing."};
  EXPECT_EQ(
      verdict(input),
      "Your scores are calibrated as far as 1,000 rows can tell: no range is off by more than "
      "its uncertainty. One more thing.");
}

TEST(Report, ScoresThatAreNoProbabilities) {
  ReportInput input = usual(2000);
  input.before.reset();
  EXPECT_EQ(
      verdict(input),
      "Your scores are no probabilities. Calibrated with abb, no range is off by more than its "
      "uncertainty.");
  EXPECT_THAT(calibration_report(input), HasSubstr("Predicted and observed"));
}

TEST(Report, HasEverySectionAndItsNumbers) {
  const ReportInput input = usual(1000);
  const std::string html = calibration_report(input);
  for (const char* heading : {"Before and after", "The calibration curve", "Where it is wrong",
                              "Decisions", "Data and method"}) {
    EXPECT_THAT(html, HasSubstr("<h2>" + std::string(heading) + "</h2>"));
  }
  EXPECT_THAT(html, HasSubstr("<dt>Log loss</dt>"));
  EXPECT_THAT(html, HasSubstr("What was averaged, or chosen from"));
}

TEST(Report, NoNumberOfRowsMakesItLarge) {
  constexpr std::size_t kMost = 300'000;
  EXPECT_LT(calibration_report(usual(20'000)).size(), kMost);
  EXPECT_LT(calibration_report(usual(100)).size(), kMost);
}

TEST(Report, SameBytesForAnyNumberOfThreads) {
  ReportInput input = usual(2000);
  input.execution.threads = 1;
  const std::string one = calibration_report(input);
  input.execution.threads = 3;
  EXPECT_EQ(calibration_report(input), one);
}

TEST(Report, ASingleRow) {
  ReportInput input;
  const Observations seen = observe(std::vector<double>{0.5}, std::vector<int>{1});
  input.before = {.name = "p", .predictions = seen, .card = evaluate(seen)};
  const std::string html = calibration_report(input);
  EXPECT_THAT(html, HasSubstr("<dt>AUC</dt><dd class=\"value\">–</dd>"));
  EXPECT_THAT(html, ::testing::Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace calibrant::report
