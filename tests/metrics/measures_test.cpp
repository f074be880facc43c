// The table of measures, and that everything that shows measures is made from it.
#include "calibrant/measures.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/run.hpp"
#include "helpers/matrices.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

using Json = nlohmann::json;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

using Measures = Cli;

/// What is shown of a measure must be there, and nothing twice.
template <class Card, class Intervals>
void expect_whole(std::span<const MeasureOf<Card, Intervals>> table) {
  std::set<std::string_view> names;
  std::set<std::string> titles;
  std::string_view whole;
  for (const auto& measure : table) {
    SCOPED_TRACE(measure.name);
    EXPECT_TRUE(names.insert(measure.name).second);
    // A part is indented below the whole that it belongs to.
    if (!measure.title.starts_with("  ")) whole = measure.title;
    EXPECT_TRUE(titles.insert(std::string(whole) + std::string(measure.title)).second);
    EXPECT_FALSE(measure.title.empty());
    EXPECT_TRUE(measure.value != nullptr && measure.interval != nullptr);
    if (measure.in_compare || !measure.explained.empty()) {
      EXPECT_FALSE(measure.short_title.empty());
    }
    // A best one is marked.
    if (measure.in_compare) {
      EXPECT_NE(measure.better, Better::kNeither);
    }
    if (measure.by_fold) {
      EXPECT_TRUE(measure.in_compare);
    }
  }
  // Ranks and leads are those of the log loss.
  EXPECT_EQ(table.front().name, "log_loss");
  EXPECT_TRUE(table.front().in_compare);
}

TEST_F(Measures, TheTableIsWhole) {
  expect_whole(measures());
  expect_whole(multiclass_measures());
}

TEST_F(Measures, EachReadsAnotherFieldAndHasAnInterval) {
  const Sample sample = draw(Shape::kCalibrated, 300);
  const Observations seen = observe(sample.scores, sample.labels);
  const Scorecard card = evaluate(seen);
  const ScorecardIntervals intervals = bootstrap(seen, {.repeats = 100});
  std::set<double> values;
  for (const Measure& measure : measures()) {
    SCOPED_TRACE(measure.name);
    const double value = measure.value(card).value();
    EXPECT_TRUE(values.insert(value).second);
    const MeasureInterval interval = (intervals.*measure.interval).value();
    EXPECT_LE(interval.lower, value);
    EXPECT_GE(interval.upper, value);
    EXPECT_EQ(interval.by_chance.has_value(), measure.kind == IntervalKind::kDistance);
  }
}

TEST_F(Measures, AreDocumented) {
  std::ifstream file(std::string(CALIBRANT_GOLDEN) + "/../../docs/math/measures.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const Measure& measure : measures()) {
    EXPECT_THAT(page, HasSubstr("`" + std::string(measure.name) + "`"));
  }
  for (const MulticlassMeasure& measure : multiclass_measures()) {
    EXPECT_THAT(page, HasSubstr("`" + std::string(measure.name) + "`"));
  }
}

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

template <class Table>
std::vector<std::string> names_of(const Table& table, bool compared) {
  std::set<std::string> names;  // as nlohmann's objects are sorted
  for (const auto& measure : table) {
    if (measure.in_compare || !compared) names.emplace(measure.name);
  }
  return {names.begin(), names.end()};
}

TEST_F(Measures, TheProgramShowsThem) {
  const Sample sample = draw(Shape::kCalibrated, 200);
  std::string rows = "score,label\n";
  for (std::size_t i = 0; i < sample.scores.size(); ++i) {
    rows += std::to_string(sample.scores[i]) + "," + std::to_string(sample.labels[i]) + "\n";
  }
  write("in.csv", rows);
  const std::string text = run({"evaluate", "in.csv", "--bootstrap", "20"}).out;
  const Result page = run({"evaluate", "in.csv", "--bootstrap", "20", "--html", "page.html"});
  ASSERT_EQ(page.code, 0) << page.err;
  const std::string html = read("page.html");
  for (const Measure& measure : measures()) {
    EXPECT_THAT(text, HasSubstr("\n" + std::string(measure.title)));
    if (!measure.explained.empty()) {
      EXPECT_THAT(html, HasSubstr(std::string(measure.explained)));
    }
  }
  const Json json = Json::parse(run({"evaluate", "in.csv", "--bootstrap", "20", "--json"}).out);
  EXPECT_THAT(keys_of(json["measures"]), ElementsAreArray(names_of(measures(), false)));
  const std::vector<std::string> compare = {"compare", "in.csv", "--methods", "raw,platt"};
  const std::string compared = run(compare).out;
  for (const Measure& measure : measures()) {
    if (measure.in_compare) {
      EXPECT_THAT(compared, HasSubstr(std::string(measure.short_title)));
    }
  }
  const Json found =
      Json::parse(run({"compare", "in.csv", "--methods", "raw,platt", "--json"}).out);
  EXPECT_THAT(keys_of(found["methods"][0]["measures"]),
              ElementsAreArray(names_of(measures(), true)));
}

TEST_F(Measures, TheProgramShowsThoseOfSeveralClasses) {
  const Matrix matrix = draw_matrix(200, 3, 1.5);
  std::string rows = "a,b,c,label\n";
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) rows += std::to_string(matrix.scores[3 * i + k]) + ",";
    rows += letters(3)[matrix.labels[i]] + "\n";
  }
  write("in.csv", rows);
  const std::vector<std::string> evaluate = {"evaluate", "in.csv",      "--probability",
                                             "a,b,c",    "--bootstrap", "20"};
  const std::string text = run(evaluate).out;
  for (const MulticlassMeasure& measure : multiclass_measures()) {
    EXPECT_THAT(text, HasSubstr("\n" + std::string(measure.title)));
  }
  auto with_json = evaluate;
  with_json.emplace_back("--json");
  const Json json = Json::parse(run(with_json).out);
  EXPECT_THAT(keys_of(json["measures"]), ElementsAreArray(names_of(multiclass_measures(), false)));
  for (const auto& [name, measure] : json["measures"].items()) {
    EXPECT_TRUE(measure["lower"].is_number()) << name;
  }
  const Json found = Json::parse(
      run({"compare", "in.csv", "--score", "a,b,c", "--methods", "raw,platt", "--json"}).out);
  EXPECT_THAT(keys_of(found["methods"][0]["measures"]),
              ElementsAreArray(names_of(multiclass_measures(), true)));
}

}  // namespace
}  // namespace calibrant::testing
