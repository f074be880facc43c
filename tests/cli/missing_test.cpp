// Rows without a score or a label: an error that names the way out, left out, or passed through.
#include <gmock/gmock.h>

#include "calibrant/model_file.hpp"
#include "cli/malformed.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// The same rows, with and without rows that lack something.
const std::string kWhole = "score,label\n0.1,0\n0.2,0\n0.7,1\n0.9,1\n";
const std::string kGaps =
    "score,label\n0.1,0\n,1\nNA,0\n0.2,0\n0.3,\nNaN,1\n\"\",1\n0.7,1\n0.4,null\n nan ,0\n0.9,1\n";

class Missing : public Malformed {
 protected:
  std::string model_of(const std::string& text, std::vector<std::string> options) {
    write("in.csv", text);
    options.insert(options.begin(), {"fit", "in.csv", "-o", "model.json", "--method", "isotonic"});
    const Result result = run(options);
    EXPECT_EQ(result.code, 0) << result.err;
    err_ = result.err;
    return read("model.json");
  }
  std::string err_;
};

TEST_F(Missing, IsAnErrorThatNamesTheWayOut) {
  const std::vector<Case> cases = {
      {"score,label\n,1\n",
       {},
       "in.csv:2: column 'score': is empty (a number was expected; --skip-missing leaves such rows "
       "out)"},
      {"score,label\nNA,1\n",
       {},
       "in.csv:2: column 'score': 'NA' is not a number (--skip-missing leaves such rows out)"},
      {"score,label\n0.5,null\n",
       {},
       "in.csv:2: column 'label': 'null' is not a label (0 or 1; --positive names another positive "
       "one; --skip-missing leaves such rows out)"},
      {"score,label,w\n0.5,1,\n",
       {"--weight", "w"},
       "in.csv:2: column 'w': is empty (a number was expected; --skip-missing leaves such rows "
       "out)"},
      {"score,label\n0.5,many\n",
       {"--skip-missing"},
       "in.csv:2: column 'label': 'many' is not a label (0 or 1; --positive names another positive "
       "one)"},
  };
  for (const Case& wrong : cases) expect_fit_refused(wrong);
}

TEST_F(Missing, SkippedRowsAreAsIfTheyWereNotThere) {
  const std::string expected = model_of(kWhole, {});
  EXPECT_EQ(model_of(kGaps, {"--skip-missing"}), expected);
  EXPECT_THAT(err_,
              StartsWith("calibrant: in.csv: skipped 7 rows with a missing score or label\n"));
  // With a word for the positive label, NA is still no label, unless it is that word.
  EXPECT_EQ(model_of("score,label\n0.1,no\n0.2,no\n0.5,NA\n0.7,yes\n0.9,yes\n",
                     {"--skip-missing", "--positive", "yes"}),
            expected);
  EXPECT_THAT(err_, StartsWith("calibrant: in.csv: skipped 1 row with"));
  EXPECT_EQ(model_of("score,label\n0.1,no\n0.2,no\n0.7,NA\n0.9,NA\n",
                     {"--skip-missing", "--positive", "NA"}),
            expected);
}

TEST_F(Missing, WeightsAndCounts) {
  const std::string expected =
      model_of("score,label,w\n0.1,0,2\n0.9,1,3\n", {"--weight", "w", "--skip-missing"});
  EXPECT_EQ(
      model_of("score,label,w\n0.1,0,2\n0.5,0,\n0.9,1,3\n", {"--weight", "w", "--skip-missing"}),
      expected);
  EXPECT_THAT(err_, StartsWith("calibrant: in.csv: skipped 1 row with a missing score, weight or "
                               "label\n"));
  EXPECT_EQ(model_of("score,n,p\n0.1,2,0\n0.5,NA,1\n0.9,0,3\n",
                     {"--negatives", "n", "--positives", "p", "--skip-missing"}),
            expected);
  EXPECT_THAT(err_, HasSubstr("skipped 1 row with a missing score or count\n"));
}

TEST_F(Missing, EvaluateAndCompare) {
  write("whole.csv", kWhole);
  write("in.csv", kGaps);
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--bootstrap", "0", "--json"},
        {"--bootstrap", "0", "--by", "label"}}) {
    std::vector<std::string> arguments = {"evaluate", "in.csv", "--skip-missing"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Result gaps = run(arguments);
    EXPECT_EQ(gaps.code, 0) << gaps.err;
    EXPECT_THAT(gaps.err, StartsWith("calibrant: in.csv: skipped 7 rows with"));
    arguments[1] = "whole.csv";
    std::string expected = run(arguments).out;
    expected.replace(expected.find("whole.csv"), 9, "in.csv");
    EXPECT_EQ(gaps.out, expected);
  }
  const std::vector<std::string> compare = {"--methods", "platt,raw", "--folds", "2"};
  std::vector<std::string> arguments = {"compare", "in.csv", "--skip-missing"};
  arguments.insert(arguments.end(), compare.begin(), compare.end());
  const Result gaps = run(arguments);
  EXPECT_EQ(gaps.code, 0) << gaps.err;
  EXPECT_THAT(gaps.err, StartsWith("calibrant: in.csv: skipped 7 rows with"));
  arguments[1] = "whole.csv";
  EXPECT_EQ(gaps.out, run(arguments).out);
}

