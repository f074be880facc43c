// calibrant compare, as a user sees it; and its numbers, recomputed the long way.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "calibrant/calibrant.hpp"
#include "cli/compare_data.hpp"
#include "cli/run.hpp"
#include "common/methods.hpp"
#include "metrics/paired_difference.hpp"

namespace calibrant::testing {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using Compare = Cli;

double loss(double p, int label) { return label == 1 ? -std::log(p) : -std::log1p(-p); }

TEST_F(Compare, FoldsRecomputed) {
  const Data data = draw_data(203, 2, 5);
  write("in.csv", data.csv());
  const Result result = run({"compare", "in.csv", "--methods", "platt-logit,raw,histogram",
                             "--folds", "4", "--seed", "3", "--bins", "5", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);

  const auto fold_of = stratified_folds(data.labels, 4, 3);
  std::vector<double> predictions(data.scores.size());
  std::vector<Scorecard> cards;
  for (std::uint32_t fold = 0; fold < 4; ++fold) {
    Data train;
    Data test;
    for (std::size_t i = 0; i < fold_of.size(); ++i) {
      Data& part = fold_of[i] == fold ? test : train;
      part.scores.push_back(data.scores[i]);
      part.labels.push_back(data.labels[i]);
    }
    const Curve curve =
        fit_platt(observe(train.scores, train.labels), {.input = Sigmoid::Input::kLogit});
    cards.push_back(evaluate(apply(curve, test.scores), test.labels));
    for (std::size_t i = 0; i < fold_of.size(); ++i) {
      if (fold_of[i] == fold) predictions[i] = curve(data.scores[i]);
    }
  }
  const Json platt = method_called(json, "platt-logit");
  // The mean of the folds by weight is the mean over all rows.
  double mean = 0;
  for (const Scorecard& card : cards) mean += card.log_loss * card.weight / 203;
  EXPECT_NEAR(platt["measures"]["log_loss"]["value"].get<double>(), mean, 1e-12);
  double squares = 0;
  for (const Scorecard& card : cards) {
    squares += std::pow((card.log_loss - mean) * card.weight / 203, 2);
  }
  EXPECT_NEAR(platt["measures"]["log_loss"]["standard_error"].get<double>(),
              std::sqrt(squares * 4 / 3), 1e-12);
  double auc = 0;
  for (const Scorecard& card : cards) auc += *card.auc * card.weight / 203;
  EXPECT_NEAR(platt["measures"]["auc"]["value"].get<double>(), auc, 1e-12);
  const Scorecard together = evaluate(predictions, data.labels);
  EXPECT_NEAR(platt["measures"]["ece_equal_mass"]["value"].get<double>(), together.ece_equal_mass,
              1e-12);

  double difference = 0;
  for (std::size_t i = 0; i < 203; ++i) {
    difference +=
        (loss(data.scores[i], data.labels[i]) - loss(predictions[i], data.labels[i])) / 203;
  }
  double variance = 0;
  for (std::size_t i = 0; i < 203; ++i) {
    const double here = loss(data.scores[i], data.labels[i]) - loss(predictions[i], data.labels[i]);
    variance += (here - difference) * (here - difference) / 202;
  }
  EXPECT_EQ(json["winner"], "platt-logit");
  EXPECT_EQ(json["over_raw"]["method"], "raw");
  EXPECT_NEAR(json["over_raw"]["difference"].get<double>(), difference, 1e-12);
  EXPECT_NEAR(json["over_raw"]["standard_error"].get<double>(), std::sqrt(variance / 203), 1e-12);
  EXPECT_EQ(json["over_raw"]["larger_than_standard_error"].get<bool>(),
            difference > std::sqrt(variance / 203));
  // The interval, by its definition: effective degrees of freedom, corrected for three pairs.
  double fourths = 0;
  for (std::size_t i = 0; i < 203; ++i) {
    const double here = loss(data.scores[i], data.labels[i]) - loss(predictions[i], data.labels[i]);
    fourths += std::pow(here - difference, 4);
  }
  const double degrees = std::pow(variance * 202, 2) / fourths - 1;
  const double reach = metrics::student_quantile(degrees, 0.05 / 2 / 3) * std::sqrt(variance / 203);
  EXPECT_EQ(json["comparisons"], 3);
  EXPECT_EQ(json["level"], 0.95);
  EXPECT_NEAR(json["over_raw"]["lower"].get<double>(), difference - reach, 1e-10);
  EXPECT_NEAR(json["over_raw"]["upper"].get<double>(), difference + reach, 1e-10);
  EXPECT_EQ(json["over_raw"]["clear"].get<bool>(), difference > reach);
  // Without Auto the lowest log loss is recommended, and the raw scores are beside it.
  EXPECT_EQ(json["recommended"], "platt-logit");
  EXPECT_EQ(platt["versus_recommended"], nullptr);
  const Json raw = method_called(json, "raw")["versus_recommended"];
  EXPECT_NEAR(raw["difference"].get<double>(), difference, 1e-12);
  EXPECT_NEAR(raw["lower"].get<double>(), difference - reach, 1e-10);
  EXPECT_EQ(raw["verdict"], difference > reach ? "clearly worse" : "no clear difference");
}

TEST_F(Compare, TestFileRecomputed) {
  const Data train = draw_data(300, 2, 6);
  const Data test = draw_data(200, 2, 7);
  write("train.csv", train.csv());
  write("test.csv", test.csv());
  const Result result =
      run({"compare", "train.csv", "test.csv", "--methods", "isotonic,raw,beta", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["folds"], nullptr);
  EXPECT_EQ(json["test_rows"], 200);
  const Curve curve = fit_beta(observe(train.scores, train.labels));
  const Scorecard card = evaluate(apply(curve, test.scores), test.labels);
  const Json beta = method_called(json, "beta");
  EXPECT_EQ(beta["measures"]["log_loss"]["value"].get<double>(), card.log_loss);
  EXPECT_EQ(beta["measures"]["accuracy"]["value"].get<double>(), card.accuracy);
  // The standard error of a mean over rows, which the bootstrap comes to.
  double variance = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    variance += std::pow(loss(curve(test.scores[i]), test.labels[i]) - card.log_loss, 2) / 199;
  }
  EXPECT_NEAR(
      beta["measures"]["log_loss"]["standard_error"].get<double>() / std::sqrt(variance / 200), 1,
      0.2);
  const Scorecard raw = evaluate(test.scores, test.labels);
  EXPECT_EQ(method_called(json, "raw")["measures"]["brier"]["value"].get<double>(), raw.brier);
}

TEST_F(Compare, SortedByLogLossWithTheBestMarked) {
  write("in.csv", draw_data(300, 2, 8).csv());
  const Result result = run({"compare", "in.csv", "--json"});
  const Json json = Json::parse(result.out);
  ASSERT_EQ(json["methods"].size(), method_names().size() + 1);  // and raw
  for (const char* measure : {"log_loss", "brier", "ece_equal_mass", "mce_equal_mass"}) {
    double best = 100;
    for (const Json& method : json["methods"]) {
      best = std::min(best, method["measures"][measure]["value"].get<double>());
    }
    int marked = 0;
    for (const Json& method : json["methods"]) {
      const Json& entry = method["measures"][measure];
      EXPECT_EQ(entry["best"].get<bool>(), entry["value"].get<double>() <= best + 1e-12);
      marked += entry["best"].get<bool>() ? 1 : 0;
    }
    EXPECT_GE(marked, 1);
  }
  for (std::size_t m = 1; m < json["methods"].size(); ++m) {
    EXPECT_LE(json["methods"][m - 1]["measures"]["log_loss"]["value"].get<double>(),
              json["methods"][m]["measures"]["log_loss"]["value"].get<double>());
  }
  EXPECT_EQ(json["winner"], json["methods"][0]["name"]);
  // Methods that keep the order keep the AUC of the raw scores, but for the mixing of folds.
  const auto auc = [&](const char* name) {
    return method_called(json, name)["measures"]["auc"]["value"].get<double>();
  };
  for (const char* name : {"platt", "platt-logit", "beta"})
    EXPECT_NEAR(auc(name), auc("raw"), 0.01);
}

TEST_F(Compare, ThreadsChangeNoByte) {
  write("in.csv", draw_data(200, 2, 9).csv());
  const std::string one = run({"compare", "in.csv", "--threads", "1"}).out;
  EXPECT_THAT(one, StartsWith("200 rows in 10 folds (ECE and MCE: all folds together); "));
  EXPECT_EQ(one, run({"compare", "in.csv", "--threads", "2"}).out);
  EXPECT_EQ(one, run({"compare", "in.csv", "--threads", "7"}).out);
  EXPECT_NE(one, run({"compare", "in.csv", "--seed", "2"}).out);
}

TEST_F(Compare, ScoresThatAreNoProbabilities) {
  Data data = draw_data(200, 1, 12);
  for (double& score : data.scores) score = 4 * score - 2;
  write("in.csv", data.csv());
  const Result result = run({"compare", "in.csv", "--json"});
  EXPECT_EQ(result.err,
            "calibrant: left out, because not all scores are probabilities: platt-logit, beta, "
            "temperature, quadratic, raw\n");
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["left_out"], (Json{"platt-logit", "beta", "temperature", "quadratic", "raw"}));
  EXPECT_EQ(json["methods"].size(), 6U);
  EXPECT_EQ(json["over_raw"], nullptr);
  const Result none = run({"compare", "in.csv", "--methods", "beta,raw"});
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.err,
            "calibrant: in.csv: no method is left: beta, raw need probabilities (scores from 0 to "
            "1)\n");
  const Result logit = run({"compare", "in.csv", "--scale", "logit"});
  EXPECT_THAT(logit.err, HasSubstr("abb, sbb, platt-logit, beta, temperature, quadratic, raw"));
}

