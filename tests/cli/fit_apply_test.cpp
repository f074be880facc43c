// What a user sees of `calibrant fit` and `calibrant apply`, byte for byte.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "calibrant/abb.hpp"
#include "calibrant/auto.hpp"
#include "calibrant/cells.hpp"
#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/simplify.hpp"
#include "cli/run.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

constexpr const char* kScores =
    "id,score,label\n"
    "a,0.9,1\n"
    "b,0.2,0\n"
    "c,0.6,1\n"
    "d,0.4,0\n";

class FitApply : public Cli {
 protected:
  // Fits to kScores; fails the test if that does not work.
  void fit(const std::vector<std::string>& options) {
    write("scores.csv", kScores);
    std::vector<std::string> arguments = {"fit", "scores.csv", "-o", "model.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Result result = run(arguments);
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "");
  }

  std::string applied(const std::string& text, const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments = {"apply", "model.json", "-"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Result result = run(arguments, text);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    return result.out;
  }
};

TEST_F(FitApply, Transcript) {
  write("scores.csv", kScores);
  Result result = run({"fit", "scores.csv", "-o", "model.json", "--method", "isotonic"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "Fitted isotonic on 4 rows with 4 distinct scores, 50 % of them positive.\n"
            "The model, 2 steps, is in model.json.\n");
  EXPECT_EQ(read("model.json"),
            R"({"format":"calibrant-model","version":2,"checksum":"1edcc52070f7100f","model":)"
            R"({"curve":{"borders":[0.5],"shape":"steps","values":[0.0,1.0]},"kind":"curve",)"
            R"("library":"0.1.0","origin":{"groups":4,"method":"isotonic","prevalence":0.5,)"
            R"("scores":[0.2,0.9],"weight":4.0}}})"
            "\n");
  result = run({"apply", "model.json", "scores.csv"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "id,score,label,calibrated\n"
            "a,0.9,1,1\n"
            "b,0.2,0,0\n"
            "c,0.6,1,1\n"
            "d,0.4,0,0\n");
  result = run({"apply", "model.json", "scores.csv", "-o", "out.csv"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(read("out.csv"),
            "id,score,label,calibrated\n"
            "a,0.9,1,1\n"
            "b,0.2,0,0\n"
            "c,0.6,1,1\n"
            "d,0.4,0,0\n");
  EXPECT_EQ(files(), (std::vector<std::string>{"model.json", "out.csv", "scores.csv"}));
}

TEST_F(FitApply, TranscriptWithBandWeightsAndNamedLabels) {
  write("scores.tsv",
        "p\tanswer\ttimes\n"
        "0.1\tno\t3\n"
        "0.2\tno\t3\n"
        "0.8\tyes\t5\n"
        "0.9\tmaybe\t1\n");
  const Result result =
      run({"fit",     "scores.tsv", "-o",         "-",           "--method", "sbb",     "--lambda",
           "0.5",     "--level",    "0.9",        "--delimiter", "tab",      "--score", "p",
           "--label", "answer",     "--positive", "yes",         "--weight", "times"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err,
            "Fitted sbb on 4 rows of weight 12 with 4 distinct scores, 41.67 % of them positive.\n"
            "The model, 2 steps with a 90 % band, is on standard output.\n"
            "The best of all binnings, with lambda = 0.5.\n");
  write("model.json", result.out);
  // Bins {0.1, 0.2} and {0.8, 0.9}: 0 of 6 and 5 of 6, so 1/8 and 6/8.
  EXPECT_EQ(applied("p\tx\n0.15\t\"a\tb\"\n0.85\t\n", {"--delimiter", "\\t", "--score", "p"}),
            "p\tx\tcalibrated\n0.15\t\"a\tb\"\t0.125\n0.85\t\t0.75\n");
  EXPECT_THAT(applied("p\n0.15\n", {"--score", "p", "--interval"}),
              ::testing::MatchesRegex("p,calibrated,calibrated_lower,calibrated_upper\n"
                                      "0.15,0.125,0\\.00[0-9]+,0\\.[0-9]+\n"));
}

TEST_F(FitApply, AutoIsTheDefaultAndTellsWhatItAveraged) {
  write("scores.csv", kScores);
  const Result result = run({"fit", "scores.csv", "-o", "model.json"});
  EXPECT_EQ(result.code, 0);
  const Curve curve = std::get<Curve>(from_json(read("model.json")));
  EXPECT_EQ(curve.origin().method, "auto");
  EXPECT_THAT(result.err,
              ::testing::MatchesRegex(
                  "Fitted auto on 4 rows with 4 distinct scores, 50 % of them positive.\n"
                  "The model, [0-9]+ knots, is in model.json.\n"
                  "An average of [0-9]+ models, weighted by how well they explain the labels: "
                  "[0-9]+ % .*[.]\n"));
  EXPECT_THAT(result.err, ::testing::EndsWith(describe(curve.origin()) + "\n"));
}

TEST_F(FitApply, MonotoneKeepsTheOrder) {
  std::string text = "score,label\n";
  for (int i = 0; i < 60; ++i) {
    text += fmt::format("{},{}\n", i / 60.0, i < 20 || i >= 40 ? 1 : 0);
  }
  const auto values = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"fit", "-", "-o", "model.json"});
    EXPECT_EQ(run(options, text).code, 0);
    return std::get<Segments>(std::get<Curve>(from_json(read("model.json"))).shape()).values;
  };
  const std::vector<double> free = values({});
  const std::vector<double> ascending = values({"--monotone"});
  EXPECT_FALSE(std::is_sorted(free.begin(), free.end()));
  EXPECT_TRUE(std::is_sorted(ascending.begin(), ascending.end()));
  EXPECT_EQ(values({"--monotone=false"}), free);
  EXPECT_EQ(values({"--monotone=auto"}), free);
  EXPECT_EQ(values({"--monotone=true"}), ascending);
  EXPECT_THAT(run({"fit", "-", "-o", "model.json"}, text).err,
              ::testing::HasSubstr("The labels speak against the order of the scores"));
  EXPECT_EQ(run({"fit", "-", "-o", "model.json", "--monotone=perhaps"}, text).err,
            "calibrant: --monotone: 'perhaps' is not auto, true or false (see calibrant fit "
            "--help)\n");
}

TEST_F(FitApply, TheModelIsWhatTheLibraryFits) {
  const Sample sample = draw(Shape::kSharp, 500);
  std::string text = "score,label\n";
  std::string counted = "neg,pos,score\n";
  for (std::size_t i = 0; i < 500; ++i) {
    text += fmt::format("{},{}\n", sample.scores[i], sample.labels[i]);
    counted += fmt::format("{},{},{}\n", 1 - sample.labels[i], sample.labels[i], sample.scores[i]);
  }
  const Observations seen = observe(sample.scores, sample.labels);
  const Curve curve = thin(fit_auto(seen, {.level = 0.95}));
  const Result model = run({"fit", "-", "-o", "-", "--level", "0.95"}, text);
  EXPECT_EQ(model.out, to_json(curve));
  EXPECT_EQ(run({"fit", "-", "-o", "-", "--level", "0.95", "--exact"}, text).out,
            to_json(fit_auto(seen, {.level = 0.95})));
  EXPECT_EQ(
      run({"fit", "-", "-o", "-", "--level", "0.95", "--negatives", "neg", "--positives", "pos"},
          counted)
          .out,
      model.out);
  write("model.json", model.out);
  std::string expected = "score,label,calibrated,calibrated_lower,calibrated_upper\n";
  for (std::size_t i = 0; i < 500; ++i) {
    const auto [lower, upper] = curve.interval(sample.scores[i]);
    expected += fmt::format("{},{},{},{},{}\n", sample.scores[i], sample.labels[i],
                            curve(sample.scores[i]), lower, upper);
  }
  EXPECT_EQ(applied(text, {"--interval"}), expected);
}

TEST_F(FitApply, EveryMethodFitsAndApplies) {
  for (const std::string_view name : method_names()) {
    const std::string method(name);
    SCOPED_TRACE(method);
    fit({"--method", method});
    EXPECT_THAT(applied("score\n0.5\n"),
                ::testing::MatchesRegex("score,calibrated\n0.5,[01][.0-9]*\n"));
    fit({"--method", method, "--tabulate", "7"});
    EXPECT_THAT(read("model.json"), ::testing::HasSubstr("\"shape\":\"grid\""));
  }
}

TEST_F(FitApply, AcpReadsTheClassifiersInterval) {
  write("scores.csv", kScores);
  EXPECT_EQ(run({"fit", "scores.csv", "-o", "model.json", "--method", "acp"}).err,
            "Fitted acp on 4 rows with 4 distinct scores, 50 % of them positive.\n"
            "The model, which keeps every score, is in model.json.\n");
  const std::vector<std::string> bounds = {"--lower", "lo", "--upper", "hi"};
  // 0.5 +- 0.15 holds 0.4 and 0.6; 0.5 +- 0.05 holds nothing, so the score stays.
  EXPECT_EQ(applied("score,lo,hi\n0.5,0.35,0.65\n0.5,0.45,0.55\n", bounds),
            "score,lo,hi,calibrated\n0.5,0.35,0.65,0.5\n0.5,0.45,0.55,0.5\n");
  EXPECT_EQ(applied("score,lo,hi\n0.7,0.4,1.0\n", bounds),
            "score,lo,hi,calibrated\n0.7,0.4,1.0,0.6666666666666666\n");
}

TEST_F(FitApply, PrevalenceReweighsOddsAndBounds) {
  write("scores.csv", "score,label\n0.1,0\n0.2,0\n0.3,0\n0.8,1\n");
  ASSERT_EQ(run({"fit", "scores.csv", "-o", "model.json", "--method", "histogram", "--bins", "1",
                 "--no-smoothing"})
                .code,
            0);
  EXPECT_EQ(applied("score\n0\n"), "score,calibrated\n0,0.25\n");
  // Odds 1/3 at 1/4; at 1/2 they are 1.
  EXPECT_EQ(applied("score\n0\n", {"--prevalence", "0.5"}), "score,calibrated\n0,0.5\n");
  EXPECT_EQ(applied("score\n0\n", {"--prevalence", "0.25"}), "score,calibrated\n0,0.25\n");
  fit({"--method", "isotonic"});
  EXPECT_EQ(applied("score\n0\n1\n", {"--prevalence", "0.001"}), "score,calibrated\n0,0\n1,1\n");
  fit({"--method", "sbb", "--level", "0.5"});
  const auto numbers = [](const std::string& out) {
    std::array<double, 3> values = {};
    std::sscanf(out.c_str() + out.find('\n'), "\n0,%lf,%lf,%lf", &values[0], &values[1],
                &values[2]);
    return values;
  };
  const auto plain = numbers(applied("score\n0\n", {"--interval"}));
  const auto moved = numbers(applied("score\n0\n", {"--interval", "--prevalence", "0.1"}));
  for (std::size_t i = 0; i < 3; ++i) {
    const double odds = plain[i] / (1 - plain[i]) / 9;
    EXPECT_GT(plain[i], 0);
    EXPECT_NEAR(moved[i], odds / (1 + odds), 1e-15);
  }
}

TEST_F(FitApply, EveryOtherByteStays) {
  fit({"--method", "isotonic"});
  // A byte-order mark, CRLF, quotes that were not needed, doubled quotes, newlines and delimiters
  // in quotes, a quote inside a plain field, blank lines, blanks around numbers, no newline at the
  // end.
  EXPECT_EQ(applied("\xEF\xBB\xBF\"score\",\"a \"\"b\"\"\"\r\n"
                    "\"0.9\",\"x\r\ny,z\"\r\n"
                    "\r\n"
                    " 0.2\t,5\" disk\r\n"
                    "+0.9,\"\"\"\""),
            "\xEF\xBB\xBF\"score\",\"a \"\"b\"\"\",calibrated\r\n"
            "\"0.9\",\"x\r\ny,z\",1\r\n"
            "\r\n"
            " 0.2\t,5\" disk,0\r\n"
            "+0.9,\"\"\"\",1\r\n");
  EXPECT_EQ(applied("score"), "score,calibrated\n");
  EXPECT_EQ(applied("score\r\n0.9"), "score,calibrated\r\n0.9,1\r\n");
  EXPECT_EQ(applied("score\r\n0.9\r"), "score,calibrated\r\n0.9,1\r\n");
  EXPECT_EQ(applied("score\n0.9\n\n\n"), "score,calibrated\n0.9,1\n\n\n");
  EXPECT_EQ(applied("\n\nscore\n0.9"), "\n\nscore,calibrated\n0.9,1\n");
  EXPECT_EQ(applied("x;score\n1,5;0.9\n", {"--delimiter", ";"}), "x;score;calibrated\n1,5;0.9;1\n");
}

TEST_F(FitApply, NumbersAreExact) {
  // Half-way cases, the smallest and largest doubles, digits beyond what a double holds.
  for (const auto& [text, value] : std::vector<std::pair<std::string, double>>{
           {"9007199254740993", 9007199254740992.0},
           {"9007199254740993.00000000000000000000000000000000001", 9007199254740994.0},
           {"5e-324", 5e-324},
           {"2e-324", 0.0},
           {"1e-400", 0.0},
           {"1.7976931348623157e308", 1.7976931348623157e308},
           {"-0.1", -0.1},
           {"+.5", 0.5},
           {"5.", 5.0},
           {"1E3", 1000.0}}) {
    SCOPED_TRACE(text);
    const Result model = run({"fit", "-", "-o", "-", "--method", "isotonic"},
                             "score,label\n" + text + ",1\n-1e300,0\n");
    ASSERT_EQ(model.code, 0) << model.err;
    const auto curve = std::get<Curve>(from_json(model.out));
    // The border lies half-way between the two scores.
    EXPECT_EQ(std::get<Steps>(curve.shape()).borders.at(0), value / 2 + -1e300 / 2);
  }
}

TEST_F(FitApply, TwiceIsRefused) {
  fit({"--method", "isotonic"});
  ASSERT_EQ(run({"apply", "model.json", "scores.csv", "-o", "out.csv"}).code, 0);
  EXPECT_THAT(read("out.csv"), ::testing::StartsWith("id,score,label,calibrated\na,0.9,1,1\n"));
  EXPECT_EQ(run({"apply", "-", "out.csv", "--score", "label"}, read("model.json")).code, 2);
}

// Cells that were counted elsewhere give the model that the rows give.
TEST_F(FitApply, CellsOfRowsEqualCountedCells) {
  const Sample sample = draw(Shape::kSharp, 5'000, 3);
  std::string rows = "score,label\n";
  for (std::size_t i = 0; i < sample.scores.size(); ++i) {
    rows += fmt::format("{},{}\n", sample.scores[i], sample.labels[i]);
  }
  const Observations seen = gather(observe(sample.scores, sample.labels), CellRule::kProbability);
  std::string counts = "score,neg,pos,rows\n";
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    counts +=
        fmt::format("{},{},{},7\n", seen.scores()[k], seen.negatives()[k], seen.positives()[k]);
  }
  const std::vector<std::string> method = {"--method", "abb", "-o", "-"};
  const auto fitted = [&](std::vector<std::string> arguments, const std::string& text) {
    arguments.insert(arguments.begin(), {"fit", "-"});
    arguments.insert(arguments.end(), method.begin(), method.end());
    const Result result = run(arguments, text);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  const std::string model = fitted({"--cells", "probability"}, rows);
  EXPECT_EQ(fitted({"--negatives", "neg", "--positives", "pos"}, counts), model);
  EXPECT_NE(fitted({}, rows), model);
  EXPECT_NE(fitted({"--cells", "margin"}, rows), model);
  const Result outside =
      run({"fit", "-", "-o", "-", "--cells", "probability"}, "score,label\n2,1\n");
  EXPECT_EQ(outside.code, 2);
  EXPECT_EQ(outside.err, "calibrant: -:2: column 'score': '2' is not a probability (0 to 1)\n");
}

TEST_F(FitApply, HelpShowsTwoExamples) {
  for (const std::string verb : {"fit", "apply"}) {
    const Result result = run({verb, "--help"});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.out, ::testing::ContainsRegex("Examples:\n  calibrant " + verb));
    EXPECT_GE(std::count(result.out.begin() + static_cast<long>(result.out.find("Examples:")),
                         result.out.end(), '\n'),
              4);
  }
}

}  // namespace
}  // namespace calibrant::testing
