// Several classes that are fitted together, on the command line.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "calibrant/classes.hpp"
#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "cli/malformed.hpp"
#include "helpers/matrices.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;

class JointCli : public Malformed {
 protected:
  void SetUp() override {
    Malformed::SetUp();
    matrix_ = draw_matrix(300, 3, 2.5);
    write("p.csv", csv_of(matrix_.scores));
    for (const double p : matrix_.scores) logits_.push_back(2 * std::log(p) - 1);
    write("z.csv", csv_of(logits_));
  }

  std::string csv_of(const std::vector<double>& scores) const {
    std::string text = "p_a,p_b,p_c,label\n";
    for (std::size_t i = 0; i < matrix_.rows(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) text += fmt::format("{},", scores[3 * i + k]);
      text += letters(3)[matrix_.labels[i]] + "\n";
    }
    return text;
  }

  Result fit(const std::string& file, std::vector<std::string> more = {}) {
    std::vector<std::string> all = {"fit", file, "-o", "m.json", "--score", "p_a,p_b,p_c"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }

  Matrix matrix_;
  std::vector<double> logits_;
};

TEST_F(JointCli, AutoIsTheDefaultAndTellsWhatItAveraged) {
  const Result result = fit("p.csv");
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.err, HasSubstr("Fitted auto on 300 rows of 3 classes: 'a' "));
  EXPECT_THAT(result.err, HasSubstr("\nThe model, a map of all classes together, is in m.json.\n"));
  const ClassModel model = fit_classes(matrix_.scores, matrix_.labels, 3);
  EXPECT_THAT(result.err, HasSubstr("\n" + describe(model.origin()) + "\n"));
  EXPECT_THAT(result.err, HasSubstr("Averaged: "));
  EXPECT_EQ(read("m.json"), to_json(MulticlassModel(letters(3), model)));
  // The columns are found by their names, in any order.
  const Result applied = run({"apply", "m.json", "p.csv", "--score", "p_c,p_a,p_b"});
  EXPECT_EQ(applied.code, 0) << applied.err;
  EXPECT_EQ(applied.err, "");
  std::vector<double> p(matrix_.scores.size());
  apply(model, matrix_.scores, p);
  EXPECT_THAT(applied.out,
              HasSubstr(fmt::format("{},{},{}\n", p[p.size() - 3], p[p.size() - 2], p.back())));
}

