// The whole report: its sentence, its size, the same bytes every time.
#include "report/report.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "calibrant/abb.hpp"
#include "helpers/shapes.hpp"

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
  EXPECT_THAT(text, HasSubstr(". Of the 150 scored about "));
  EXPECT_THAT(text,
              ::testing::EndsWith(". Calibrated with abb, no range is off by more than chance."));
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
      "chance. One more thing.");
}

TEST(Report, ScoresThatAreNoProbabilities) {
  ReportInput input = usual(2000);
  input.before.reset();
  input.fitted->scores = observe(std::vector<double>{-3.21, 5.1}, std::vector<int>{0, 1});
  EXPECT_EQ(verdict(input),
            "Your scores are not probabilities: they run from -3.2 to 5.1. Calibrated with abb, no "
            "range is off by more than chance.");
  input.fitted.reset();
  EXPECT_THAT(verdict(input), StartsWith("Your scores are not probabilities. Calibrated "));
  EXPECT_THAT(calibration_report(input), HasSubstr("Predicted and observed"));
}

/// A report on these scores alone, with what inspect() says of them.
ReportInput alone(const Observations& seen) {
  ReportInput input;
  input.before = {.name = "raw scores", .predictions = seen, .card = evaluate(seen)};
  input.warnings = inspect(seen);
  return input;
}

/// n rows, one positive in so many; scores as given.
template <class Score>
Observations some(std::size_t n, std::size_t one_in, const Score& score) {
  Rows rows;
  for (std::size_t i = 0; i < n; ++i) {
    rows.labels.push_back(one_in > 0 && i % one_in == 0 ? 1 : 0);
    rows.scores.push_back(score(i, rows.labels.back()));
  }
  return observe(rows.scores, rows.labels);
}

TEST(Report, TooFewRowsAreSaidToBeTooFew) {
  const auto even = [](std::size_t i, int) { return 0.1 + 0.02 * static_cast<double>(i % 40); };
  EXPECT_EQ(verdict(alone(some(30, 3, even))),
            "30 rows are too few to tell whether your scores are calibrated.");
  EXPECT_EQ(verdict(alone(some(1, 0, even))),
            "1 row is too few to tell whether your scores are calibrated.");
  EXPECT_EQ(verdict(alone(some(800, 100, even))),
            "8 positives among 800 rows are too few to tell whether your scores are calibrated.");
  ReportInput input = alone(some(30, 3, even));
  input.after = input.before;
  input.after_words = "Calibrated with auto";
  input.unclear_gain = "0.1";
  EXPECT_THAT(verdict(input), ::testing::EndsWith("are calibrated."));
  const std::string page = calibration_report(input);
  EXPECT_THAT(page, HasSubstr("<p class=\"warning\">Check the data: Only 30 rows: too few to "
                              "calibrate or to judge (50 are the least)."));
  EXPECT_THAT(page, HasSubstr("<p>30 rows are too few to tell.</p>"));
  EXPECT_THAT(page, ::testing::Not(HasSubstr("no range is off")));
}

TEST(Report, OneClassShowsNothing) {
  ReportInput input = alone(
      some(1000, 0, [](std::size_t i, int) { return 0.01 + 0.0005 * static_cast<double>(i); }));
  input.after = input.before;
  input.after_words = "Calibrated with isotonic";
  EXPECT_EQ(verdict(input),
            "All 1,000 labels are 0, which is too little to tell whether your scores are "
            "calibrated.");
  EXPECT_THAT(calibration_report(input), HasSubstr("Check the data: All labels are 0, so nothing"));
}

TEST(Report, ReversedScoresRunTheWrongWay) {
  Random random(5);
  const Observations seen = some(2000, 4, [&](std::size_t, int label) {
    return (label == 1 ? 0.4 : 0.6) * random.uniform() + 0.2;
  });
  const std::string text = verdict(alone(seen));
  EXPECT_THAT(text, StartsWith("Your scores run the wrong way: the higher the score, the fewer "
                               "positives (AUC 0.3"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("overconfident")));
}

TEST(Report, PercentagesLookLikePercentages) {
  ReportInput input = usual(2000);
  input.before.reset();
  input.warnings = {{Suspicion::kPercentages, "the scores look like percentages"}};
  EXPECT_THAT(verdict(input),
              StartsWith("Your scores look like percentages (0 to 100), not probabilities. "));
}

TEST(Report, OneScoreIsTooHighNotOverconfident) {
  EXPECT_THAT(
      verdict(alone(some(1000, 4, [](std::size_t, int) { return 0.5; }))),
      StartsWith("Your scores are too high. Of the 1,000 scored 0.5, 25\u00A0% were positive "
                 "(95 % interval 22 to 28\u00A0%)."));
}

TEST(Report, SubgroupsComeFirst) {
  ReportInput input = usual(3000);
  input.subgroups_headline = "2 of 2 subgroups are off by more than chance: a, b.";
  input.subgroups_off = true;
  const std::string text = verdict(input);
  EXPECT_THAT(text, StartsWith("2 of 2 subgroups are off by more than chance: a, b. Your scores "));
  EXPECT_THAT(text, ::testing::EndsWith("no range is off by more than chance over all rows "
                                        "together."));
  EXPECT_THAT(calibration_report(input),
              HasSubstr("nothing is left over all rows; the subgroups are below."));
}

TEST(Report, AnUnclearGainIsTold) {
  ReportInput input = usual(3000);
  input.unclear_gain = "+0.1, 95 % interval -0.1 to 0.3";
  EXPECT_THAT(verdict(input), ::testing::EndsWith("The gain in log loss is not clear, though "
                                                  "(+0.1, 95 % interval -0.1 to 0.3)."));
  Random random(3);
  Rows rows;
  for (int i = 0; i < 1000; ++i) {
    rows.scores.push_back(random.uniform());
    rows.labels.push_back(random.uniform() < rows.scores.back() ? 1 : 0);
  }
  input.before = assessed("raw scores", observe(rows.scores, rows.labels));
  input.after = input.before;
  EXPECT_EQ(verdict(input),
            "Your scores are calibrated as far as 1,000 rows can tell: no range is off by more "
            "than chance. Calibrated with abb, they still are. Calibrating them shows no clear "
            "gain in log loss, so they may stay as they are.");
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
