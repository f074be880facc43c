// evaluate --html and compare --html, as a user sees them.
#include <gmock/gmock.h>

#include <cmath>

#include "cli/run.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using ReportFile = Cli;

std::string scores_csv(const std::string& column, double factor = 1, std::size_t n = 400) {
  Random random(11);
  std::string text = column + ",label\n";
  for (std::size_t i = 0; i < n; ++i) {
    const double s = random.uniform();
    text += std::to_string(factor * s) + (random.uniform() < s * s ? ",1\n" : ",0\n");
  }
  return text;
}

std::vector<std::string> quick(std::vector<std::string> arguments) {
  for (const char* word : {"--methods", "abb,platt,raw", "--folds", "4"}) {
    arguments.emplace_back(word);
  }
  return arguments;
}

TEST_F(ReportFile, CompareWritesThePageAndPrintsTheTable) {
  write("in.csv", scores_csv("score"));
  const Result plain = run(quick({"compare", "in.csv"}));
  const Result result = run(quick({"compare", "in.csv", "--html", "report.html"}));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, plain.out);
  EXPECT_THAT(files(), ElementsAre("in.csv", "report.html"));
  const std::string page = read("report.html");
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, EndsWith("</html>\n"));
  EXPECT_THAT(page, HasSubstr("Your scores are too high "));
  EXPECT_THAT(page, HasSubstr("Calibrated with "));
  EXPECT_THAT(page, HasSubstr("400 rows, "));
  EXPECT_THAT(page, HasSubstr("calibrant compare in.csv --html report.html --methods "
                              "abb,platt,raw --folds 4"));
  EXPECT_THAT(page, HasSubstr("<h2>All methods</h2>"));
  EXPECT_LT(page.size(), 300'000U);
}

TEST_F(ReportFile, SameBytesTwice) {
  write("in.csv", scores_csv("score"));
  const auto html = [&](const char* threads) {
    // The command differs, and is part of the page.
    std::string page = run(quick({"compare", "in.csv", "--html", "-", "--threads", threads})).out;
    const std::size_t at = page.find("--threads ");
    return page.erase(at, 11);
  };
  EXPECT_EQ(html("1"), html("3"));
}

