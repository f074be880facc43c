// Model files of format version 5, as golden_models_test.cpp has it for version 1. What they
// predict was computed from docs/reference/format/v5.md, without the library
// (tests/golden/make_models_v5.py).
//
// THIS TEST IS ADDED TO, NEVER EDITED, and neither are the files.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <variant>

#include "calibrant/model_file.hpp"
#include "helpers/read_csv.hpp"

namespace calibrant {
namespace {

TEST(GoldenModelsV5, AreReadAndPredictWhatTheFormatSays) {
  constexpr double kTolerance = 1e-12;
  const auto folder = std::filesystem::path(CALIBRANT_GOLDEN) / "models" / "v5";
  const auto model = std::get<GroupedModel>(load(folder / "groups.json"));
  EXPECT_EQ(model.by(), "site");
  EXPECT_EQ(model.groups().size(), 4U);
  const auto table = testing::read_csv((folder / "groups.csv").string());
  ASSERT_EQ(table.size(), 105U);
  for (const auto& row : table) {
    const double score = std::stod(row[0]);
    const std::uint32_t group = model.find(row[1]);
    EXPECT_NEAR(model(score, group), std::stod(row[2]), kTolerance) << row[0] << " " << row[1];
    EXPECT_NEAR(model.interval(score, group).lower, std::stod(row[3]), kTolerance);
    EXPECT_NEAR(model.interval(score, group).upper, std::stod(row[4]), kTolerance);
  }
}

}  // namespace
}  // namespace calibrant
