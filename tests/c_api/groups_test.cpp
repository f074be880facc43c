// Groups and estimated prevalence from C: the same bits as in C++.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "helpers/c_models.hpp"

namespace calibrant {
namespace {

using namespace c_api_testing;
using ::testing::HasSubstr;

TEST(CApiGroups, AreThoseOfTheLibrary) {
  const CRows given = rows();
  const std::size_t size = given.scores.size();
  const std::vector<std::string> names = {"rome", "oslo"};
  std::vector<std::uint32_t> of_row;
  std::vector<const char*> groups;
  for (std::size_t i = 0; i < size; ++i) {
    of_row.push_back(i % 3 == 0 ? 1 : 0);
    groups.push_back(names[of_row[i]].c_str());
  }
  const std::vector<std::uint8_t> labels(given.labels.begin(), given.labels.end());
  const GroupedModel expected = fit_groups(
      "abb", "site",
      observe_groups({.names = names, .of_row = of_row, .scores = given.scores, .labels = labels}),
      {.level = 0.9});
  calibrant_model* made = nullptr;
  ASSERT_EQ(calibrant_fit_groups("abb", R"({"level": 0.9})", "site", groups.data(),
                                 given.scores.data(), given.labels.data(), nullptr, size, &made),
            CALIBRANT_OK)
      << calibrant_last_error();
  const Handle model(made);
  EXPECT_EQ(text_of(model), to_json(expected));
  EXPECT_EQ(calibrant_kind_of(made), CALIBRANT_GROUPED);
  EXPECT_STREQ(calibrant_method(made), "abb");
  EXPECT_EQ(calibrant_level(made), 0.9);
  EXPECT_EQ(calibrant_columns(made), 1U);
  const std::vector<double> scores = {0.2, 0.6, 0.6, 0.6};
  const std::vector<const char*> wanted = {"oslo", "rome", "elsewhere", nullptr};
  std::vector<double> p(4);
  std::vector<double> lower(4);
  std::vector<double> upper(4);
  ASSERT_EQ(calibrant_apply_groups(made, scores.data(), wanted.data(), 4, p.data()), CALIBRANT_OK);
  ASSERT_EQ(
      calibrant_interval_groups(made, scores.data(), wanted.data(), 4, lower.data(), upper.data()),
      CALIBRANT_OK);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t own = i < 2 ? expected.find(wanted[i]) : kUnknownGroup;
    EXPECT_EQ(p[i], expected(scores[i], own));
    EXPECT_EQ(lower[i], expected.interval(scores[i], own).lower);
    EXPECT_EQ(upper[i], expected.interval(scores[i], own).upper);
  }
  EXPECT_EQ(calibrant_apply(made, scores.data(), 4, p.data()), CALIBRANT_BAD_ARGUMENT);
  EXPECT_THAT(calibrant_last_error(), HasSubstr("model: has groups (calibrant_apply_groups)"));
  char* text = nullptr;
  ASSERT_EQ(calibrant_export(made, "sql", R"({"group": "place"})", &text, nullptr), CALIBRANT_OK);
  EXPECT_EQ(std::string(text), export_model(expected, ExportTarget::kSql, {.group = "place"}));
  calibrant_free_text(text);
}

TEST(CApiGroups, PrevalenceIsEstimated) {
  const CRows given = rows();
  const Handle model = fit("platt", nullptr);
  const std::vector<double> p(500, 0.9);
  double rate = 0;
  double error = 0;
  ASSERT_EQ(calibrant_estimate_prevalence(model.get(), p.data(), p.size(), &rate, &error),
            CALIBRANT_OK);
  const auto expected =
      estimate_prevalence(fit_method("platt", observe(given.scores, given.labels)), p);
  EXPECT_EQ(rate, expected.frequencies[0]);
  EXPECT_EQ(error, expected.errors[0]);
  EXPECT_EQ(calibrant_estimate_prevalence(model.get(), p.data(), 0, &rate, nullptr),
            CALIBRANT_BAD_INPUT);
  EXPECT_EQ(calibrant_apply_groups(model.get(), p.data(), nullptr, 0, &rate),
            CALIBRANT_BAD_ARGUMENT);
}

}  // namespace
}  // namespace calibrant