TEST_F(ReportFile, EvaluateToStandardOutputPrintsNothingElse) {
  write("in.csv", scores_csv("calibrated"));
  const Result result = run({"evaluate", "in.csv", "--html", "-"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(result.out, EndsWith("</html>\n"));
  EXPECT_THAT(result.out, HasSubstr("The probabilities are too high "));
  EXPECT_THAT(result.out, Not(HasSubstr("Before and after")));
}

TEST_F(ReportFile, EvaluateBeforeAndAfter) {
  Random random(3);
  std::string text = "score,calibrated,label,site\n";
  for (int i = 0; i < 600; ++i) {
    const double p = random.uniform();
    text += std::to_string(std::sqrt(p)) + "," + std::to_string(p) +
            (random.uniform() < p ? ",1," : ",0,") + (i % 2 == 0 ? "north\n" : "a<b\n");
  }
  write("in.csv", text);
  const Result result =
      run({"evaluate", "in.csv", "--before", "score", "--by", "site", "--html", "r.html"});
  EXPECT_EQ(result.code, 0) << result.err;
  const std::string page = read("r.html");
  EXPECT_THAT(page, HasSubstr("The probabilities in column score are too high"));
  EXPECT_THAT(page, HasSubstr("Calibrated, in column calibrated, no range is off"));
  EXPECT_THAT(page, HasSubstr("Before and after"));
  EXPECT_THAT(page, HasSubstr("<p class=\"lead\">None of the 2 subgroups is off by more than "
                              "chance. The probabilities in column score are "));
  EXPECT_THAT(page, HasSubstr("<th scope=\"row\">a&lt;b</th>"));
}

TEST_F(ReportFile, NamesAreShownAndNotRun) {
  const std::string name = "<script>alert(1)</script>";
  write("a'b<i>.csv", scores_csv(name));
  const Result result = run(quick({"compare", "a'b<i>.csv", "--score", name, "--html", "r.html"}));
  EXPECT_EQ(result.code, 0) << result.err;
  const std::string page = read("r.html");
  EXPECT_THAT(page, HasSubstr("column &lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr(name)));
  EXPECT_THAT(page, HasSubstr("<h1>Calibration report: a&#39;b&lt;i&gt;.csv</h1>"));
  EXPECT_THAT(page, HasSubstr("calibrant compare &#39;a&#39;\\&#39;&#39;b&lt;i&gt;.csv&#39;"));
}

TEST_F(ReportFile, ScoresThatAreNoProbabilities) {
  write("in.csv", scores_csv("score", 10));
  const Result result = run(quick({"compare", "in.csv", "--html", "r.html"}));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(read("r.html"), HasSubstr("Your scores are not probabilities: they run from "));
}

TEST_F(ReportFile, SubgroupsAreInTheHeadline) {
  Random random(4);
  std::string text = "calibrated,label,sex\n";
  for (int i = 0; i < 4000; ++i) {
    const double p = 0.05 + 0.5 * random.uniform();
    const bool woman = i % 2 == 0;
    text += std::to_string(p) + (random.uniform() < (woman ? 0.6 : 1.4) * p ? ",1," : ",0,") +
            (woman ? "women\n" : "men\n");
  }
  write("in.csv", text);
  const Result result = run({"evaluate", "in.csv", "--by", "sex", "--html", "r.html", "--title",
                             "Income <by> sex", "--bootstrap", "20"});
  EXPECT_EQ(result.code, 0) << result.err;
  const std::string page = read("r.html");
  EXPECT_THAT(page,
              ::testing::ContainsRegex(
                  "<p class=\"lead\">2 of 2 subgroups are off by more than chance: (women got "
                  "[34][0-9]\u00A0% fewer|men got [34][0-9]\u00A0% more) positives than "
                  "predicted, (women|men) got "));
  EXPECT_THAT(page, HasSubstr("<h1>Income &lt;by&gt; sex</h1>"));
  EXPECT_THAT(page, HasSubstr("<title>Income &lt;by&gt; sex</title>"));
}

TEST_F(ReportFile, AutoIsWhatIsShown) {
  write("in.csv", scores_csv("score"));
  const Result result = run({"compare", "in.csv", "--methods", "auto,abb,platt,raw", "--folds", "4",
                             "--html", "r.html", "--title", "T"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\nRecommended: auto."));
  const std::string page = read("r.html");
  EXPECT_THAT(page, HasSubstr("Calibrated with auto, "));
  EXPECT_THAT(
      page,
      HasSubstr("Log loss compared with auto, row by row; intervals corrected for 6 comparisons"));
  EXPECT_THAT(page, HasSubstr("The AUC at the top is that of all rows together"));
  EXPECT_THAT(page, HasSubstr("<h1>T</h1>"));
  EXPECT_THAT(page, Not(HasSubstr("class=\"warning\"")));
}

TEST_F(ReportFile, WarningsAreInTheReport) {
  write("few.csv", scores_csv("score", 1, 30));
  EXPECT_EQ(run(quick({"compare", "few.csv", "--html", "few.html"})).code, 0);
  EXPECT_THAT(read("few.html"),
              HasSubstr("<p class=\"lead\">30 rows are too few to tell whether your scores are "
                        "calibrated.</p>\n<p class=\"warning\">Check the data: Only 30 rows"));
  write("percent.csv", scores_csv("score", 100));
  EXPECT_EQ(run(quick({"compare", "percent.csv", "--html", "percent.html"})).code, 0);
  EXPECT_THAT(read("percent.html"), HasSubstr("<p class=\"lead\">Your scores look like percentages "
                                              "(0 to 100), not probabilities. Calibrated with "));
  std::string flipped = "score,label\n";
  std::string negatives = "score,label\n";
  Random random(12);
  for (int i = 0; i < 400; ++i) {
    const double s = random.uniform();
    flipped += std::to_string(1 - s) + (random.uniform() < s ? ",1\n" : ",0\n");
    negatives += std::to_string(s) + ",0\n";
  }
  write("flipped.csv", flipped);
  EXPECT_EQ(run(quick({"compare", "flipped.csv", "--html", "flipped.html"})).code, 0);
  EXPECT_THAT(read("flipped.html"), HasSubstr("<p class=\"lead\">Your scores run the wrong way: "));
  write("negatives.csv", negatives);
  EXPECT_EQ(run(quick({"compare", "negatives.csv", "--html", "negatives.html"})).code, 0);
  const std::string page = read("negatives.html");
  EXPECT_THAT(page, HasSubstr("<p class=\"lead\">All 400 labels are 0, which is too little to tell "
                              "whether your scores are calibrated.</p>"));
  EXPECT_THAT(page, Not(HasSubstr("no range is off")));
  // With a test file, it is the test file that is told about.
  EXPECT_EQ(
      run({"compare", "few.csv", "flipped.csv", "--methods", "platt,raw", "--html", "t.html"}).code,
      0);
  EXPECT_THAT(read("t.html"), HasSubstr("<p class=\"lead\">Your scores run the wrong way: "));
  EXPECT_THAT(read("t.html"), HasSubstr("Calibration file: only 30 rows"));
}

TEST_F(ReportFile, RawScoresAlone) {
  write("in.csv", scores_csv("score"));
  const Result result =
      run({"compare", "in.csv", "--methods", "raw", "--folds", "3", "--html", "r.html"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(read("r.html"), Not(HasSubstr("The calibration curve")));
}

TEST_F(ReportFile, TestFileWeightsAndCounts) {
  write("in.csv", "score,neg,pos\n0.1,30,2\n0.4,20,8\n0.7,9,15\n0.9,3,40\n");
  write("test.csv", "score,neg,pos\n0.1,15,1\n0.4,12,5\n0.7,4,8\n0.9,1,20\n");
  const Result result = run({"compare", "in.csv", "test.csv", "--negatives", "neg", "--positives",
                             "pos", "--methods", "sbb,raw", "--html", "r.html"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(read("r.html"), HasSubstr("<td>test.csv</td>"));
  write("w.csv", "p,label,w\n0.2,0,1.5\n0.7,1,2.25\n0.4,1,0.5\n0.6,0,0\n");
  const Result weighted =
      run({"evaluate", "w.csv", "--probability", "p", "--weight", "w", "--html", "w.html"});
  EXPECT_EQ(weighted.code, 0) << weighted.err;
  EXPECT_THAT(read("w.html"), HasSubstr("4 rows of weight 4.25"));
}

TEST_F(ReportFile, WrongUsageAndBadPlaces) {
  write("in.csv", scores_csv("score", 1, 20));
  Result result = run({"evaluate", "in.csv", "--before", "score"});
  EXPECT_EQ(result.code, 64);
  EXPECT_EQ(result.err, "calibrant: --before: is for --html (see calibrant evaluate --help)\n");
  for (const char* verb : {"evaluate", "compare"}) {
    result = run({verb, "in.csv", "--title", "t"});
    EXPECT_EQ(result.code, 64);
    EXPECT_EQ(result.err, std::string("calibrant: --title: is for --html (see calibrant ") + verb +
                              " --help)\n");
  }
  result = run({"evaluate", "-", "--before", "score", "--html", "r.html"}, "score,label\n0.5,1\n");
  EXPECT_EQ(result.code, 64);
  EXPECT_THAT(result.err, HasSubstr("--before: reads the file once more"));
  result = run({"evaluate", "in.csv", "--before", "nope", "--html", "r.html"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("nope"));
  result = run({"compare", "in.csv", "--html", "no/such/place.html"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("no/such/place.html"));
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(files(), ElementsAre("in.csv"));
}

}  // namespace
}  // namespace calibrant::testing
