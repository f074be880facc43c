// fit --by, and what other verbs make of a model with groups; apply --prevalence auto.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "calibrant/model_file.hpp"
#include "cli/run.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;

class GroupsVerb : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    RandomStream random(1);
    std::string text = "site,score,label\n";
    for (int i = 0; i < 3000; ++i) {
      const int site = i % 3;
      const double u = random.normal();
      const int label = random.uniform() < logistic(u + site - 1) ? 1 : 0;
      text += fmt::format("{},{:.6f},{}\n", site == 0 ? "\"a,\"\"b\"" : std::to_string(site),
                          logistic(u), label);
    }
    write("rows.csv", text);
    const Result fit =
        run({"fit", "rows.csv", "-o", "model.json", "--by", "site", "--level", "0.9"});
    ASSERT_EQ(fit.code, 0) << fit.err;
    EXPECT_THAT(fit.err, HasSubstr("corrections for groups"));
    EXPECT_THAT(fit.err, HasSubstr("3 groups by site."));
  }
};

TEST_F(GroupsVerb, ApplyFindsTheGroups) {
  write("new.csv", "score,site,place\n0.3,\"a,\"\"b\",2\n0.3,2,1\n0.3,9,9\n0.3,,\n");
  const Result applied = run({"apply", "model.json", "new.csv", "--interval"});
  ASSERT_EQ(applied.code, 0) << applied.err;
  const auto model = std::get<GroupedModel>(load(file("model.json")));
  std::string expected = "score,site,place,calibrated,calibrated_lower,calibrated_upper\n";
  const auto row = [&](const std::string& text, const std::string& group) {
    const std::uint32_t own = model.find(group);
    const Interval band = model.interval(0.3, own);
    expected += fmt::format("{},{},{},{}\n", text, model(0.3, own), band.lower, band.upper);
  };
  row("0.3,\"a,\"\"b\",2", "a,\"b");
  row("0.3,2,1", "2");
  row("0.3,9,9", "elsewhere");
  row("0.3,,", "elsewhere");
  EXPECT_EQ(applied.out, expected);
  EXPECT_NE(model(0.3, model.find("2")), model(0.3));
  // Another column.
  const Result other = run({"apply", "model.json", "new.csv", "--by", "place"});
  EXPECT_THAT(other.out, HasSubstr(fmt::format("\n0.3,9,9,{}\n", model(0.3))));
  EXPECT_THAT(other.out, HasSubstr(fmt::format("\n0.3,2,1,{}\n", model(0.3, model.find("1")))));
}

TEST_F(GroupsVerb, EvaluateAndWatchTakeThem) {
  ASSERT_EQ(run({"apply", "model.json", "rows.csv", "-o", "out.csv"}).code, 0);
  EXPECT_EQ(run({"evaluate", "out.csv", "--by", "site"}).code, 0);
  const Result calm = run({"watch", "model.json", "rows.csv", "--state", "watch.json"});
  EXPECT_EQ(calm.code, 0) << calm.err;
}

TEST_F(GroupsVerb, WhatCannotBeIsOneLine) {
  write("bare.csv", "score,label\n0.3,1\n0.4,0\n");
  const auto problem = [&](const std::vector<std::string>& words) {
    const Result result = run(words);
    EXPECT_NE(result.code, 0);
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    return result.err;
  };
  for (const std::string verb : {"apply", "watch"}) {
    std::vector<std::string> words = {verb, "model.json", "bare.csv"};
    if (verb == "watch") words.insert(words.end(), {"--state", "w.json"});
    EXPECT_THAT(problem(words), HasSubstr("bare.csv:1: has no column 'site' (--by names"));
  }
  EXPECT_THAT(problem({"fit", "bare.csv", "-o", "x.json", "--by", "site"}),
              HasSubstr("bare.csv:1: has no column 'site'"));
  EXPECT_THAT(problem({"fit", "rows.csv", "-o", "x.json", "--by", "site", "--method", "acp"}),
              HasSubstr("--by: is not for acp, which gives no curve"));
  EXPECT_THAT(problem({"fit", "rows.csv", "-o", "x.json", "--by", "site", "--keep-observations"}),
              HasSubstr("--by: a model with groups keeps no observations"));
  EXPECT_THAT(problem({"fit", "rows.csv", "-o", "x.json", "--update", "model.json"}),
              HasSubstr("model.json: keeps no observations"));
  EXPECT_THAT(problem({"export", "model.json", "--to", "c"}),
              HasSubstr("--to: sql and spark take groups; c and onnx are for one curve"));
  EXPECT_THAT(problem({"export", "model.json", "--to", "sql", "--interval"}),
              HasSubstr("--interval: is for one curve, not for groups"));
  ASSERT_EQ(run({"fit", "bare.csv", "-o", "plain.json"}).code, 0);
  EXPECT_THAT(problem({"apply", "plain.json", "rows.csv", "--by", "site"}),
              HasSubstr("--by: plain.json has no groups"));
  EXPECT_THAT(problem({"fit", "bare.csv", "-o", "x.json", "--by", "site", "--score", "a,b"}),
              HasSubstr("--by: is for two classes"));
}

// Of two normal classes, one apart, the share of positives is 0.5; the fit has a third of it.
TEST_F(GroupsVerb, PrevalenceIsEstimated) {
  const auto rows = [](double share, std::uint64_t seed, int count) {
    RandomStream random(seed);
    std::string text = "score,label\n";
    for (int i = 0; i < count; ++i) {
      const int label = random.uniform() < share ? 1 : 0;
      text += fmt::format("{:.6f},{}\n", random.normal() + 1.5 * label, label);
    }
    return text;
  };
  write("fit.csv", rows(0.15, 1, 5000));
  write("shifted.csv", rows(0.5, 2, 5000));
  ASSERT_EQ(run({"fit", "fit.csv", "-o", "m.json", "--method", "platt"}).code, 0);
  const Result shifted = run({"apply", "m.json", "shifted.csv", "--prevalence", "auto"});
  ASSERT_EQ(shifted.code, 0) << shifted.err;
  double estimate = 0;
  double error = 0;
  ASSERT_EQ(std::sscanf(shifted.err.c_str(), "calibrant: estimated prevalence %lf +- %lf (",
                        &estimate, &error),
            2)
      << shifted.err;
  EXPECT_NEAR(estimate, 0.5, 4 * error);
  EXPECT_LT(error, 0.02);
  const Result known = run({"apply", "m.json", "shifted.csv", "--prevalence", "0.5"});
  const auto first = [](const std::string& text) {
    const std::size_t line = text.find('\n') + 1;
    return std::stod(text.substr(text.find(',', text.find(',', line) + 1) + 1));
  };
  EXPECT_NEAR(first(shifted.out), first(known.out), 0.05);
  const Result same = run({"apply", "m.json", "fit.csv", "--prevalence", "auto"});
  EXPECT_EQ(same.code, 2);
  EXPECT_EQ(same.out, "");
  EXPECT_THAT(same.err, HasSubstr("fit.csv: the scores do not tell the prevalence: "));
  EXPECT_THAT(same.err, HasSubstr("(the standard error is larger than the change)"));
  const Result pipe = run({"apply", "m.json", "-", "--prevalence", "auto"}, "score\n0.3\n");
  EXPECT_EQ(pipe.code, 64);
  EXPECT_THAT(pipe.err, HasSubstr("--prevalence auto: reads the rows twice, and standard input "
                                  "can be read only once"));
}

}  // namespace
}  // namespace calibrant::testing
