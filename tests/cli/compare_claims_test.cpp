// What calibrant compare claims: which lead is clear, which method is recommended.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/compare_data.hpp"
#include "cli/run.hpp"
#include "helpers/read_csv.hpp"

namespace calibrant::testing {
namespace {

using Json = nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

using CompareClaims = Cli;

TEST_F(CompareClaims, TellsClearLeadsFromOthers) {
  // Too extreme by far: platt-logit, which mends just that, leads clearly.
  write("bad.csv", draw_data(2000, 3, 10).csv());
  const std::string bad = run({"compare", "bad.csv", "--methods", "platt-logit,raw"}).out;
  EXPECT_THAT(bad, HasSubstr("\ncompared with platt-logit  log loss   95 % interval\n"
                             "raw                          +0.218  "));
  EXPECT_THAT(bad, HasSubstr("  clearly worse\nThe differences are taken row by row; their "
                             "intervals are corrected for 1 comparison.\n"));
  EXPECT_THAT(bad, ::testing::ContainsRegex(
                       "\n\nRecommended: platt-logit. platt-logit's log loss is lower than that of "
                       "the raw scores by 0.218 \\(95 % interval 0.1[0-9]* to 0.2[0-9]*, corrected "
                       "for 1 comparison\\).\n$"));
  // Perfect scores: nothing to gain.
  write("good.csv", draw_data(500, 1, 11).csv());
  const std::string good = run({"compare", "good.csv", "--methods", "auto,platt,raw"}).out;
  EXPECT_THAT(good, EndsWith("There is no clear difference between auto and the raw scores, which "
                             "may stay as they are.\n"));
  EXPECT_THAT(run({"compare", "good.csv", "--methods", "raw"}).out,
              EndsWith("\n\nRecommended: the raw scores.\n"));
}

TEST_F(CompareClaims, AutoIsRecommendedUnlessAnotherIsClearlyBetter) {
  // platt-logit mends just what is wrong here, so it has the lowest log loss, but hardly.
  std::filesystem::copy(
      std::filesystem::path(CALIBRANT_GOLDEN) / "../../docs/guide/predictions.csv", file("in.csv"));
  const Result result = run({"compare", "in.csv", "--methods", "auto,platt-logit,raw", "--json"});
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["winner"], "platt-logit");
  EXPECT_EQ(json["recommended"], "auto");
  EXPECT_EQ(method_called(json, "platt-logit")["versus_recommended"]["verdict"],
            "no clear difference");
  EXPECT_THAT(run({"compare", "in.csv", "--methods", "auto,platt-logit,raw"}).out,
              HasSubstr("\n\nRecommended: auto. platt-logit has the lowest log loss, but the "
                        "difference is not clear. auto's log loss is lower than that of the raw "
                        "scores by "));
}

TEST_F(CompareClaims, TooFewRowsTellNothing) {
  write("in.csv", draw_data(49, 3, 22).csv());
  const Result result = run({"compare", "in.csv", "--methods", "platt-logit,raw"});
  EXPECT_THAT(result.out, EndsWith("There are too few rows to tell methods apart: at least 50 are "
                                   "needed, and 10 outside the largest class.\n"));
  const Json json =
      Json::parse(run({"compare", "in.csv", "--methods", "platt-logit,raw", "--json"}).out);
  EXPECT_EQ(json["over_runner_up"]["lower"], nullptr);
  EXPECT_EQ(json["over_runner_up"]["clear"], false);
}

// Real data of the review: a lead of 1.25 standard errors was called evidence, and one of 0.00000.
TEST_F(CompareClaims, HabermanLeadsAreNotClear) {
  const auto rows = read_csv(std::string(CALIBRANT_SHARED) + "/data/suite/haberman.csv");
  if (rows.empty()) GTEST_SKIP() << "no haberman.csv";
  // The share of positives among the 15 nearest patients: as a forest's votes, with exact 0s.
  std::string text = "score,label\n";
  const auto at = [&](std::size_t i, std::size_t j) { return std::stod(rows[i][j]); };
  const std::size_t last = rows[0].size() - 1;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    std::vector<std::pair<double, std::string>> near;
    for (std::size_t k = 1; k < rows.size(); ++k) {
      if (k == i) continue;
      double distance = 0;
      for (std::size_t j = 0; j < last; ++j) distance += std::pow(at(i, j) - at(k, j), 2);
      near.emplace_back(distance, rows[k][last]);
    }
    std::ranges::stable_sort(near, {}, [](const auto& one) { return one.first; });
    int votes = 0;
    for (std::size_t k = 0; k < 15; ++k) votes += near[k].second == "1" ? 1 : 0;
    text += fmt::format("{},{}\n", votes / 15.0, rows[i][last]);
  }
  write("in.csv", text);
  const Json json = Json::parse(run({"compare", "in.csv", "--json"}).out);
  EXPECT_EQ(json["recommended"], "auto");
  const Json& lead = json["over_runner_up"];
  EXPECT_EQ(lead["clear"], false) << lead.dump();
  EXPECT_THAT(run({"compare", "in.csv"}).out, Not(::testing::ContainsRegex(" [+]?0[.]0+ ")));
}

}  // namespace
}  // namespace calibrant::testing