TEST_F(Compare, WeightsAndCountsAreCopies) {
  write("counted.csv", "score,n,p\n0.1,30,2\n0.3,20,11\n0.6,12,20\n0.9,3,25\n");
  std::string copies = "score,label\n";
  const auto add = [&](const char* score, int n, int p) {
    for (int k = 0; k < n; ++k) copies += std::string(score) + ",0\n";
    for (int k = 0; k < p; ++k) copies += std::string(score) + ",1\n";
  };
  add("0.1", 30, 2);
  add("0.3", 20, 11);
  add("0.6", 12, 20);
  add("0.9", 3, 25);
  write("copies.csv", copies);
  const std::string counted =
      run({"compare", "counted.csv", "--negatives", "n", "--positives", "p"}).out;
  EXPECT_THAT(counted, StartsWith("123 rows in 10 folds"));
  EXPECT_EQ(counted, run({"compare", "copies.csv"}).out);
  write("half.csv", "score,n,p\n0.1,30,2\n0.3,20.5,11\n");
  const Result half = run({"compare", "half.csv", "--negatives", "n", "--positives", "p"});
  EXPECT_EQ(half.code, 2);
  EXPECT_EQ(half.err,
            "calibrant: half.csv: a count is 20.5 (compare deals rows into folds: whole numbers "
            "were expected)\n");
}

