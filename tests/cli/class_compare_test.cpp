// `calibrant compare` for several classes: the numbers recomputed, what is left out, messages.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "calibrant/calibrant.hpp"
#include "cli/malformed.hpp"
#include "helpers/matrices.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ClassCompare : public Malformed {
 protected:
  void write_matrix(const std::string& name, const Matrix& matrix) {
    std::string text = "p_a,p_b,p_c,label\n";
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      text += fmt::format("{},{},{},{}\n", matrix.scores[3 * i], matrix.scores[3 * i + 1],
                          matrix.scores[3 * i + 2], letters(3)[matrix.labels[i]]);
    }
    write(name, text);
  }
};

Curve isotonic(const Observations& seen) { return fit_isotonic(seen); }

TEST_F(ClassCompare, OverFoldsEveryRowIsPredictedByTheOtherFolds) {
  const Matrix matrix = draw_matrix(200, 3, 2);
  write_matrix("in.csv", matrix);
  const auto fold_of = stratified_folds(matrix.labels, 3, 4, 7);
  std::vector<double> predictions(matrix.scores.size());
  for (std::uint32_t fold = 0; fold < 4; ++fold) {
    Matrix train{.classes = 3, .scores = {}, .labels = {}};
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      if (fold_of[i] == fold) continue;
      for (std::size_t k = 0; k < 3; ++k) train.scores.push_back(matrix.scores[3 * i + k]);
      train.labels.push_back(matrix.labels[i]);
    }
    const auto model =
        fit_multiclass(observe_multiclass(train.scores, train.labels, 3), letters(3), isotonic);
    const auto all = apply(model, matrix.scores);
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      if (fold_of[i] != fold) continue;
      for (std::size_t k = 0; k < 3; ++k) predictions[3 * i + k] = all[3 * i + k];
    }
  }
  const auto card = evaluate(observe_predictions(predictions, matrix.labels, 3));
  const auto raw = evaluate(observe_predictions(matrix.scores, matrix.labels, 3));
  for (const char* threads : {"1", "3"}) {
    const Result result =
        run({"compare", "in.csv", "--score", "p_a,p_b,p_c", "--methods", "isotonic,raw", "--folds",
             "4", "--seed", "7", "--json", "--threads", threads});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_EQ(json["rows"], 200);
    EXPECT_EQ(json["folds"], 4);
    for (const auto& method : json["methods"]) {
      const auto& expected = method["name"] == "raw" ? raw : card;
      const auto& measures = method["measures"];
      EXPECT_EQ(measures["log_loss"]["value"], expected.log_loss);
      EXPECT_EQ(measures["brier"]["value"], expected.brier);
      EXPECT_EQ(measures["accuracy"]["value"], expected.accuracy);
      EXPECT_EQ(measures["top_label_ece"]["value"], expected.top_label_ece);
      EXPECT_EQ(measures["class_wise_ece"]["value"], expected.class_wise_ece);
      EXPECT_TRUE(measures["class_wise_ece"]["standard_error"].is_null());
      const double a = expected.accuracy;
      EXPECT_NEAR(measures["accuracy"]["standard_error"], std::sqrt(a * (1 - a) / 199), 1e-12);
    }
    EXPECT_NEAR(std::abs(json["over_runner_up"]["difference"].get<double>()),
                std::abs(card.log_loss - raw.log_loss), 1e-12);
  }
}

