// Model files of format version 1, as release 0.1.0 wrote them: every release reads them and gives
// the same probabilities.
//
// THIS TEST IS ADDED TO, NEVER EDITED, and neither are the files: a change that makes it fail
// breaks every model that someone has stored. New kinds of models get new files and new rows below.
// tests/golden/make_models_v1.py says how they were made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "calibrant/model_file.hpp"
#include "helpers/read_csv.hpp"
#include "model_file/checksum.hpp"

namespace calibrant {
namespace {

// The files, with the FNV-1a of their bytes.
struct Golden {
  const char* name;
  std::uint64_t model;
  std::uint64_t predictions;
};
constexpr std::array kGolden = std::to_array<Golden>({
    {"abb", 0xcbf60441cfae6709, 0x78f36deff2b67866},
    {"abb_band", 0x4c2dc5120ff591d5, 0x0687737a37cbbe93},
    {"abb_kept", 0xc870864a49646b38, 0x859257ff8248eb9d},
    {"abb_margins", 0x4e51db44c8ec442a, 0x65eeabb901ab9b80},
    {"abb_previous_score", 0xe3d16c309050a3df, 0xe8e964b5916c1feb},
    {"abb_weighted", 0x97e64d4c08b1e8e6, 0x8c15d843811f1ec9},
    {"acp", 0x8138968ac4f9a45c, 0x772bc26cce9fb597},
    {"auto", 0x9fb8f8203f4a02a6, 0x278a94623a9b967e},
    {"auto_band", 0x3929ebd01286ac72, 0x79b21e80c2bfbe23},
    {"auto_margins", 0xb0a6c0c564d41c18, 0x6a31ee3e55acb9bd},
    {"beta", 0xebee58da5a7fb0b5, 0x5eff54e01e7c951a},
    {"grid", 0x2c88f9ba0137a088, 0x5413472f982610fc},
    {"grid_band", 0x237041eacf85e488, 0xbc117404f6fb6ec8},
    {"histogram_band", 0x8452a709fab4ca9c, 0xc2d2caee313bdece},
    {"isotonic", 0xc64badd7b392b209, 0x54d81f5166df664e},
    {"isotonic_kept", 0x58a730dc62e7d027, 0xd4fcfa94715df182},
    {"multiclass", 0xf259b3e488bcff9a, 0xd6d763c044d916c1},
    {"multiclass_auto", 0x8e066d812bcae8e6, 0xb7e9da2fdc1051ec},
    {"multiclass_kept", 0x081690b6f20a6124, 0x0d778d3194598e7e},
    {"one_row", 0xae24a3f3e633f18a, 0xdbfc75fa372631cd},
    {"platt", 0x370467cd7b8171a4, 0xc6ead6edd43c317c},
    {"platt_logit", 0x5885eb7fff4bb61e, 0x0ea858e05351e266},
    {"platt_margins", 0x5ef2916f98b80010, 0xa7f865efbb1ff807},
    {"sbb", 0xf6c58776b6f6e0d8, 0x0db335a3789fd4fe},
    {"sbb_band", 0x14af755a331c47f0, 0xbc117404f6fb6ec8},
    {"sbb_plain", 0xec8828502132dbae, 0xeb1ee112f13bafd4},
});

// Steps, segments and grids are read to the bit. A sigmoid may lose one: exp is not exact.
constexpr double kTolerance = 1e-15;

std::filesystem::path folder() { return std::filesystem::path(CALIBRANT_GOLDEN) / "models" / "v1"; }

std::filesystem::path file(const Golden& golden, const char* extension) {
  return folder() / (std::string(golden.name) + extension);
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The columns of a prediction file: scores before `calibrated`, expected values from there on.
struct Expected {
  std::vector<std::vector<double>> rows;
  std::size_t first = 0;
};

Expected expected(const Golden& golden) {
  const auto table = testing::read_csv(file(golden, ".csv").string());
  Expected result;
  while (table[0][result.first].rfind("calibrated", 0) != 0) ++result.first;
  for (std::size_t i = 1; i < table.size(); ++i) {
    result.rows.emplace_back();
    for (const std::string& field : table[i]) result.rows.back().push_back(std::stod(field));
  }
  return result;
}

void check(const Curve& curve, const Expected& expected) {
  for (const auto& row : expected.rows) {
    EXPECT_NEAR(curve(row[0]), row[1], kTolerance) << row[0];
    ASSERT_EQ(curve.band().has_value(), row.size() == 4);
    if (!curve.band()) continue;
    EXPECT_NEAR(curve.interval(row[0]).lower, row[2], kTolerance) << row[0];
    EXPECT_NEAR(curve.interval(row[0]).upper, row[3], kTolerance) << row[0];
  }
}

void check(const AcpModel& model, const Expected& expected) {
  for (const auto& row : expected.rows) {
    // score, weight, low, high, calibrated
    EXPECT_NEAR(model(row[0], row[2], row[3]), row[4], kTolerance) << row[0];
  }
}

void check(const MulticlassModel& model, const Expected& expected) {
  ASSERT_EQ(expected.first, model.classes());
  for (const auto& row : expected.rows) {
    const std::vector<double> scores(row.begin(), row.begin() + 3);
    const std::vector<double> values = apply(model, scores);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(values[k], row[3 + k], kTolerance) << row[0];
  }
}

void check(const GroupedModel& /*model*/, const Expected& /*expected*/) {
  FAIL() << "groups are of a later version";
}

class GoldenModels : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenModels, AreReadAndPredictWhatTheyDid) {
  const Golden& golden = GetParam();
  ASSERT_EQ(fnv1a(bytes_of(file(golden, ".json"))), golden.model) << "a golden file was edited";
  ASSERT_EQ(fnv1a(bytes_of(file(golden, ".csv"))), golden.predictions)
      << "a golden file was edited";
  const Expected wanted = expected(golden);
  ASSERT_GE(wanted.rows.size(), 10);
  const StoredModel stored = load_stored(file(golden, ".json"));
  std::visit([&](const auto& model) { check(model, wanted); }, stored.model);
  // What this release makes of it, it reads as well.
  const StoredModel again = stored_from_json(to_json(stored.model, stored.kept));
  std::visit([&](const auto& model) { check(model, wanted); }, again.model);
  EXPECT_EQ(again.kept.has_value(), stored.kept.has_value());
}

TEST_P(GoldenModels, KeepTheirObservationsIfTheNameSaysSo) {
  const Golden& golden = GetParam();
  const StoredModel stored = load_stored(file(golden, ".json"));
  const bool keeps = std::string(golden.name).find("_kept") != std::string::npos;
  ASSERT_EQ(stored.kept.has_value(), keeps);
  if (!keeps) return;
  const auto* several = std::get_if<MulticlassModel>(&stored.model);
  ASSERT_EQ(stored.kept->observations.size(), several == nullptr ? 1U : several->classes());
  // Rows, or quarters of them as weights.
  for (const Observations& seen : stored.kept->observations) {
    EXPECT_GT(seen.weight(), 89);
    EXPECT_GT(seen.groups(), 80);
  }
}

INSTANTIATE_TEST_SUITE_P(V1, GoldenModels, ::testing::ValuesIn(kGolden),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(GoldenModelFiles, AllAreListed) {
  std::set<std::string> listed;
  for (const Golden& golden : kGolden) listed.insert(golden.name);
  std::set<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    there.insert(entry.path().stem().string());
  }
  EXPECT_EQ(there, listed);
}

// Every shape, every input of a sigmoid, with a band and without, and every kind is among them.
TEST(GoldenModelFiles, AreOfEveryKind) {
  std::set<std::string> kinds;
  for (const Golden& golden : kGolden) {
    const Model model = load(file(golden, ".json"));
    const auto* curve = std::get_if<Curve>(&model);
    if (curve == nullptr) {
      kinds.insert(std::holds_alternative<AcpModel>(model) ? "acp" : "multiclass");
      continue;
    }
    std::string kind = std::to_string(curve->shape().index());
    if (const auto* sigmoid = std::get_if<Sigmoid>(&curve->shape())) {
      kind += "/" + std::to_string(static_cast<int>(sigmoid->input));
    }
    kinds.insert(kind + (curve->band() ? "+band" : ""));
  }
  EXPECT_THAT(kinds, ::testing::ElementsAre("0/0", "0/1", "0/2", "1", "1+band", "2", "2+band", "3",
                                            "3+band", "acp", "multiclass"));
}

}  // namespace
}  // namespace calibrant