TEST_F(Compare, RowsOfWeightZeroDoNotCount) {
  const Data data = draw_data(100, 2, 13);
  std::string plain = "score,label,w\n";
  std::string padded = plain;
  for (std::size_t i = 0; i < 100; ++i) {
    const std::string row = fmt::format("{},{},{}\n", data.scores[i], data.labels[i], 1 + i % 2);
    plain += row;
    padded += row + "0.5,1,0\n";
  }
  write("plain.csv", plain);
  write("padded.csv", padded);
  const std::string out = run({"compare", "plain.csv", "--weight", "w"}).out;
  EXPECT_THAT(out, StartsWith("100 rows in 10 folds"));
  EXPECT_EQ(out, run({"compare", "padded.csv", "--weight", "w"}).out);
}

TEST_F(Compare, OneClassAndTiesAndFewRows) {
  const Result one_class = run({"compare", "-", "--folds", "2", "--methods", "abb,isotonic"},
                               "score,label\n0.3,0\n0.1,0\n0.5,0\n0.7,0\n");
  EXPECT_EQ(one_class.code, 0) << one_class.err;
  EXPECT_THAT(one_class.out, HasSubstr("isotonic"));
  const Result ties =
      run({"compare", "-", "--folds", "2"}, "score,label\n0.5,0\n0.5,1\n0.5,0\n0.5,1\n");
  EXPECT_EQ(ties.code, 0) << ties.err;
  const Result one_row = run({"compare", "-"}, "score,label\n0.5,0\n");
  EXPECT_EQ(one_row.code, 64);
  EXPECT_EQ(one_row.err,
            "calibrant: --folds: 10 is more than there are rows (1) (see calibrant compare "
            "--help)\n");
}

TEST_F(Compare, WrongUsage) {
  write("in.csv", "score,label\n0.5,0\n0.4,1\n");
  const auto message = [&](std::vector<std::string> options) {
    options.insert(options.begin(), "compare");
    const Result result = run(options);
    EXPECT_EQ(result.code, 64);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_EQ(message({"in.csv", "--methods", "abb,magic"}),
            "calibrant: --methods: 'magic' is not one of auto, abb, sbb, platt, platt-logit, beta, "
            "temperature, quadratic, histogram, isotonic, raw (see calibrant compare --help)\n");
  EXPECT_EQ(message({"in.csv", "--methods", "abb,abb"}),
            "calibrant: --methods: abb is named twice (see calibrant compare --help)\n");
  EXPECT_EQ(message({"in.csv", "in.csv", "--folds", "5"}),
            "calibrant: --folds: is for one file, not for a calibration file and a test file (see "
            "calibrant compare --help)\n");
  EXPECT_EQ(message({"-", "-"}),
            "calibrant: TEST: standard input can be read only once (see calibrant compare "
            "--help)\n");
  EXPECT_EQ(message({"in.csv", "--folds", "1"}),
            "calibrant: --folds: 1 is fewer than 2 (see calibrant compare --help)\n");
  EXPECT_EQ(message({"in.csv", "--folds", "2", "--bins", "0", "--methods", "histogram"}),
            "calibrant: --bins: 0 is not a whole number above 0 (see calibrant compare --help)\n");
}

TEST_F(Compare, BadInputNamesTheFile) {
  write("in.csv", "score,label\n0.5,0\n0.4,1\n");
  write("test.csv", "score,label\n0.5,0\nx,1\n");
  const Result result = run({"compare", "in.csv", "test.csv"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, StartsWith("calibrant: test.csv:3: column 'score': 'x' is not a number"));
}

TEST_F(Compare, HelpHasTwoExamples) {
  const Result result = run({"compare", "--help"});
  EXPECT_THAT(result.out, HasSubstr("  calibrant compare scores.csv\n"));
  EXPECT_THAT(result.out, HasSubstr("  calibrant compare calibration.csv test.csv"));
}

}  // namespace
}  // namespace calibrant::testing