TEST_F(ClassCompare, OnATestFile) {
  const Matrix train = draw_matrix(400, 3, 2.5, 1);
  const Matrix test = draw_matrix(300, 3, 2.5, 2);
  write_matrix("train.csv", train);
  write_matrix("test.csv", test);
  const auto model = fit_multiclass(observe_multiclass(train.scores, train.labels, 3), letters(3),
                                    [](const Observations& seen) { return fit_platt(seen); });
  const auto card = evaluate(observe_predictions(apply(model, test.scores), test.labels, 3));
  const Result result = run({"compare", "train.csv", "test.csv", "--score", "p_a,p_b,p_c",
                             "--methods", "raw,platt", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["test_rows"], 300);
  EXPECT_EQ(json["winner"], "platt");
  EXPECT_EQ(json["methods"][0]["measures"]["log_loss"]["value"], card.log_loss);
  EXPECT_EQ(json["over_raw"]["method"], "raw");
  EXPECT_EQ(json["over_raw"]["larger_than_standard_error"], true);

  const std::string text =
      run({"compare", "train.csv", "test.csv", "--score", "p_a,p_b,p_c", "--methods", "raw,platt"})
          .out;
  EXPECT_THAT(text,
              StartsWith("Fitted on 400 rows, measured on 300; mean ± standard error; * best\n\n"
                         "method         log loss             Brier   top ECE   class ECE         "
                         " accuracy\n"
                         "platt   0."));
  EXPECT_THAT(text, HasSubstr("\n\nRecommended: platt. platt's log loss is lower than that of the "
                              "raw scores by "));
  EXPECT_EQ(json["recommended"], "platt");
  EXPECT_EQ(json["over_raw"]["clear"], true);
}

TEST_F(ClassCompare, WeightsAreRepeatsOnATestFile) {
  write(
      "w.csv",
      "p_a,p_b,label,w\n0.75,0.25,a,2\n0.5,0.5,b,1\n0.25,0.75,b,3\n0.5,0.5,a,0\n0.125,0.875,a,1\n");
  write("r.csv",
        "p_a,p_b,label,w\n0.75,0.25,a,1\n0.75,0.25,a,1\n0.5,0.5,b,1\n0.25,0.75,b,1\n0.25,0.75,b,1\n"
        "0.25,0.75,b,1\n0.125,0.875,a,1\n");
  const auto numbers = [&](const std::string& name) {
    const Result result = run({"compare", name, name, "--score", "p_a,p_b", "--weight", "w",
                               "--methods", "sbb,raw", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    return nlohmann::json::parse(result.out)["methods"];
  };
  const auto weighted = numbers("w.csv");
  const auto repeated = numbers("r.csv");
  for (std::size_t m = 0; m < 2; ++m) {
    EXPECT_EQ(weighted[m]["name"], repeated[m]["name"]);
    for (const char* measure : {"log_loss", "brier", "accuracy"}) {
      for (const char* what : {"value", "standard_error"}) {
        EXPECT_NEAR(weighted[m]["measures"][measure][what].get<double>(),
                    repeated[m]["measures"][measure][what].get<double>(), 1e-14);
      }
    }
  }
}

TEST_F(ClassCompare, WhatNeedsProbabilitiesIsLeftOut) {
  write("in.csv", "p_a,p_b,label\n0.5,0.25,a\n0.25,0.75,b\n0.5,0.5,a\n0.125,0.5,b\n");
  Result result = run(
      {"compare", "in.csv", "--score", "p_a,p_b", "--folds", "2", "--methods", "raw,beta,platt"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err,
            "calibrant: left out, because not all scores are probabilities (raw: that add up to "
            "1): raw\n");
  EXPECT_THAT(result.out, StartsWith("4 rows in 2 folds (all measures: all folds together)"));
  write("in.csv", "p_a,p_b,label\n5,2,a\n2,7,b\n5,5,a\n1,5,b\n");
  result = run(
      {"compare", "in.csv", "--score", "p_a,p_b", "--folds", "2", "--methods", "raw,beta,platt"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err,
            "calibrant: left out, because not all scores are probabilities (raw: that add up to "
            "1): raw, beta\n");
  expect_refused({"compare", "in.csv", "--score", "p_a,p_b", "--methods", "beta,raw"},
                 "in.csv: no method is left: beta, raw need probabilities (scores from 0 to 1)",
                 kBadInput);
  expect_refused({"compare", "in.csv", "--score", "p_a,p_b", "--folds", "5", "--methods", "platt"},
                 "--folds: 5 is more than there are rows (4) (see calibrant compare --help)",
                 kWrongUsage);
}

}  // namespace
}  // namespace calibrant::testing
