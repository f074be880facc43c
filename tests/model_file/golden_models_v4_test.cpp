// Model files of format version 4, as golden_models_test.cpp has it for version 1. What they
// predict was computed from docs/reference/format/v4.md, without the library
// (tests/golden/make_models_v4.py).
//
// THIS TEST IS ADDED TO, NEVER EDITED, and neither are the files.
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <string>
#include <variant>

#include "calibrant/model_file.hpp"
#include "calibrant/update.hpp"
#include "helpers/read_csv.hpp"

namespace calibrant {
namespace {

TEST(GoldenModelsV4, AreReadAndPredictWhatTheFormatSays) {
  constexpr double kTolerance = 1e-12;
  const auto folder = std::filesystem::path(CALIBRANT_GOLDEN) / "models" / "v4";
  for (const std::string name : {"joint_auto", "joint_vector", "joint_temperature",
                                 "joint_matrix_logits", "joint_kept_sample"}) {
    const auto model = std::get<MulticlassModel>(load(folder / (name + ".json")));
    ASSERT_NE(model.joint(), nullptr) << name;
    const auto table = testing::read_csv((folder / (name + ".csv")).string());
    ASSERT_GE(table.size(), 20U);
    for (std::size_t i = 0; i < table.size(); ++i) {
      std::vector<double> row;
      for (const std::string& field : table[i]) row.push_back(std::stod(field));
      const auto values = apply(model, std::vector(row.begin(), row.begin() + 3));
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(values[k], row[3 + k], kTolerance) << name << " row " << i;
      }
    }
  }
}

// Its rows are a sample, to which new rows can be added.
TEST(GoldenModelsV4, KeepRows) {
  const auto folder = std::filesystem::path(CALIBRANT_GOLDEN) / "models" / "v4";
  const StoredModel stored = load_stored(folder / "joint_kept_sample.json");
  ASSERT_TRUE(stored.kept);
  const KeptRows& rows = stored.kept->rows;
  EXPECT_EQ(rows.size(), 40);
  EXPECT_EQ(std::accumulate(rows.totals.begin(), rows.totals.end(), 0.0), 400);
  EXPECT_EQ(stored.kept->options, (OptionValues{{"keep_rows", 40.0}}));
  const StoredModel more =
      update_class_rows(stored, std::vector{0.5, 0.25, 0.25}, std::vector<std::uint32_t>{0});
  EXPECT_NEAR(std::get<MulticlassModel>(more.model).joint()->origin().rows, 401, 1e-9);
}

// Bands were added to version 4 before its first release.
TEST(GoldenModelsV4, BandsAreReadAsTheFormatSays) {
  constexpr double kTolerance = 1e-12;
  const auto folder = std::filesystem::path(CALIBRANT_GOLDEN) / "models" / "v4";
  const auto model = std::get<MulticlassModel>(load(folder / "joint_band.json"));
  ASSERT_NE(model.band(), nullptr);
  EXPECT_EQ(model.band()->level, 0.95);
  const auto table = testing::read_csv((folder / "joint_band.csv").string());
  ASSERT_GE(table.size(), 20U);
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::vector<double> row;
    for (const std::string& field : table[i]) row.push_back(std::stod(field));
    ASSERT_EQ(row.size(), 12U);
    std::vector<double> lower(3);
    std::vector<double> upper(3);
    apply_interval(*model.joint(), std::vector(row.begin(), row.begin() + 3), lower, upper);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(lower[k], row[6 + k], kTolerance) << i;
      EXPECT_NEAR(upper[k], row[9 + k], kTolerance) << i;
    }
  }
}

}  // namespace
}  // namespace calibrant
