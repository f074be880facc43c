// calibrant evaluate, as a user sees it.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "calibrant/bootstrap.hpp"
#include "calibrant/diagnosis.hpp"
#include "cli/run.hpp"
#include "csv/input.hpp"
#include "helpers/scorecard.hpp"
#include "helpers/shapes.hpp"
#include "metrics/holm.hpp"

namespace calibrant::testing {
namespace {

using Json = nlohmann::json;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using Evaluate = Cli;

constexpr const char* kSmall =
    "score,label,calibrated\n0.9,1,0.8\n0.8,1,0.7\n0.7,0,0.6\n0.2,0,0.3\n0.1,0,0.1\n0.6,1,0.6\n";

/// `n` rows that three sites share; the probabilities of `bad`, if any, are too high.
std::string sites(std::size_t n, const std::string& bad) {
  Random random(5);
  std::string text = "p,label,site,w\n";
  const std::array<std::string, 3> names = {"west", "east", "north"};
  for (std::size_t i = 0; i < n; ++i) {
    const double truth = random.uniform();
    const std::string& site = names[i % 3];
    const double p = site == bad ? std::sqrt(truth) : truth;
    text += std::to_string(p) + (random.uniform() < truth ? ",1," : ",0,") + site + "," +
            std::to_string(i % 4) + "\n";
  }
  return text;
}

TEST_F(Evaluate, TranscriptWithoutIntervals) {
  write("in.csv", kSmall);
  const Result result = run({"evaluate", "in.csv", "--bootstrap", "0", "--bins", "4"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            R"(in.csv: 6 rows, 50.0 % positive; probabilities from column calibrated

measure                  value
log loss                0.4115
Brier score             0.1250
  miscalibration        0.0417
  - discrimination      0.1667
  + uncertainty         0.2500
RMSE                    0.3536
ECE, equal width        0.1167
MCE, equal width        0.3000
ECE, equal mass         0.1833
MCE, equal mass         0.3000
ICI                     0.1833
E90                     0.3000
calibration slope            -
calibration intercept  -0.0866
observed / expected     0.9677
AUC                     0.9444
accuracy at 1/2         0.8333
prevalence              0.5000

Spiegelhalter's test: z = -0.89, p = 0.5296.
Together with the total, 3 positives where 3.1 were predicted: p = 0.7859.

bin  rows  probability  observed     95 % interval
0.1     1       0.1000    0.0000  0.0000 to 0.9750
0.3     1       0.3000    0.0000  0.0000 to 0.9750
0.6     2       0.6000    0.5000  0.0126 to 0.9874
0.7     1       0.7000    1.0000  0.0250 to 1.0000
0.8     1       0.8000    1.0000  0.0250 to 1.0000
There are too few rows to tell whether the probabilities are off.
)");
}

TEST_F(Evaluate, ColumnsAreFoundByName) {
  write("in.csv", kSmall);
  EXPECT_THAT(run({"evaluate", "in.csv", "--probability", "score", "--bootstrap", "0"}).out,
              HasSubstr("probabilities from column score\n"));
  write("scores.csv", "score,y\n0.2,no\n0.7,yes\n");
  const Result result =
      run({"evaluate", "scores.csv", "--label", "y", "--positive", "yes", "--bootstrap", "0"});
  EXPECT_THAT(result.out,
              StartsWith("scores.csv: 2 rows, 50.0 % positive; probabilities from column score\n"));
}

TEST_F(Evaluate, ReadsStandardInputAndCounts) {
  const Result result = run({"evaluate", "-", "--delimiter", ";", "--negatives", "no",
                             "--positives", "yes", "--bootstrap", "0"},
                            "score;no;yes\n0.2;80;20\n0.7;3;7\n");
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, StartsWith("standard input: 2 rows of weight 110, 24.5 % positive;"));
  EXPECT_THAT(result.out, HasSubstr("ECE, equal width       0.0000\n"));
}

TEST_F(Evaluate, JsonHoldsTheNumbersOfTheLibrary) {
  write("in.csv", sites(300, "north"));
  const Result result = run({"evaluate", "in.csv", "--probability", "p", "--weight", "w", "--json",
                             "--bootstrap", "50", "--seed", "9", "--bins", "5"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);
  cli::InputOptions input;
  input.path = file("in.csv");
  input.score = "p";
  input.weight = "w";
  const cli::CsvRows rows = cli::read_rows(input);
  const Scorecard card = evaluate(rows.scores, rows.labels, rows.weights, {.bins = 5});
  const auto intervals =
      bootstrap(rows.scores, rows.labels, rows.weights, {.repeats = 50, .bins = 5, .seed = 9});
  for (const auto& [name, value] : named_values(card)) {
    if (name == "weight" || name.starts_with("spiegelhalter")) continue;
    EXPECT_EQ(json["measures"][name]["value"].get<double>(), value.value()) << name;
  }
  EXPECT_EQ(json["measures"]["auc"]["lower"].get<double>(), intervals.auc->lower);
  EXPECT_EQ(json["measures"]["auc"]["upper"].get<double>(), intervals.auc->upper);
  EXPECT_EQ(json["measures"]["auc"]["by_chance"], nullptr);
  EXPECT_EQ(json["measures"]["ece"]["by_chance"].get<double>(), intervals.ece->by_chance);
  EXPECT_EQ(json["weight"].get<double>(), card.weight);
  EXPECT_EQ(json["spiegelhalter"]["z"].get<double>(), card.spiegelhalter_z);
  EXPECT_EQ(json["reliability"].size(), 5U);
  EXPECT_EQ(json["bootstrap"], 50);
  EXPECT_FALSE(json.contains("subgroups"));
}

TEST_F(Evaluate, ThreadsChangeNoByte) {
  write("in.csv", sites(500, ""));
  const std::vector<std::string> arguments = {"evaluate",    "in.csv", "--probability", "p",
                                              "--bootstrap", "40",     "--by",          "site"};
  const auto with = [&](const char* threads) {
    auto all = arguments;
    all.insert(all.end(), {"--threads", threads});
    return run(all).out;
  };
  const std::string one = with("1");
  EXPECT_THAT(one, HasSubstr("95 % interval"));
  EXPECT_EQ(one, with("2"));
  EXPECT_EQ(one, with("5"));
}

TEST_F(Evaluate, SaysWhichSubgroupsAreOff) {
  write("in.csv", sites(900, "north"));
  const Result bad =
      run({"evaluate", "in.csv", "--probability", "p", "--by", "site", "--bootstrap", "0"});
  EXPECT_THAT(bad.out, EndsWith("1 of 3 subgroups is off by more than chance (total and "
                                "Spiegelhalter's test together, Holm's correction, 5 %):\n"
                                "  north (p < 0.0001, 22 % fewer positives than predicted)\n"));
  write("fine.csv", sites(900, ""));
  const Result fine =
      run({"evaluate", "fine.csv", "--probability", "p", "--by", "site", "--bootstrap", "0"});
  EXPECT_THAT(fine.out, EndsWith("\nNo subgroup is off by more than chance (total and "
                                 "Spiegelhalter's test together, Holm's correction, 5 %).\n"));
}

TEST_F(Evaluate, SubgroupsInJson) {
  write("in.csv", sites(900, "north"));
  const Result result = run(
      {"evaluate", "in.csv", "--probability", "p", "--by", "site", "--bootstrap", "0", "--json"});
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["by"], "site");
  ASSERT_EQ(json["subgroups"].size(), 3U);
  std::vector<std::string> names;
  std::vector<bool> off;
  for (const Json& subgroup : json["subgroups"]) {
    names.push_back(subgroup["name"]);
    off.push_back(subgroup["off"]);
    EXPECT_EQ(subgroup["rows"], 300);
    EXPECT_EQ(subgroup["off"].get<bool>(),
              subgroup["calibration_test"]["p_holm"].get<double>() <= 0.05);
  }
  EXPECT_THAT(names, ElementsAre("east", "north", "west"));
  EXPECT_THAT(off, ElementsAre(false, true, false));
}

TEST_F(Evaluate, SubgroupsWithoutWeightAreLeftOut) {
  write("in.csv", "score,label,site,w\n0.2,0,a,1\n0.7,1,a,1\n0.3,1,b,0\n");
  const Result result =
      run({"evaluate", "in.csv", "--weight", "w", "--by", "site", "--bootstrap", "0"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "calibrant: 1 of the subgroups left out: no weight\n");
  EXPECT_THAT(result.out, HasSubstr("\na        2"));
  EXPECT_THAT(result.out, Not(HasSubstr("\nb  ")));
}

TEST_F(Evaluate, OneRow) {
  const Result result = run({"evaluate", "-"}, "score,label\n0.3,1\n");
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, StartsWith("standard input: 1 row, 100.0 % positive;"));
  EXPECT_THAT(result.out, HasSubstr("AUC                         -\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("by chance:")));
  EXPECT_THAT(result.out, HasSubstr("calibration slope           -\n"));
}

TEST_F(Evaluate, OneClass) {
  const Result result =
      run({"evaluate", "-", "--bootstrap", "20", "--json"}, "score,label\n0.3,0\n0.1,0\n0.5,0\n");
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["measures"]["auc"]["value"], nullptr);
  EXPECT_EQ(json["measures"]["auc"]["lower"], nullptr);
  EXPECT_EQ(json["measures"]["observed_expected"]["value"], 0);
  EXPECT_GT(json["measures"]["brier"]["upper"].get<double>(), 0);
}

TEST_F(Evaluate, ProbabilitiesOfHalfAndCertainty) {
  const Result half =
      run({"evaluate", "-", "--bootstrap", "20"}, "score,label\n0.5,1\n0.5,0\n0.5,0\n");
  EXPECT_THAT(half.out,
              HasSubstr("Spiegelhalter's test does not apply: every probability is 0, "
                        "1/2 or 1.\nTogether with the total, 1 positive where 1.5 were predicted: "
                        "p = 1.0000.\n"));
  const Result certain = run({"evaluate", "-", "--bootstrap", "20"}, "score,label\n0,0\n1,1\n");
  EXPECT_EQ(certain.code, 0);
  EXPECT_THAT(certain.out, HasSubstr("does not apply"));
  EXPECT_THAT(certain.out, HasSubstr("log loss               0.0000"));
}

TEST_F(Evaluate, RefusesBadInput) {
  const auto message = [&](const std::string& text, std::vector<std::string> options = {}) {
    write("in.csv", text);
    options.insert(options.begin(), {"evaluate", "in.csv"});
    const Result result = run(options);
    EXPECT_EQ(result.out, "");
    return std::to_string(result.code) + " " + result.err;
  };
  EXPECT_EQ(message("score,label\n0.2,0\n1.5,1\n"),
            "2 calibrant: in.csv:3: column 'score': '1.5' is not a probability (0 to 1)\n");
  EXPECT_EQ(message("p,label\n0.2,0\n"),
            "2 calibrant: in.csv:1: has no column 'score' (--probability names another of 'p', "
            "'label')\n");
  EXPECT_EQ(message("score,label\n0.2,0\n", {"--by", "site"}),
            "2 calibrant: in.csv:1: has no column 'site' (--by names another of 'score', "
            "'label')\n");
  EXPECT_EQ(message("score,label\n"),
            "2 calibrant: in.csv: has a header but no rows (at least one was expected)\n");
  EXPECT_EQ(message("score,label\n0.2,maybe\n"),
            "2 calibrant: in.csv:2: column 'label': 'maybe' is not a label (0 or 1; --positive "
            "names another positive one)\n");
  EXPECT_THAT(message("score,label\n0.2,0\n", {"--bins", "0"}), StartsWith("64 calibrant: --bins"));
  EXPECT_THAT(message("score,label\n0.2,0\n", {"--bootstrap", "-1"}), StartsWith("64 calibrant: "));
  EXPECT_THAT(message("score,label\n0.2,0\n", {"--negatives", "n"}),
              StartsWith("64 calibrant: --negatives needs --positives"));
}

TEST_F(Evaluate, HelpHasTwoExamples) {
  const Result result = run({"evaluate", "--help"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, HasSubstr("  calibrant evaluate out.csv\n"));
  EXPECT_THAT(result.out, HasSubstr("  calibrant evaluate out.csv --probability p --by site"));
}

// newcomer.md 1.5 and 1.6.
TEST_F(Evaluate, OneRightRowIsNotStarred) {
  const Result result = run({"evaluate", "-"}, "score,label\n0.001,0\n");
  EXPECT_THAT(result.out,
              EndsWith("Together with the total, 0 positives where 0.001 were predicted: p = "
                       "1.0000.\n\n"
                       "bin    rows  probability  observed     95 % interval\n"
                       "0.001     1       0.0010    0.0000  0.0000 to 0.9750\n"
                       "There are too few rows to tell whether the probabilities are off.\n"));
}

// The stars, the sentence and the JSON are one diagnosis.
TEST_F(Evaluate, TheVerdictIsThatOfTheStars) {
  for (const char* bad : {"", "north"}) {
    write("in.csv", sites(900, bad));
    const std::vector<std::string> words = {"evaluate", "in.csv",      "--probability",
                                            "p",        "--bootstrap", "0"};
    const std::string text = run(words).out;
    auto options = words;
    options.emplace_back("--json");
    const Json verdict = Json::parse(run(options).out)["verdict"];
    const Diagnosis found = diagnose([&] {
      cli::InputOptions input;
      input.path = file("in.csv");
      input.score = "p";
      const cli::CsvRows rows = cli::read_rows(input);
      return observe(rows.scores, rows.labels);
    }());
    EXPECT_EQ(verdict["off"].get<bool>(), !found.fine());
    EXPECT_EQ(verdict["p"].get<double>(), found.p);
    EXPECT_EQ(verdict["few_rows"], false);
    EXPECT_EQ(verdict["sentence"], verdict_sentence(found));
    EXPECT_THAT(text, EndsWith(verdict_sentence(found) + "\n"));
    std::ptrdiff_t off = 0;
    for (const Json& bin : verdict["bins"]) off += bin["off"].get<bool>() ? 1 : 0;
    EXPECT_EQ(verdict["bins"].size(), found.bins.size());
    EXPECT_EQ(off, std::ranges::count(found.bins, true, &DiagnosedBin::off));
    const bool legend = text.find("\n* off by more than chance") != std::string::npos;
    EXPECT_EQ(legend, off > 0) << text;
    EXPECT_EQ(*bad != 0, !found.fine()) << text;
  }
}

TEST(Holm, StepsDown) {
  using Values = std::vector<std::optional<double>>;
  EXPECT_EQ(metrics::holm({}), Values());
  EXPECT_EQ(metrics::holm(Values{0.5}), Values{0.5});
  // Sorted 0.25 * 3, then 0.25 * 2 and 0.75 * 1 but never below what came before.
  EXPECT_EQ(metrics::holm(Values{0.75, 0.25, std::nullopt, 0.25}),
            (Values{0.75, 0.75, std::nullopt, 0.75}));
  EXPECT_EQ(metrics::holm(Values{0.5, 0.125, 0.0625}), (Values{0.5, 0.25, 0.1875}));
  EXPECT_EQ(metrics::holm(Values{0.9, 0.8}), (Values{1.0, 1.0}));
}

}  // namespace
}  // namespace calibrant::testing