TEST_F(Missing, SeveralClasses) {
  const std::vector<std::string> options = {"--score", "p_a,p_NA", "--skip-missing"};
  const std::string whole = "p_a,p_NA,label\n0.9,0.1,a\n0.2,0.8,NA\n";
  const std::string expected = model_of(whole, options);
  EXPECT_EQ(err_.find("skipped"), std::string::npos) << "NA is a class here";
  EXPECT_EQ(model_of(whole + "0.9,,a\n0.9,0.1,\n", options), expected);
  EXPECT_THAT(err_,
              StartsWith("calibrant: in.csv: skipped 2 rows with a missing score or label\n"));
}

TEST_F(Missing, NothingLeftIsAnError) {
  expect_fit_refused({"score,label\n,1\nNA,0\n",
                      {"--skip-missing"},
                      "in.csv: no row is left: all 2 lack a score or label"});
  expect_fit_refused({"score,label\n,1\n",
                      {"--skip-missing"},
                      "in.csv: no row is left: the only one lacks a score or label"});
  expect_apply_refused(
      {"score\n\"\"\nNA\n", {"--skip-missing"}, "in.csv: no row is left: all 2 lack a score"});
}

class MissingApply : public Missing {
 protected:
  void SetUp() override {
    Missing::SetUp();
    write("model.json",
          to_json(Curve(Steps{{0.5}, {0.25, 0.75}}, Band{0.9, {0.125, 0.5}, {0.5, 0.875}},
                        {.method = "sbb", .weight = 10, .prevalence = 0.5})));
  }
  Result applied(const std::string& text, std::vector<std::string> options) {
    options.insert(options.begin(), {"apply", "model.json", "-"});
    return run(options, text);
  }
};

TEST_F(MissingApply, KeptRowsGetEmptyCellsInTheirPlace) {
  const Result result = applied("id,score\na,0.1\nb,\nc,NA\n\nd,0.9\ne,nan", {"--keep-missing"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "id,score,calibrated\na,0.1,0.25\nb,,\nc,NA,\n\nd,0.9,0.75\ne,nan,\n");
  EXPECT_EQ(
      applied("score\n\"\"\n0.9\n", {"--keep-missing", "--interval", "--prevalence", "0.5"}).out,
      "score,calibrated,calibrated_lower,calibrated_upper\n\"\",,,\n0.9,0.75,0.5,0.875\n");
}

TEST_F(MissingApply, SkippedRowsGoWithTheirLineEndings) {
  Result result = applied("id,score\na,0.1\nb,\nc,NA\n\nd,0.9\ne,nan", {"--skip-missing"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "calibrant: standard input: skipped 3 rows with a missing score\n");
  EXPECT_EQ(result.out, "id,score,calibrated\na,0.1,0.25\n\nd,0.9,0.75\n");
  result = applied("id,score\r\nb,\r\na,0.1\r\nc,NA\r\nd,0.9\r\ne,nan", {"--skip-missing"});
  EXPECT_EQ(result.out, "id,score,calibrated\r\na,0.1,0.25\r\nd,0.9,0.75\r\n");
  result = applied("id,score\r\ne,nan\r\nd,0.9", {"--skip-missing"});
  EXPECT_EQ(result.out, "id,score,calibrated\r\nd,0.9,0.75\r\n");
}

// Many blocks, and rows left out at their ends.
TEST_F(MissingApply, LongFiles) {
  std::string text = "id,score\n";
  std::string skipped = "id,score,calibrated\n";
  std::string kept = skipped;
  std::size_t missing = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::string id = std::to_string(i * 7919 % 100'000);
    if (i % 3 == 0) {
      text += id + ",\n";
      kept += id + ",,\n";
      ++missing;
    } else {
      text += id + ",0.9\n";
      kept += id + ",0.9,0.75\n";
      skipped += id + ",0.9,0.75\n";
    }
  }
  EXPECT_EQ(applied(text, {"--keep-missing"}).out, kept);
  const Result result = applied(text, {"--skip-missing"});
  EXPECT_EQ(result.out, skipped);
  EXPECT_THAT(result.err, HasSubstr("skipped " + std::to_string(missing) + " rows"));
}

TEST_F(MissingApply, SeveralClassesAndAcp) {
  write("in.csv", "p_a,p_b,label\n0.9,0.1,a\n0.2,0.8,b\n");
  ASSERT_EQ(run({"fit", "in.csv", "-o", "m", "--method", "isotonic", "--score", "p_a,p_b"}).code,
            0);
  EXPECT_EQ(run({"apply", "m", "-", "--score", "p_a,p_b", "--keep-missing"},
                "p_a,p_b\n,0.8\n0.9,0.1\n0.9,\n")
                .out,
            "p_a,p_b,calibrated_a,calibrated_b\n,0.8,,\n0.9,0.1,1,0\n0.9,,,\n");
  write("in.csv", "score,label,l,u\n0.25,0,0,1\n0.75,1,0,1\n");
  ASSERT_EQ(
      run({"fit", "in.csv", "-o", "m", "--method", "acp", "--lower", "l", "--upper", "u"}).code, 0);
  EXPECT_EQ(run({"apply", "m", "-", "--lower", "l", "--upper", "u", "--keep-missing"},
                "score,l,u\n0.5,,1\n0.5,0,1\n")
                .out,
            "score,l,u,calibrated\n0.5,,1,\n0.5,0,1,0.5\n");
}

TEST_F(MissingApply, KeepAndSkipDoNotGoTogether) {
  const Result result = applied("score\n0.5\n", {"--keep-missing", "--skip-missing"});
  EXPECT_EQ(result.code, 64);
  EXPECT_EQ(result.err,
            "calibrant: --keep-missing: does not go with --skip-missing (see calibrant apply "
            "--help)\n");
}

}  // namespace
}  // namespace calibrant::testing
