// Simulations, the stand-in, and the promise that one seed gives one result.
#include "study/study.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "calibrant/metrics.hpp"
#include "data/pneumonia.hpp"
#include "data/simulations.hpp"
#include "output/assessment.hpp"
#include "output/reproduction.hpp"

namespace calibrant::experiments {
namespace {

double prevalence(const Dataset& data) {
  double positives = 0;
  for (const std::uint8_t label : data.labels) positives += label;
  return positives / static_cast<double>(data.rows());
}

TEST(Simulations, NoLineSolvesXorOrCircular) {
  for (const Experiment& experiment : list_experiments({})) {
    if (experiment.dataset != "xor" && experiment.dataset != "circular") continue;
    double sum = 0;
    constexpr std::size_t kRepeats = 20;
    for (std::size_t repeat = 0; repeat < kRepeats; ++repeat) {
      RandomStream random = repeat_stream(experiment.dataset, 1, repeat);
      const Split split = experiment.draw(random);
      EXPECT_EQ(split.train.rows(), 600U);
      EXPECT_EQ(split.calibration.rows(), 600U);
      EXPECT_EQ(split.test.rows(), 600U);
      const Scored scored = train_and_score(experiment, split);
      sum += auc(observe(scored.test.scores.values, scored.test.labels)).value();
    }
    EXPECT_NEAR(sum / kRepeats, 0.5, 0.03) << experiment.title;
  }
}

TEST(Simulations, TheRingLiesOutsideTheDisc) {
  RandomStream random(1);
  const Dataset data = draw_circular(random).train;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const double radius = data.features.row(static_cast<Eigen::Index>(i)).norm();
    EXPECT_EQ(data.labels[i] == 1, radius >= 2) << radius;
    EXPECT_LE(radius, 4);
  }
}

TEST(StandIn, HasThePublishedShape) {
  RandomStream random(1);
  const Split split = draw_pneumonia_stand_in(random);
  EXPECT_EQ(split.train.rows(), 1087U);
  EXPECT_EQ(split.calibration.rows(), 600U);
  EXPECT_EQ(split.test.rows(), 600U);
  const auto continuous = std::count(split.train.levels.begin(), split.train.levels.end(), 0U);
  EXPECT_EQ(continuous, 43);
  EXPECT_EQ(split.train.levels.size(), 172U + 43U);
  EXPECT_NEAR(prevalence(join(split.train, join(split.calibration, split.test))), 0.11, 0.02);
  for (std::size_t j = 0; j < split.train.levels.size(); ++j) {
    if (split.train.levels[j] == 0) continue;
    const auto column = split.train.features.col(static_cast<Eigen::Index>(j));
    EXPECT_GE(column.minCoeff(), 0);
    EXPECT_LT(column.maxCoeff(), static_cast<double>(split.train.levels[j]));
  }
}

Reproduction reproduce(std::uint64_t seed, unsigned threads) {
  Reproduction result;
  result.options = {.repeats = 2, .seed = seed, .execution = {.threads = threads}};
  const std::vector<Experiment> experiments = list_experiments({});
  result.tables = run_study(experiments, result.options);
  result.scheme_repeats = 2;
  result.schemes = compare_schemes(experiments, result.options);
  result.cache_errors = measure_cache_errors(experiments, seed);
  return result;
}

TEST(Study, OneSeedGivesOneResultOnAnyNumberOfThreads) {
  const Reproduction one = reproduce(7, 1);
  const Reproduction two = reproduce(7, 2);
  const Reproduction other = reproduce(8, 2);
  EXPECT_EQ(to_markdown(describe(one)), to_markdown(describe(two)));
  EXPECT_EQ(to_html(describe(one)), to_html(describe(two)));
  EXPECT_EQ(to_csv(one), to_csv(two));
  EXPECT_NE(to_csv(one), to_csv(other));
}

TEST(Study, TheStandInIsNamedOneAndNeverCounted) {
  const Reproduction result = reproduce(1, 2);
  for (const TableResult& table : result.tables) {
    EXPECT_EQ(table.experiment.stand_in, table.experiment.dataset == "cap");
    if (table.experiment.stand_in) {
      EXPECT_NE(table.experiment.title.find("stand-in"), std::string::npos);
    }
  }
  EXPECT_EQ(tally(result.tables, Reading::kPrinted).figures, 70U);  // XOR and circular
  EXPECT_EQ(tally(result.tables, Reading::kPrinted, "cap").figures, 0U);
}

TEST(Study, AssessesADistanceInStandardDeviations) {
  TableResult table = {.experiment = list_experiments({}).front()};
  ASSERT_EQ(table.experiment.dataset, "xor");
  Column column = {.method = "ABB"};
  for (const double auc : {0.9, 0.94}) {
    column.repeats.push_back({.text = {auc}, .printed = {auc}});
  }
  table.columns.push_back(column);
  const Cell cell = assess_row(table, Reading::kPrinted, 0).front();
  EXPECT_DOUBLE_EQ(cell.ours.mean, 0.92);
  EXPECT_NEAR(cell.ours.sd, 0.04 / std::sqrt(2.0), 1e-12);
  EXPECT_DOUBLE_EQ(cell.published.value(), 0.941);
  EXPECT_NEAR(cell.z.value(), 0.021 / cell.ours.sd, 1e-12);
  EXPECT_TRUE(cell.within);
}

}  // namespace
}  // namespace calibrant::experiments
