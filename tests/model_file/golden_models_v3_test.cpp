// Model files of format version 3, as golden_models_test.cpp has it for version 1, and the options
// that they keep.
//
// THIS TEST IS ADDED TO, NEVER EDITED, and neither are the files.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <variant>

#include "calibrant/model_file.hpp"
#include "calibrant/update.hpp"
#include "helpers/read_csv.hpp"

namespace calibrant {
namespace {

constexpr double kTolerance = 1e-15;

std::string file(const std::string& name) {
  return (std::filesystem::path(CALIBRANT_GOLDEN) / "models" / "v3" / name).string();
}

TEST(GoldenModelsV3, AreReadAndPredictWhatTheyDid) {
  for (const char* name : {"abb_kept", "sbb_kept", "histogram_kept"}) {
    const Curve curve = load_curve(file(std::string(name) + ".json"));
    const auto table = testing::read_csv(file(std::string(name) + ".csv"));
    ASSERT_GE(table.size(), 10U);
    for (std::size_t i = 1; i < table.size(); ++i) {
      EXPECT_NEAR(curve(std::stod(table[i][0])), std::stod(table[i][1]), kTolerance) << name;
    }
  }
  const auto several = std::get<MulticlassModel>(load(file("multiclass_abb_kept.json")));
  const auto table = testing::read_csv(file("multiclass_abb_kept.csv"));
  for (std::size_t i = 1; i < table.size(); ++i) {
    std::vector<double> row;
    for (const std::string& field : table[i]) row.push_back(std::stod(field));
    const auto values = apply(several, std::vector(row.begin(), row.begin() + 3));
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(values[k], row[3 + k], kTolerance);
  }
}

TEST(GoldenModelsV3, KeepTypedOptionsWithWhichTheyCanBeUpdated) {
  const std::vector<std::pair<const char*, OptionValues>> expected = {
      {"abb_kept", {{"level", 0.9}, {"scale", "score"}}},
      {"sbb_kept", {{"lambda", 8.0}, {"smoothing", false}, {"tabulate", 25.0}}},
      {"histogram_kept", {{"bins", 5.0}, {"strategy", "uniform"}}},
      {"multiclass_abb_kept", {{"scale", "logit"}}}};
  for (const auto& [name, options] : expected) {
    const StoredModel stored = load_stored(file(std::string(name) + ".json"));
    ASSERT_TRUE(stored.kept) << name;
    EXPECT_EQ(stored.kept->options, options) << name;
    const StoredModel again = update(stored, stored.kept->observations);
    EXPECT_EQ(again.kept->observations[0].weight(), 2 * stored.kept->observations[0].weight());
  }
}

}  // namespace
}  // namespace calibrant
