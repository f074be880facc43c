#include "calibrant/watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "calibrant/model_file.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "calibrant/report.hpp"
#include "helpers/editing.hpp"
#include "helpers/message.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"

namespace calibrant {
namespace {

using ::testing::HasSubstr;
using testing::message_of;

struct WatchRows {
  std::vector<double> probabilities;
  std::vector<std::uint8_t> labels;
};

// Log odds around those of one in five; from row `change` on the labels have `shift` more.
WatchRows draw_watch_rows(std::uint64_t seed, std::size_t rows, std::size_t change = 1'000'000,
                          double shift = 0) {
  RandomStream random(seed);
  WatchRows result;
  for (std::size_t i = 0; i < rows; ++i) {
    const double u = -1.4 + random.normal();
    result.probabilities.push_back(logistic(u));
    result.labels.push_back(random.uniform() < logistic(i < change ? u : u + shift) ? 1 : 0);
  }
  return result;
}

void add_rows(Watch& watch, const WatchRows& rows, std::size_t begin, std::size_t end) {
  watch.update(std::span(rows.probabilities).subspan(begin, end - begin),
               std::span(rows.labels).subspan(begin, end - begin));
}

double evidence(const Watch& watch) { return std::exp(watch.finding().log_evidence); }

TEST(Watch, EvidenceIsAMartingaleByEnumeration) {
  // All labels of twelve rows, across the end of a block and two starts. Earlier rows are off, so
  // that the gamblers bet.
  for (const std::size_t begin : {60U, 314U, 570U, 1000U}) {
    SCOPED_TRACE(begin);
    const WatchRows rows = draw_watch_rows(7, 1100, 0, 0.8);
    Watch before;
    add_rows(before, rows, 0, begin);
    constexpr std::size_t kRows = 12;
    double mean = 0;
    for (unsigned outcome = 0; outcome < (1U << kRows); ++outcome) {
      WatchRows some;
      double chance = 1;
      for (std::size_t i = 0; i < kRows; ++i) {
        const double p = rows.probabilities[begin + i];
        const bool positive = ((outcome >> i) & 1U) != 0;
        some.probabilities.push_back(p);
        some.labels.push_back(positive ? 1 : 0);
        chance *= positive ? p : 1 - p;
      }
      Watch after = before;
      add_rows(after, some, 0, kRows);
      mean += chance * evidence(after);
    }
    EXPECT_NEAR(mean / evidence(before), 1, 1e-12);
  }
}

TEST(Watch, FirstBetsFollowTheDefinition) {
  // Rows 65 to 128 are bet on with no correction, so nothing is won or lost; then one step of
  // Newton's method sets the corrections.
  const WatchRows rows = draw_watch_rows(3, 129, 0, 1);
  Watch watch;
  add_rows(watch, rows, 0, 128);
  EXPECT_DOUBLE_EQ(evidence(watch), 1);
  double centre = 0;
  for (std::size_t i = 0; i < 64; ++i) centre += logit(rows.probabilities[i]) / 64;
  double g0 = 0;
  double g1 = 0;
  double h00 = 4;
  double h01 = 0;
  double h11 = 16;
  for (std::size_t i = 64; i < 128; ++i) {
    const double p = rows.probabilities[i];
    const double x = logit(p) - centre;
    g0 += rows.labels[i] - p;
    g1 += (rows.labels[i] - p) * x;
    h00 += p * (1 - p);
    h01 += p * (1 - p) * x;
    h11 += p * (1 - p) * x * x;
  }
  const double p = rows.probabilities[128];
  const double x = logit(p) - centre;
  const double det = h00 * h11 - h01 * h01;
  const double alone = g0 / h00;
  const double both = (h11 * g0 - h01 * g1) / det + (h00 * g1 - h01 * g0) / det * x;
  const auto ratio = [&](double shift) {
    const double q = logistic(logit(p) + shift);
    return rows.labels[128] == 1 ? q / p : (1 - q) / (1 - p);
  };
  add_rows(watch, rows, 128, 129);
  // The first start has half of the fortune.
  EXPECT_NEAR(evidence(watch), 0.5 + 0.25 * ratio(alone) + 0.25 * ratio(both), 1e-12);
}

TEST(Watch, HowRowsAreCutIntoBatchesChangesNoBit) {
  const WatchRows rows = draw_watch_rows(5, 30'000, 15'000, 0.3);
  Watch whole({.model = "m"});
  add_rows(whole, rows, 0, 30'000);
  Watch parts({.model = "m"});
  for (std::size_t begin = 0, length = 1; begin < 30'000;
       begin += length, length = length * 3 % 997) {
    length = std::min(length, 30'000 - begin);
    add_rows(parts, rows, begin, begin + length);
    parts = watch_from_state(to_state(parts));
  }
  EXPECT_EQ(to_state(parts), to_state(whole));
}

TEST(Watch, FindsAChangeAndSaysWhereAndHowLarge) {
  const WatchRows rows = draw_watch_rows(11, 12'000, 6000, 0.5);
  Watch watch;
  add_rows(watch, rows, 0, 6000);
  EXPECT_FALSE(watch.finding().alarm);
  add_rows(watch, rows, 6000, 12'000);
  const WatchFinding found = watch.finding();
  ASSERT_TRUE(found.alarm);
  EXPECT_GT(found.alarm_row, 6000);
  EXPECT_LT(found.alarm_row, 7500);
  const Departure& departure = *found.worst().departure;
  EXPECT_NEAR(departure.first_row, 6000, 900);
  EXPECT_NEAR(departure.offset, 0.5, 0.15);
  EXPECT_NEAR(departure(0.2), logistic(logit(0.2) + 0.5), 0.03);
  EXPECT_GT(departure.observed, departure.expected);
  // Half of offset² times the variance of a label, about.
  EXPECT_NEAR(departure.saved, 0.5 * 0.25 * 0.14, 0.006);
  EXPECT_THAT(to_text(watch), HasSubstr("Alarm: the probabilities are not calibrated any more."));
  EXPECT_THAT(to_text(watch), HasSubstr("A refit would lower the log loss by about 0.01"));
}

TEST(Watch, FalseAlarmsAreRareHoweverOftenOneLooks) {
  constexpr int kStreams = 400;
  int alarms = 0;
  for (int s = 0; s < kStreams; ++s) {
    Watch watch;
    const WatchRows rows = draw_watch_rows(1000 + static_cast<std::uint64_t>(s), 2000);
    add_rows(watch, rows, 0, 2000);
    alarms += watch.finding().alarm ? 1 : 0;
  }
  EXPECT_LE(alarms, kStreams * (0.05 + 2 * std::sqrt(0.05 * 0.95 / kStreams)));
}

TEST(Watch, ExtremeProbabilitiesKeepTheEvidenceFinite) {
  for (const double p : {0.0, 1.0, 1e-300, 0.5}) {
    for (const std::uint8_t label : std::vector<std::uint8_t>{0, 1}) {
      Watch watch;
      watch.update(std::vector<double>(5000, p), std::vector<std::uint8_t>(5000, label));
      EXPECT_TRUE(std::isfinite(watch.finding().log_evidence)) << p << " " << int{label};
      EXPECT_EQ(to_state(watch_from_state(to_state(watch))), to_state(watch));
    }
  }
}

TEST(Watch, MemoryDoesNotGrow) {
  const WatchRows rows = draw_watch_rows(17, 100'000);
  Watch watch;
  add_rows(watch, rows, 0, 50'000);
  const std::size_t before = to_state(watch).size();
  for (int i = 0; i < 4; ++i) add_rows(watch, rows, 50'000, 100'000);
  EXPECT_LT(to_state(watch).size(), before + 20'000);
  EXPECT_LE(watch.finding().windows.size(), 100U);
  double sum = 0;
  for (const WatchedWindow& window : watch.finding().windows) sum += window.rows;
  EXPECT_EQ(sum, 250'000);
}

TEST(Watch, SeveralClassesAreTheMeanOfTheirStreams) {
  RandomStream random(23);
  std::vector<double> probabilities;
  std::vector<std::uint32_t> labels;
  std::vector<WatchRows> alone(4);
  for (int i = 0; i < 3000; ++i) {
    std::vector<double> row;
    double sum = 0;
    for (int k = 0; k < 3; ++k) row.push_back(-std::log(random.open_uniform()));
    for (const double p : row) sum += p;
    for (double& p : row) p /= sum;
    // Class 2 comes more often than it should.
    const double u = random.uniform();
    const std::uint32_t label = u < 0.8 * row[0] ? 0 : u < 0.8 * (row[0] + row[1]) ? 1 : 2;
    const auto top = static_cast<std::uint32_t>(std::ranges::max_element(row) - row.begin());
    alone[0].probabilities.push_back(row[top]);
    alone[0].labels.push_back(label == top ? 1 : 0);
    for (std::uint32_t k = 0; k < 3; ++k) {
      alone[k + 1].probabilities.push_back(row[k]);
      alone[k + 1].labels.push_back(label == k ? 1 : 0);
    }
    probabilities.insert(probabilities.end(), row.begin(), row.end());
    labels.push_back(label);
  }
  Watch watch({.classes = {"a", "b", "c"}});
  watch.update(probabilities, labels);
  double expected = 0;
  for (std::size_t k = 0; k < alone.size(); ++k) {
    Watch one;
    add_rows(one, alone[k], 0, 3000);
    expected += evidence(one) / (k == 0 ? 2 : 6);
  }
  EXPECT_NEAR(evidence(watch) / expected, 1, 1e-12);
  const WatchFinding found = watch.finding();
  EXPECT_TRUE(found.alarm);
  EXPECT_EQ(found.worst().name, "c");
  EXPECT_THAT(to_text(watch), HasSubstr("The departure of c shows since about row"));
}

TEST(Watch, ABatchThatComesTwiceIsNoticed) {
  const WatchRows rows = draw_watch_rows(29, 300);
  Watch watch;
  add_rows(watch, rows, 0, 100);
  EXPECT_TRUE(watch.end_batch());
  add_rows(watch, rows, 100, 300);
  EXPECT_TRUE(watch.end_batch());
  add_rows(watch, rows, 0, 50);
  add_rows(watch, rows, 50, 100);
  EXPECT_FALSE(watch.end_batch());
  // Equal rows cannot be told apart.
  for (int i = 0; i < 2; ++i) {
    watch.update(std::vector<double>(100, 0.01), std::vector<std::uint8_t>(100, 0));
    EXPECT_TRUE(watch.end_batch());
  }
}

TEST(Watch, BadInputNamesTheRowAndChangesNothing) {
  Watch watch;
  const WatchRows rows = draw_watch_rows(31, 100);
  add_rows(watch, rows, 0, 100);
  const std::string before = to_state(watch);
  const auto refused = [&](std::vector<double> p, std::vector<std::uint8_t> y) {
    return message_of<InputError>([&] { watch.update(p, y); });
  };
  EXPECT_EQ(refused({0.5, 1.5}, {0, 1}), "probabilities[1]: 1.5 is not a probability (0 to 1)");
  EXPECT_EQ(refused({0.5, NAN}, {0, 1}), "probabilities[1]: nan is not a probability (0 to 1)");
  EXPECT_EQ(refused({0.5, 0.5}, {0, 2}), "labels[1]: 2 is not a label (0 or 1)");
  EXPECT_EQ(refused({0.5}, {0, 1}), "probabilities: has 1 elements (labels has 2)");
  EXPECT_EQ(to_state(watch), before);
  Watch classes({.classes = {"a", "b", "c"}});
  const std::vector<double> row = {0.5, 0.5, 0.5};
  const std::vector<std::uint32_t> label = {0};
  EXPECT_EQ(message_of<InputError>([&] { classes.update(row, label); }),
            "probabilities[0]: the row adds up to 1.5 (1 was expected)");
  // As far from 1 as a row may be for an evaluation, and a little farther.
  const std::vector<double> near = {0.25, 0.25, 0.48046875};
  const std::vector<double> far = {0.25, 0.25, 0.47};
  EXPECT_NO_THROW(observe_predictions(near, label, 3));
  EXPECT_NO_THROW(classes.update(near, label));
  EXPECT_THROW(observe_predictions(far, label, 3), InputError);
  EXPECT_THROW(classes.update(far, label), InputError);
  EXPECT_EQ(message_of<OptionError>([] { Watch({.alpha = 0}); }),
            "alpha: 0 is not strictly between 0 and 1");
}

TEST(Watch, DamagedStatesAreRefused) {
  Watch watch;
  const WatchRows rows = draw_watch_rows(37, 2000);
  add_rows(watch, rows, 0, 2000);
  const std::string text = to_state(watch);
  const auto refused = [](const std::string& state) {
    return message_of<ModelError>([&] { watch_from_state(state); });
  };
  EXPECT_THAT(refused(text.substr(0, 500)), HasSubstr("state: is not JSON"));
  std::string changed = text;
  changed.replace(changed.find("\"alpha\":0.05"), 12, "\"alpha\":0.06");
  EXPECT_THAT(refused(changed), HasSubstr("the checksum does not match"));
  const auto edited = [&](const std::string& from, const std::string& to) {
    return refused(testing::edited(text, from, to, "watch"));
  };
  EXPECT_EQ(edited("\"alpha\":0.05", "\"alpha\":7"),
            "state.watch: alpha: 7 is not strictly between 0 and 1");
  EXPECT_EQ(edited("\"cash\":", "\"cash\":-"), "state.watch.streams[0].cash: is negative");
  EXPECT_THAT(edited("\"precision\":[", "\"precision\":[-"), HasSubstr("is not positive definite"));
  EXPECT_THAT(edited("\"rows\":", "\"stones\":"), HasSubstr("has no \"rows\""));
  EXPECT_THAT(refused("{\"format\":\"calibrant-model\"}"), HasSubstr("is not \"calibrant-watch\""));
}

}  // namespace
}  // namespace calibrant
