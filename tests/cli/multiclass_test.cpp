// Several classes on the command line: fit, apply, evaluate, export.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "calibrant/abb.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "cli/malformed.hpp"
#include "helpers/matrices.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kScores =
    "id,p_cat,p_car,p_cow,label\n"
    "1,0.8,0.1,0.1,cat\n"
    "2,0.2,0.7,0.1,car\n"
    "3,0.1,0.2,0.7,cow\n"
    "4,0.5,0.4,0.1,car\n";

class MulticlassCli : public Malformed {};

std::string csv_of(const Matrix& matrix, const std::string& prefix = "p_") {
  std::string text;
  for (std::size_t k = 0; k < matrix.classes; ++k)
    text += prefix + letters(matrix.classes)[k] + ",";
  text += "label\n";
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t k = 0; k < matrix.classes; ++k) {
      text += fmt::format("{},", matrix.scores[i * matrix.classes + k]);
    }
    text += letters(matrix.classes)[matrix.labels[i]] + "\n";
  }
  return text;
}

TEST_F(MulticlassCli, Transcript) {
  write("scores.csv", kScores);
  Result result = run({"fit", "scores.csv", "-o", "model.json", "--method", "isotonic", "--score",
                       "p_cat,p_car,p_cow"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "Fitted isotonic on 4 rows of 3 classes: 'cat' 25 %, 'car' 50 %, 'cow' 25 %.\n"
            "The model, a curve for each class, is in model.json.\n");
  // The columns are found by their names, in any order; the output keeps the order of the model.
  result = run({"apply", "model.json", "scores.csv", "--score", "p_cow,p_cat,p_car"});
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "id,p_cat,p_car,p_cow,label,calibrated_cat,calibrated_car,calibrated_cow\n"
            "1,0.8,0.1,0.1,cat,1,0,0\n"
            "2,0.2,0.7,0.1,car,0,1,0\n"
            "3,0.1,0.2,0.7,cow,0,0,1\n"
            "4,0.5,0.4,0.1,car,0,1,0\n");
}

TEST_F(MulticlassCli, IsWhatTheLibraryComputes) {
  const Matrix matrix = draw_matrix(400, 3, 2);
  write("in.csv", csv_of(matrix));
  const MulticlassModel model = fit_multiclass(
      observe_multiclass(matrix.scores, matrix.labels, 3), letters(3),
      [](const Observations& seen) { return fit_abb(seen, {.prior = {.lambda = 4}}); });
  const Result fitted = run({"fit", "in.csv", "-o", "model.json", "--method", "abb", "--lambda",
                             "4", "--score", "p_a,p_b,p_c"});
  EXPECT_EQ(fitted.code, 0) << fitted.err;
  EXPECT_EQ(read("model.json"), to_json(model));

  const auto p = apply(model, matrix.scores);
  std::string expected = "p_a,p_b,p_c,label,calibrated_a,calibrated_b,calibrated_c\n";
  const std::string text = csv_of(matrix);
  std::size_t begin = text.find('\n') + 1;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const std::size_t end = text.find('\n', begin);
    expected += text.substr(begin, end - begin) +
                fmt::format(",{},{},{}\n", p[3 * i], p[3 * i + 1], p[3 * i + 2]);
    begin = end + 1;
  }
  for (const char* threads : {"1", "4"}) {
    EXPECT_EQ(
        run({"apply", "model.json", "in.csv", "--score", "p_a,p_b,p_c", "--threads", threads}).out,
        expected);
  }

  write("out.csv", expected);
  const Result evaluated =
      run({"evaluate", "out.csv", "--probability", "calibrated_a,calibrated_b,calibrated_c",
           "--json", "--bootstrap", "50"});
  ASSERT_EQ(evaluated.code, 0) << evaluated.err;
  const auto json = nlohmann::json::parse(evaluated.out);
  const auto card = evaluate(observe_predictions(p, matrix.labels, 3));
  EXPECT_EQ(json["measures"]["log_loss"]["value"], card.log_loss);
  EXPECT_EQ(json["measures"]["brier"]["value"], card.brier);
  EXPECT_EQ(json["measures"]["accuracy"]["value"], card.accuracy);
  EXPECT_EQ(json["measures"]["top_label_ece"]["value"], card.top_label_ece);
  EXPECT_EQ(json["measures"]["class_wise_ece"]["value"], card.class_wise_ece);
  EXPECT_LT(json["measures"]["log_loss"]["lower"], card.log_loss);
  EXPECT_GT(json["measures"]["accuracy"]["upper"], card.accuracy);
  EXPECT_EQ(json["classes"][2]["name"], "c");
  EXPECT_EQ(json["classes"][2]["measures"]["ece"]["value"], card.classes[2].ece);
}

