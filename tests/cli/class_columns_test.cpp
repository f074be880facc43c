// The columns of several classes are found by a pattern, by the model, or because apply made them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "calibrant/model_file.hpp"
#include "cli/malformed.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;

/// A class may hold the prefix once more, a band lies beside its column, and the label ends like
/// p_a.
constexpr const char* kFound =
    "id,p_a,p_a_lower,p_b,p_p_c,p_label\n"
    "1,0.7,0.6,0.2,0.1,a\n"
    "2,0.2,0.1,0.7,0.1,b\n"
    "3,0.1,0.0,0.2,0.7,p_c\n"
    "4,0.4,0.3,0.5,0.1,a\n";

class ClassColumnsCli : public Malformed {
 protected:
  std::string evaluated(std::vector<std::string> options) {
    options.insert(options.begin(), "evaluate");
    options.insert(options.end(), {"--bootstrap", "0", "--json"});
    const Result result = run(options);
    EXPECT_EQ(result.code, 0) << result.err;
    auto json = nlohmann::json::parse(result.out);
    json.erase("file");
    json.erase("probability");
    return json.dump();
  }
};

TEST_F(ClassColumnsCli, APatternNamesColumns) {
  write("in.csv", kFound);
  EXPECT_EQ(evaluated({"in.csv", "--label", "p_label", "--probability", "p_*"}),
            evaluated({"in.csv", "--label", "p_label", "--probability", "p_a,p_b,p_p_c"}));
  write("turned.csv", "a-p,b-p,label\n0.7,0.3,a\n0.4,0.6,b\n");
  EXPECT_EQ(evaluated({"turned.csv", "--probability", "*-p"}),
            evaluated({"turned.csv", "--probability", "a-p,b-p", "--classes", "a,b"}));
}

TEST_F(ClassColumnsCli, APatternReadsAPipeOnce) {
  write("in.csv", kFound);
  const std::vector<std::string> options = {"fit",     "-",       "-o",  "m.json",   "--label",
                                            "p_label", "--score", "p_*", "--method", "temperature"};
  EXPECT_EQ(run(options, read("in.csv")).code, 0);
  EXPECT_EQ(std::get<MulticlassModel>(load(file("m.json"))).names(),
            (std::vector<std::string>{"a", "b", "p_c"}));
  const Result piped = run({"apply", "m.json", "-"}, read("in.csv"));
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_EQ(piped.out, run({"apply", "m.json", "in.csv", "--score", "p_a,p_b,p_p_c"}).out);
}

TEST_F(ClassColumnsCli, ApplyAndEvaluateFindTheirColumns) {
  write("in.csv", kFound);
  const Result fitted =
      run({"fit", "in.csv", "-o", "m.json", "--label", "p_label", "--score", "p_*"});
  ASSERT_EQ(fitted.code, 0) << fitted.err;
  const Result applied = run({"apply", "m.json", "in.csv", "-o", "out.csv"});
  ASSERT_EQ(applied.code, 0) << applied.err;
  EXPECT_EQ(evaluated({"out.csv", "--label", "p_label"}),
            evaluated({"out.csv", "--label", "p_label", "--probability",
                       "calibrated_a,calibrated_b,calibrated_p_c", "--classes", "a,b,p_c"}));
  const Result page =
      run({"evaluate", "out.csv", "--label", "p_label", "--before", "p_*", "--html", "-"});
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr("After calibration"));
}

TEST_F(ClassColumnsCli, WhatIsUnclearIsOneLine) {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& message) {
    const Result result = run(arguments);
    EXPECT_NE(result.code, 0);
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
  };
  write("in.csv", kFound);
  refused({"evaluate", "in.csv", "--probability", "q_*"},
          "--probability: in.csv has no column like 'q_*' (it has 'id', ");
  refused({"evaluate", "in.csv", "--probability", "*_lower"},
          "--probability: in.csv has no column like '*_lower'");
  refused({"evaluate", "in.csv", "--probability", "*d"},
          "--probability: in.csv has one column like '*d' (several classes need one each)");
  refused({"fit", "in.csv", "-o", "m.json", "--score", "p_*,q_*"},
          "--score: 'p_*,q_*' is not a pattern (one * stands for the class, as in p_*)");
  write("m.json", to_json(MulticlassModel({"a", "b"}, {Curve(Sigmoid{}), Curve(Sigmoid{})})));
  write("two.csv", "p_a,p_b,q_a,q_b\n0.5,0.5,0.5,0.5\n");
  refused({"apply", "m.json", "two.csv"},
          "two.csv: has several columns for each class: 'p_*', 'q_*' (--score names one of these)");
  write("none.csv", "p_a,p_c\n0.5,0.5\n");
  refused({"apply", "m.json", "none.csv"}, "none.csv: has no columns for the classes 'a', 'b'");
  write("both.csv", "calibrated,calibrated_a,calibrated_b,label\n0.5,0.5,0.5,a\n");
  refused({"evaluate", "both.csv"},
          "both.csv: has a column 'calibrated' and the columns 'calibrated_a', 'calibrated_b'");
}

TEST_F(ClassColumnsCli, TheBandOfTwoClassesIsNoClass) {
  write("in.csv",
        "calibrated,calibrated_lower,calibrated_upper,label\n0.6,0.5,0.7,1\n0.3,0.2,0.4,0\n");
  const Result result = run({"evaluate", "in.csv", "--bootstrap", "0"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("probabilities from column calibrated\n"));
}

}  // namespace
}  // namespace calibrant::testing