TEST_F(JointCli, BandsAreThoseOfTheLibrary) {
  const Result result = fit("p.csv", {"--level", "0.95"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err,
              HasSubstr("\nThe model, a map of all classes together with a 95 % band,"));
  const ClassModel model = fit_classes(matrix_.scores, matrix_.labels, 3, {}, {.level = 0.95});
  EXPECT_EQ(read("m.json"), to_json(MulticlassModel(letters(3), model)));
  const Result applied = run({"apply", "m.json", "p.csv", "--interval"});
  EXPECT_EQ(applied.code, 0) << applied.err;
  EXPECT_THAT(applied.out, HasSubstr("label,calibrated_a,calibrated_b,calibrated_c,"
                                     "calibrated_a_lower,calibrated_a_upper,calibrated_b_lower,"
                                     "calibrated_b_upper,calibrated_c_lower,calibrated_c_upper\n"));
  std::vector<double> p(matrix_.scores.size());
  std::vector<double> lower = p;
  std::vector<double> upper = p;
  apply(model, matrix_.scores, p);
  apply_interval(model, matrix_.scores, lower, upper);
  std::string last;
  const std::size_t first = p.size() - 3;
  for (std::size_t k = first; k < p.size(); ++k) last += fmt::format(",{}", p[k]);
  for (std::size_t k = first; k < p.size(); ++k) last += fmt::format(",{},{}", lower[k], upper[k]);
  EXPECT_TRUE(applied.out.ends_with(last + "\n"));
  // evaluate finds the probabilities, and takes no end of a band for a class.
  write("out.csv", applied.out);
  EXPECT_EQ(run({"evaluate", "out.csv"}).code, 0);
  // Other frequencies move the band with the probabilities; without a band there is none.
  const Result moved =
      run({"apply", "m.json", "p.csv", "--interval", "--prevalence", "a=0.2,b=0.3,c=0.5"});
  EXPECT_EQ(moved.code, 0) << moved.err;
  EXPECT_NE(moved.out, applied.out);
  EXPECT_EQ(fit("p.csv").code, 0);
  EXPECT_EQ(run({"apply", "m.json", "p.csv", "--interval"}).err,
            "calibrant: m.json: has no band (fit it with --level for --interval)\n");
}

TEST_F(JointCli, LogitsAreRecognisedOrNamed) {
  EXPECT_EQ(fit("z.csv", {"--method", "vector"}).code, 0);
  const std::string recognised = read("m.json");
  EXPECT_THAT(recognised, HasSubstr("\"input\":\"logits\""));
  EXPECT_EQ(fit("z.csv", {"--method", "vector", "--input", "logits"}).code, 0);
  EXPECT_EQ(read("m.json"), recognised);
  const Result refused = fit("z.csv", {"--input", "probabilities"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("calibrant: z.csv:2: column 'p_a': "));
  write("sums.csv", "p_a,p_b,p_c,label\n0.5,0.5,0,a\n0.5,0.25,0.5,b\n0.5,0.5,0,c\n");
  EXPECT_EQ(fit("sums.csv", {"--input", "probabilities"}).err,
            "calibrant: sums.csv:3: the probabilities add up to 1.25 (1 was expected)\n");
}

TEST_F(JointCli, KeepTopKeepsTheMostLikelyClass) {
  EXPECT_EQ(fit("p.csv", {"--keep-top"}).code, 0);
  const auto model = std::get<MulticlassModel>(load(file("m.json")));
  EXPECT_EQ(model.joint()->origin().changed, 0);
}

TEST_F(JointCli, OneVsRestTakesAnyMethodAndItsOptions) {
  EXPECT_EQ(fit("p.csv", {"--method", "abb", "--lambda", "4"}).code, 0);
  const std::string abb = read("m.json");
  const Result result =
      fit("p.csv", {"--method", "one-vs-rest", "--curve", "abb", "--lambda", "4"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.err, HasSubstr("The model, a curve for each class, is in m.json.\n"));
  EXPECT_EQ(read("m.json"), abb);
  // It can be updated, and comes to the same as a fit to all rows.
  EXPECT_EQ(fit("p.csv", {"--method", "one-vs-rest", "--curve", "abb", "--keep-observations"}).code,
            0);
  EXPECT_EQ(
      run({"fit", "p.csv", "-o", "m.json", "--update", "m.json", "--score", "p_a,p_b,p_c"}).code,
      0);
}

TEST_F(JointCli, WhatDoesNotGoTogetherIsRefusedBeforeTheRowsAreRead) {
  const auto refused = [&](const std::vector<std::string>& more) {
    const Result result = fit("missing.csv", more);
    EXPECT_EQ(result.code, 64);
    return result.err.substr(0, result.err.find(" (see calibrant"));
  };
  EXPECT_EQ(refused({"--keep-rows", "0"}),
            "calibrant: --keep-rows: 0 is not a whole number above 0");
  EXPECT_EQ(refused({"--method", "one-vs-rest", "--keep-rows", "9"}),
            "calibrant: --keep-rows: is not for a curve for each class");
  EXPECT_EQ(refused({"--monotone"}),
            "calibrant: --monotone: is for one curve; with several classes, it needs the method "
            "one-vs-rest");
  EXPECT_EQ(refused({"--method", "vector", "--keep-top"}),
            "calibrant: --keep-top: is for auto, not for vector");
  EXPECT_EQ(refused({"--curve", "abb"}), "calibrant: --curve: is for one-vs-rest, not for auto");
  const Result one = run({"fit", "p.csv", "-o", "x.json", "--score", "p_a", "--method", "vector"});
  EXPECT_THAT(one.err, HasSubstr("calibrant: --method: vector is for several classes"));
  const Result top = run({"fit", "p.csv", "-o", "x.json", "--score", "p_a", "--keep-top"});
  EXPECT_THAT(top.err, HasSubstr("calibrant: --keep-top: is for several classes"));
}

TEST_F(JointCli, WhatNeedsCurvesSaysSo) {
  EXPECT_EQ(fit("p.csv", {"--method", "temperature"}).code, 0);
  const Result exported = run({"export", "m.json", "--to", "c", "--class", "a"});
  EXPECT_EQ(exported.code, 64);
  EXPECT_THAT(exported.err,
              HasSubstr("calibrant: --class: m.json fits its classes together, and no class has a "
                        "curve (without it, all are exported)"));
  const Result updated =
      run({"fit", "p.csv", "-o", "n.json", "--update", "m.json", "--score", "p_a,p_b,p_c"});
  EXPECT_EQ(updated.err,
            "calibrant: m.json: keeps no rows to add to (the option keep-observations of a fit "
            "keeps them)\n");
  // Probabilities outside 0 to 1 were not in the rows that it was fitted on.
  write("percent.csv", "p_a,p_b,p_c\n50,25,25\n70,20,10\n");
  EXPECT_THAT(run({"apply", "m.json", "percent.csv", "--score", "p_a,p_b,p_c"}).said,
              HasSubstr("column 'p_a'"));
}

TEST_F(JointCli, CompareHasTheMethodsOfSeveralClasses) {
  const Result result =
      run({"compare", "p.csv", "--score", "p_a,p_b,p_c", "--folds", "3", "--methods",
           "auto,temperature,vector,matrix,one-vs-rest,raw", "--curve", "platt"});
  EXPECT_EQ(result.code, 0) << result.err;
  for (const char* method : {"auto", "temperature", "vector", "matrix", "one-vs-rest", "raw"}) {
    EXPECT_THAT(result.out, HasSubstr(std::string("\n") + method + " "));
  }
  // Logits are not left out where classes are fitted together.
  const Result logits = run({"compare", "z.csv", "--score", "p_a,p_b,p_c", "--folds", "3",
                             "--methods", "temperature,beta,raw"});
  EXPECT_THAT(logits.err, HasSubstr("left out, because not all scores are probabilities"));
  EXPECT_THAT(logits.err, HasSubstr("beta, raw"));
  EXPECT_THAT(logits.out, HasSubstr("\ntemperature "));
  EXPECT_THAT(run({"compare", "p.csv", "--score", "p_a", "--positive", "a", "--keep-top"}).err,
              HasSubstr("--keep-top: is for several classes"));
}

}  // namespace
}  // namespace calibrant::testing
