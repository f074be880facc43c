// Data that can be used and yet looks wrong: a line on standard error, or an error with --strict.
// The cases are those of a new user who made each mistake once.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Row {
  double score;
  int label;
};

// Labels are drawn with the probability `score`: calibrated, and nothing to warn of.
std::vector<Row> good_rows(std::size_t count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double score = std::round(uniform(random) * 1e4) / 1e4;
    rows.push_back({score, uniform(random) < score ? 1 : 0});
  }
  return rows;
}

std::string csv(const std::vector<Row>& rows) {
  std::string text = "score,label\n";
  for (const Row& row : rows) text += fmt::format("{},{}\n", row.score, row.label);
  return text;
}

// By comparing every positive with every negative.
double area(const std::vector<Row>& rows) {
  double sum = 0;
  double pairs = 0;
  for (const Row& a : rows) {
    for (const Row& b : rows) {
      if (a.label != 1 || b.label != 0) continue;
      sum += a.score > b.score ? 1 : a.score == b.score ? 0.5 : 0;
      ++pairs;
    }
  }
  return sum / pairs;
}

class Warnings : public Cli {
 protected:
  // fit, evaluate and compare all say `warning` of the file, and refuse it with --strict.
  void expect_warned(const std::string& text, const std::string& warning,
                     const std::vector<std::vector<std::string>>& verbs) {
    write("in.csv", text);
    for (std::vector<std::string> arguments : verbs) {
      SCOPED_TRACE(arguments[0]);
      Result result = run(arguments);
      EXPECT_EQ(result.code, 0);
      EXPECT_THAT(result.said, HasSubstr("calibrant: in.csv: warning: " + warning + "\n"));
      std::filesystem::remove(file("out"));
      arguments.emplace_back("--strict");
      result = run(arguments);
      EXPECT_EQ(result.code, 2);
      EXPECT_THAT(result.said, StartsWith("calibrant: in.csv: "));
      EXPECT_THAT(result.said, HasSubstr(warning));
      EXPECT_THAT(result.said, ::testing::EndsWith(" (--strict)\n"));
      EXPECT_EQ(result.out, "");
      EXPECT_FALSE(exists("out"));
    }
  }

  const std::vector<std::string> kFit = {"fit", "in.csv", "-o", "out", "--method", "platt"};
  const std::vector<std::string> kEvaluate = {"evaluate", "in.csv", "--bootstrap", "0"};
  const std::vector<std::string> kCompare = {"compare", "in.csv", "--methods", "platt,raw"};
};

TEST_F(Warnings, NoneOfGoodData) {
  write("in.csv", csv(good_rows(2000)));
  for (std::vector<std::string> arguments : {kFit, kEvaluate, kCompare}) {
    arguments.emplace_back("--strict");
    const Result result = run(arguments);
    EXPECT_EQ(result.code, 0) << result.said;
    EXPECT_THAT(result.said, Not(HasSubstr("warning")));
  }
}

TEST_F(Warnings, ReversedScores) {
  std::vector<Row> rows = good_rows(2000);
  for (Row& row : rows) row.score = 1 - row.score;
  expect_warned(csv(rows),
                fmt::format("the scores run the wrong way (AUC {:.2f}): are they the probability "
                            "of the other class?",
                            area(rows)),
                {kFit, kEvaluate, kCompare});
}

TEST_F(Warnings, Percentages) {
  std::vector<Row> rows = good_rows(2000);
  for (Row& row : rows) row.score = std::round(100 * row.score);
  expect_warned(csv(rows),
                "the scores look like percentages (0 to 100): divide them by 100 if they are",
                {kFit, kCompare});
}

TEST_F(Warnings, OneClass) {
  std::vector<Row> rows = good_rows(200);
  for (const int label : {0, 1}) {
    for (Row& row : rows) row.label = label;
    expect_warned(
        csv(rows),
        fmt::format("all labels are {}, so nothing can be learned about the other class", label),
        {kFit, kEvaluate, kCompare});
  }
}

TEST_F(Warnings, FewRows) {
  expect_warned("score,label\n0.001,0\n",
                "only 1 row: too few to calibrate or to judge (50 are the least)",
                {kFit, kEvaluate});
  std::vector<Row> rows = good_rows(8);
  expect_warned(csv(rows), "only 8 rows: too few to calibrate or to judge (50 are the least)",
                {kFit, kEvaluate});
  rows = good_rows(200);
  std::size_t positives = 0;
  for (Row& row : rows) row.label = row.label == 1 && positives++ < 9 ? 1 : 0;
  expect_warned(csv(rows), "only 9 positives: too few to calibrate or to judge (10 are the least)",
                {kFit, kEvaluate, kCompare});
}