TEST_F(MulticlassCli, WeightsAndNamedClasses) {
  write("in.csv",
        "s0,s1,kind,times\n"
        "-1.5,2,no,1\n"
        "3,-1,yes,2\n"
        "0.5,0.25,no,1\n"
        "-1,7,yes,0\n");
  write("repeated.csv",
        "s0,s1,kind\n"
        "-1.5,2,no\n"
        "3,-1,yes\n"
        "3,-1,yes\n"
        "0.5,0.25,no\n");
  const std::vector<std::string> options = {"--score",   "s0,s1",  "--label",  "kind",
                                            "--classes", "no,yes", "--method", "sbb"};
  std::vector<std::string> weighted = {"fit", "in.csv", "-o", "w.json", "--weight", "times"};
  weighted.insert(weighted.end(), options.begin(), options.end());
  const Result result = run(weighted);
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.err, HasSubstr("Fitted sbb on 4 rows of 2 classes: 'no' 50 %, 'yes' 50 %.\n"));
  std::vector<std::string> plain = {"fit", "repeated.csv", "-o", "r.json"};
  plain.insert(plain.end(), options.begin(), options.end());
  EXPECT_EQ(run(plain).code, 0);
  EXPECT_EQ(read("w.json"), read("r.json"));
  // Columns whose names say nothing need --classes here as well.
  EXPECT_EQ(run({"apply", "w.json", "in.csv", "--score", "s1,s0", "--classes", "yes,no"}).out,
            run({"apply", "w.json", "in.csv", "--score", "s0,s1", "--classes", "no,yes"}).out);
  expect_refused({"apply", "w.json", "in.csv", "--score", "s0,s1"},
                 "w.json has the classes 'no', 'yes', the columns are for 's0', 's1' (--classes "
                 "names them) (see calibrant apply --help)",
                 kWrongUsage);
}

TEST_F(MulticlassCli, ClassNamesThatNeedQuotes) {
  write("in.csv", "\"p;\"\"x\"\"\";p;y;kind\n0.75;0.25;\"\"\"x\"\"\"\n0.25;0.75; y\n");
  EXPECT_EQ(run({"fit", "in.csv", "-o", "m.json", "--score", "p;\"x\",p", "--classes", "\"x\",y",
                 "--label", "kind", "--delimiter", ";", "--method", "isotonic"})
                .err,
            "calibrant: in.csv:2: has 3 fields (the header has 4)\n");
  write("in.csv", "\"p;\"\"x\"\"\";p;kind\n0.75;0.25;\"\"\"x\"\"\"\n0.25;0.75; y\n");
  EXPECT_EQ(run({"fit", "in.csv", "-o", "m.json", "--score", "p;\"x\",p", "--classes", "\"x\",y",
                 "--label", "kind", "--delimiter", ";", "--method", "isotonic"})
                .code,
            0);
  const Result result = run({"apply", "m.json", "in.csv", "--score", "p;\"x\",p", "--classes",
                             "\"x\",y", "--delimiter", ";"});
  EXPECT_EQ(result.out,
            "\"p;\"\"x\"\"\";p;kind;\"calibrated_\"\"x\"\"\";calibrated_y\n"
            "0.75;0.25;\"\"\"x\"\"\";1;0\n0.25;0.75; y;0;1\n");
}

TEST_F(MulticlassCli, EvaluateTranscript) {
  write("out.csv",
        "p_a,p_b,p_c,label\n"
        "0.7,0.2,0.1,a\n"
        "0.1,0.8,0.1,b\n"
        "0.3,0.3,0.4,a\n"
        "0.2,0.2,0.6,c\n");
  const Result result =
      run({"evaluate", "out.csv", "--probability", "p_a,p_b,p_c", "--bootstrap", "0"});
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "out.csv: 4 rows of 3 classes; probabilities from columns p_a, p_b, p_c\n"
            "\n"
            "measure               value\n"
            "log loss             0.5737\n"
            "  calibration             -\n"
            "  + refinement            -\n"
            "Brier score, 0 to 2  0.2950\n"
            "  calibration             -\n"
            "  + refinement            -\n"
            "top-label ECE        0.3250\n"
            "top-label MCE        0.4000\n"
            "class-wise ECE       0.2667\n"
            "accuracy             0.7500\n"
            "\n"
            "class  rows  predicted     ECE     AUC  p (Holm)\n"
            "a         2        1.3  0.3250  1.0000    1.0000\n"
            "b         1        1.5  0.2250  1.0000    1.0000\n"
            "c         1        1.2  0.2500  1.0000    1.0000\n"
            "\n"
            "There are too few rows to tell whether the probabilities are off.\n");
}

TEST_F(MulticlassCli, AThousandClasses) {
  std::string columns;
  for (int k = 0; k < 1000; ++k) columns += fmt::format("{}p_{}", k == 0 ? "" : ",", k);
  std::string text = columns + ",label\n";
  for (int i = 0; i < 1000; ++i) {
    for (int k = 0; k < 1000; ++k) text += k == i ? "0.5," : "0,";
    text += fmt::format("{}\n", i);
  }
  write("in.csv", text);
  const Result fitted =
      run({"fit", "in.csv", "-o", "model.json", "--method", "isotonic", "--score", columns});
  EXPECT_EQ(fitted.code, 0);
  EXPECT_THAT(fitted.err, HasSubstr("'11' 0.1 % and 988 more.\n"));
  const Result applied = run({"apply", "model.json", "in.csv", "--score", columns});
  EXPECT_EQ(applied.code, 0) << applied.err;
  EXPECT_THAT(applied.out, ::testing::EndsWith(",0,0,1\n"));
  expect_refused({"fit", "in.csv", "-o", "x", "--score", columns + ",label"},
                 "--score: names 1001 columns (at most 1000 classes) (see calibrant fit --help)",
                 kWrongUsage);
}

}  // namespace
}  // namespace calibrant::testing
