// The report on several classes: the verdict never says anything else than the tables.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "calibrant/assess.hpp"
#include "calibrant/report.hpp"
#include "helpers/matrices.hpp"
#include "report/class_report.hpp"
#include "report/class_words.hpp"

namespace calibrant::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

MulticlassAssessment assessed(std::size_t rows, std::size_t classes, double sharpness) {
  const auto matrix = calibrant::testing::draw_matrix(rows, classes, sharpness);
  return assess(observe_predictions(matrix.scores, matrix.labels, classes), rows,
                calibrant::testing::letters(classes), {.repeats = 20});
}

TEST(ClassReport, VerdictAndTablesAgree) {
  for (const double sharpness : {0.6, 1.0, 1.3, 2.5}) {
    const MulticlassAssessment found = assessed(900, 4, sharpness);
    const bool off = !found.diagnosis.top.fine() ||
                     std::ranges::any_of(found.classes, &AssessedRows::off) ||
                     std::ranges::any_of(found.diagnosis.confusions, &Confusion::off);
    EXPECT_EQ(off, !found.diagnosis.fine());
    const std::string words = verdict({.title = "t", .before = &found});
    EXPECT_THAT(words, StartsWith(off ? "The probabilities are off by more than chance."
                                      : "The probabilities are calibrated as far as 900 rows"));
    const auto classes_off = std::ranges::count(found.classes, true, &AssessedRows::off);
    const std::string sentence = classes_sentence(found);
    if (classes_off == 0) {
      EXPECT_THAT(sentence, StartsWith("None of the 4 classes"));
    } else {
      EXPECT_THAT(words, HasSubstr(sentence));
    }
  }
}

TEST(ClassReport, SaysByHowMuch) {
  EXPECT_EQ(class_fault({.expected = 78, .observed = 100, .total_p = 0.01}),
            "too low by 22\u00A0%");
  EXPECT_EQ(
      class_fault(
          {.expected = 150, .observed = 100, .total_p = 0.01, .spread_p = 0.02, .extreme = true}),
      "too high by 50\u00A0%, too extreme");
  EXPECT_EQ(class_fault({.expected = 30, .observed = 0, .total_p = 0}),
            "too high (30 predicted, none came)");
  EXPECT_EQ(class_fault({.expected = 30, .observed = 2, .total_p = 0}),
            "too high (15 times as high)");
  EXPECT_EQ(class_fault({.expected = 30, .observed = 28, .total_p = 0.9, .spread_p = 0.01}),
            "too timid");
  EXPECT_EQ(class_fault({.expected = 30, .observed = 28, .total_p = 0.9}), "");
}

TEST(ClassReport, TellsBeforeAndAfter) {
  const MulticlassAssessment wrong = assessed(900, 4, 2.5);
  const MulticlassAssessment right = assessed(900, 4, 1);
  const std::string page = to_page(right, {.file = "in.csv"}, &wrong);
  EXPECT_THAT(page, HasSubstr("<title>Calibration report: in.csv</title>"));
  EXPECT_THAT(page, HasSubstr("Calibrated, nothing is off by more than chance."));
  for (const char* words : {"What to do next", "The most likely class", "The classes", "before",
                            "Which classes are confused", "Use these probabilities"}) {
    EXPECT_THAT(page, HasSubstr(words));
  }
  EXPECT_EQ(page, to_page(right, {.file = "in.csv"}, &wrong));
  const std::string alone = to_page(wrong);
  EXPECT_THAT(alone, HasSubstr("Calibrate: the log loss would fall by about"));
  EXPECT_THAT(alone, Not(HasSubstr("After calibration")));
}

TEST(ClassReport, HasTwelveDiagramsAtMost) {
  const auto diagrams = [](const std::string& page) {
    std::size_t count = 0;
    for (std::size_t at = 0;
         (at = page.find("Reliability diagram of the class", at)) != std::string::npos; ++at)
      ++count;
    return count;
  };
  EXPECT_EQ(diagrams(to_page(assessed(300, 5, 1))), 5U);
  const std::string many = to_page(assessed(300, 20, 1));
  EXPECT_EQ(diagrams(many), 12U);
  EXPECT_LT(many.size(), 300'000U);
}

TEST(ClassReport, FewRowsAndHostileNames) {
  const auto matrix = calibrant::testing::draw_matrix(12, 3, 1);
  const std::vector<std::string> names = {"<script>alert(1)</script>", "\"b\"", "c"};
  const MulticlassAssessment few =
      assess(observe_predictions(matrix.scores, matrix.labels, 3), 12, names, {.repeats = 0});
  const std::string page = to_page(few);
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("too few"));
  EXPECT_THAT(to_text(few), HasSubstr("There are too few rows to tell"));
}

}  // namespace
}  // namespace calibrant::report