TEST_F(Warnings, EqualScores) {
  std::vector<Row> rows = good_rows(200);
  for (Row& row : rows) row.score = 0.5;
  expect_warned(csv(rows), "all scores equal 0.5, so every row gets the same probability",
                {kFit, kEvaluate, kCompare});
}

TEST_F(Warnings, ComeBeforeTheResultAndNameStandardInput) {
  const Result result =
      run({"fit", "-", "-o", "out", "--method", "platt"}, "score,label\n0.1,0\n0.9,1\n");
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.said,
              StartsWith("calibrant: standard input: warning: only 2 rows: too few to calibrate or "
                         "to judge (50 are the least)\n"
                         "calibrant: standard input: warning: only 1 positive"));
  EXPECT_LT(result.said.rfind("warning"), result.said.find("Fitted platt"));
}

TEST_F(Warnings, TheTestFileOfCompareIsLookedAtToo) {
  write("in.csv", csv(good_rows(200)));
  write("test.csv", csv(good_rows(20)));
  const Result result = run({"compare", "in.csv", "test.csv", "--methods", "platt,raw"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.said, StartsWith("calibrant: test.csv: warning: only 20 rows"));
}

TEST_F(Warnings, AnUpdateIsJudgedByAllItsRows) {
  write("in.csv", csv(good_rows(200)));
  write("new.csv", csv(good_rows(8)));
  ASSERT_EQ(run({"fit", "in.csv", "-o", "m", "--method", "isotonic", "--keep-observations"}).code,
            0);
  const Result result = run({"fit", "new.csv", "-o", "m", "--update", "m", "--strict"});
  EXPECT_EQ(result.code, 0) << result.said;
}

TEST_F(Warnings, SeveralClassesInALineOfEachKind) {
  std::string text = "p_a,p_b,p_c,label\n";
  for (int i = 0; i < 30; ++i) text += "0.5,0.25,0.25,a\n0.25,0.5,0.25,b\n";
  text += "0.25,0.25,0.5,c\n0.2,0.3,0.5,c\n";
  write("in.csv", text);
  for (std::vector<std::string> arguments :
       {std::vector<std::string>{"fit", "in.csv", "-o", "out", "--method", "isotonic", "--score",
                                 "p_a,p_b,p_c"},
        {"evaluate", "in.csv", "--bootstrap", "0", "--probability", "p_a,p_b,p_c"},
        {"compare", "in.csv", "--methods", "platt,raw", "--folds", "2", "--score",
         "p_a,p_b,p_c"}}) {
    SCOPED_TRACE(arguments[0]);
    Result result = run(arguments);
    EXPECT_EQ(result.code, 0) << result.said;
    EXPECT_THAT(result.said,
                StartsWith("calibrant: in.csv: warning: 1 of 3 classes has fewer than 10 rows "
                           "('c' 2): too few to calibrate or to judge\n"));
    EXPECT_EQ(result.said.rfind("warning"), result.said.find("warning")) << result.said;
    arguments.emplace_back("--strict");
    result = run(arguments);
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.out, "");
  }
}

// --- apply ---

class OutsideScores : public Warnings {
 protected:
  void fit(const std::vector<Row>& rows, const std::string& method) {
    write("in.csv", csv(rows));
    const Result result = run({"fit", "in.csv", "-o", "model.json", "--method", method});
    ASSERT_EQ(result.code, 0) << result.said;
  }
  // The same scores as a model of 0 to 1 never saw: in percent.
  static std::string percentages(const std::vector<Row>& rows) {
    std::string text = "score\n";
    for (const Row& row : rows) text += fmt::format("{}\n", 100 * row.score);
    return text;
  }
};

TEST_F(OutsideScores, PercentagesToAModelOfProbabilities) {
  const std::vector<Row> rows = good_rows(2000);
  std::size_t outside = 0;
  for (const Row& row : rows) outside += 100 * row.score > 1 ? 1U : 0U;
  const std::string warning = fmt::format(
      "calibrant: new.csv: warning: {} of 2000 scores lie outside 0 to 1, the range that the model "
      "was fitted on\n",
      outside);
  write("new.csv", percentages(rows));
  for (const std::string_view method : method_names()) {
    if (needs_probabilities(method)) continue;  // these refuse such scores
    fit(rows, std::string(method));
    const Result result = run({"apply", "model.json", "new.csv", "-o", "out"});
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.said, warning) << method;
    EXPECT_TRUE(exists("out"));
    std::filesystem::remove(file("out"));
  }
}

TEST_F(OutsideScores, StrictStopsAtTheFirst) {
  fit(good_rows(2000), "platt");
  write("new.csv", "score\n0.25\n1\n52\n0.5\n");
  for (const char* output : {"out", "-"}) {
    const Result result = run({"apply", "model.json", "new.csv", "-o", output, "--strict"});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.said,
              "calibrant: new.csv:4: column 'score': '52' lies outside 0 to 1, the range that the "
              "model was fitted on (--strict)\n");
    EXPECT_FALSE(exists("out"));
  }
}

TEST_F(OutsideScores, NewExtremesOfMarginsAreNormal) {
  std::vector<Row> rows = good_rows(2000);
  for (Row& row : rows) row.score = 6 * row.score - 3;
  rows[0].score = -3;
  rows[1].score = 3;
  fit(rows, "platt");
  // Within the range widened by 5 %, which is 0.3.
  std::string text = "score\n";
  for (int i = 0; i < 100; ++i) text += "3.25\n-3.25\n";
  EXPECT_EQ(run({"apply", "model.json", "-", "--strict"}, text).said, "");
  // Beyond that, one in a hundred is normal.
  for (int i = 0; i < 2; ++i) text += "3.5\n";
  EXPECT_EQ(run({"apply", "model.json", "-", "--strict"}, text).said, "");
  text += "-4\n";
  Result result = run({"apply", "model.json", "-"}, text);
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.said, StartsWith("calibrant: standard input: warning: 3 of 203 scores lie "
                                      "outside -3 to 3, "));
  write("new.csv", text);
  result = run({"apply", "model.json", "new.csv", "-o", "out", "--strict"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.said, StartsWith("calibrant: new.csv: 3 of 203 scores lie outside -3 to 3, "));
  EXPECT_FALSE(exists("out"));
}

TEST_F(OutsideScores, AModelThatDoesNotKnowItsRangeIsSilent) {
  write("model.json", to_json(Curve(Steps{{0.5}, {0.25, 0.75}}, {}, {.method = "isotonic"})));
  const Result result = run({"apply", "model.json", "-", "--strict"}, "score\n52\n");
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.said, "");
}

TEST_F(OutsideScores, SeveralClassesNameTheColumn) {
  std::string text = "p_a,p_b,label\n";
  for (int i = 0; i < 30; ++i) text += "0.75,0.25,a\n0.25,0.75,b\n";
  write("in.csv", text);
  ASSERT_EQ(run({"fit", "in.csv", "-o", "m", "--method", "isotonic", "--score", "p_a,p_b"}).code,
            0);
  const Result result =
      run({"apply", "m", "-", "--score", "p_a,p_b"}, "p_a,p_b\n0.5,0.5\n0.5,50\n");
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.said,
            "calibrant: standard input: warning: column 'p_b': 1 of 2 scores lies outside 0 to 1, "
            "the range that the model was fitted on\n");
}

TEST_F(Warnings, WeightsThatAreNoCounts) {
  std::string two = "score,label,w\n";
  std::string three = "p_a,p_b,p_c,label,w\n";
  int i = 0;
  for (const Row& row : good_rows(400)) {
    if (++i % 4 != 0 && row.label == 1) continue;  // fewer positives
    two += fmt::format("{},{},{}\n", row.score, row.label, row.label == 1 ? 3.5 : 0.5);
    const int label = i % 10 == 0 ? 2 : i % 2;
    three += fmt::format("0.2,0.3,0.5,{},{}\n", "abc"[label], label == 2 ? 5 : 1);
  }
  write("two.csv", two);
  write("three.csv", three);
  for (const char* verb : {"fit", "evaluate"}) {
    std::vector<std::string> words = {verb, "two.csv", "--weight", "w"};
    if (words[0] == "fit") words.insert(words.end(), {"-o", "m", "--method", "platt"});
    if (words[0] == "evaluate") words.insert(words.end(), {"--probability", "score"});
    const Result result = run(words);
    EXPECT_EQ(result.code, 0) << result.said;
    EXPECT_THAT(result.warnings,
                HasSubstr("two.csv: warning: the weights look like class weights (0.5 for each "
                          "negative, 3.5 for each positive)"));
    words.emplace_back("--strict");
    EXPECT_EQ(run(words).code, 2);
  }
  const Result several = run({"fit", "three.csv", "--score", "p_a,p_b,p_c", "--weight", "w", "-o",
                              "m", "--method", "platt"});
  EXPECT_THAT(several.warnings, HasSubstr("class weights (one for each class)"));
}

}  // namespace
}  // namespace calibrant::testing
