// Bands for several classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "calibrant/classes.hpp"
#include "calibrant/prevalence.hpp"
#include "helpers/class_data.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

using testing::ClassData;
using testing::draw_classes;
using testing::message_of;

double as_they_are(std::size_t /*k*/, double z) { return z; }
double too_sure(std::size_t /*k*/, double z) { return 2.5 * z; }
double moved(std::size_t k, double z) { return z + static_cast<double>(k % 3) - 1; }

struct Bounds {
  std::vector<double> p, lower, upper;
};

Bounds bounds_of(const ClassModel& model, const std::vector<double>& scores) {
  Bounds bounds{std::vector<double>(scores.size()), std::vector<double>(scores.size()),
                std::vector<double>(scores.size())};
  apply(model, scores, bounds.p);
  apply_interval(model, scores, bounds.lower, bounds.upper);
  return bounds;
}

ClassModel fit(const ClassData& data, const ClassOptions& options = {.level = 0.95},
               const std::vector<double>& weights = {}) {
  return fit_classes(data.scores, data.labels, data.classes, weights, options);
}

void expect_same_band(const ClassModel& a, const ClassModel& b) {
  ASSERT_TRUE(a.band() && b.band());
  ASSERT_EQ(a.band()->classes.size(), b.band()->classes.size());
  for (std::size_t k = 0; k < a.band()->classes.size(); ++k) {
    EXPECT_EQ(a.band()->classes[k].log_odds, b.band()->classes[k].log_odds);
    EXPECT_EQ(a.band()->classes[k].half_widths, b.band()->classes[k].half_widths);
  }
}

// The full table is that of build/calibrant-quality-classes --bands 1.
TEST(ClassBands, CoverTheTruth) {
  for (const auto distort : {as_they_are, too_sure, moved}) {
    double covered = 0;
    double all = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const ClassData data = draw_classes(4, 500, 2 * seed, distort);
      const ClassData fresh = draw_classes(4, 500, 2 * seed + 1, distort);
      const Bounds bounds = bounds_of(fit(data), fresh.scores);
      for (std::size_t i = 0; i < fresh.truth.size(); ++i) {
        covered += bounds.lower[i] <= fresh.truth[i] && fresh.truth[i] <= bounds.upper[i] ? 1 : 0;
        all += 1;
      }
    }
    EXPECT_GT(covered / all, 0.88);
    EXPECT_LT(covered / all, 0.995);  // the most where scores are right already
  }
}

TEST(ClassBands, LieAroundTheProbabilitiesAndNarrowWithMoreRows) {
  const ClassData few = draw_classes(3, 200, 1, moved);
  const ClassData many = draw_classes(3, 5000, 1, moved);
  const auto width = [&](const ClassModel& model) {
    const Bounds bounds = bounds_of(model, few.scores);
    double sum = 0;
    for (std::size_t i = 0; i < bounds.p.size(); ++i) {
      EXPECT_LE(0, bounds.lower[i]);
      EXPECT_LE(bounds.lower[i], bounds.p[i]);
      EXPECT_LE(bounds.p[i], bounds.upper[i]);
      EXPECT_LE(bounds.upper[i], 1);
      sum += bounds.upper[i] - bounds.lower[i];
    }
    return sum;
  };
  const double usual = width(fit(few));
  EXPECT_GT(usual, 2 * width(fit(many)));
  EXPECT_GT(usual, width(fit(few, {.level = 0.5})));
  for (const ClassMethod method :
       {ClassMethod::kTemperature, ClassMethod::kVector, ClassMethod::kMatrix}) {
    EXPECT_GT(width(fit(few, {.method = method, .level = 0.95})), 0);
  }
  EXPECT_GT(width(fit(few, {.keep_top = true, .level = 0.95})), 0);
  // The probabilities are those of a fit without a band.
  EXPECT_EQ(bounds_of(fit(few), few.scores).p, [&] {
    std::vector<double> p(few.scores.size());
    apply(fit(few, {}), few.scores, p);
    return p;
  }());
}

TEST(ClassBands, OrderOfRowsThreadsAndCopiesChangeNoBit) {
  const ClassData data = draw_classes(3, 120, 5, too_sure);
  const std::size_t rows = data.labels.size();
  ClassData copies = data;
  std::vector<double> weights(rows, 1);
  for (std::size_t i = 0; i < rows; i += 7) {
    weights[i] = 2;
    copies.labels.push_back(data.labels[i]);
    for (std::size_t k = 0; k < 3; ++k) copies.scores.push_back(data.scores[3 * i + k]);
  }
  ClassData reversed = copies;
  std::reverse(reversed.labels.begin(), reversed.labels.end());
  const std::size_t all = copies.labels.size();
  for (std::size_t i = 0; i < all; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      reversed.scores[3 * i + k] = copies.scores[3 * (all - 1 - i) + k];
    }
  }
  for (const ClassMethod method : {ClassMethod::kAuto, ClassMethod::kTemperature}) {
    const ClassOptions one{.method = method, .level = 0.9, .execution = {.threads = 1}};
    const ClassOptions three{.method = method, .level = 0.9, .execution = {.threads = 3}};
    const ClassModel model = fit(copies, one);
    expect_same_band(model, fit(copies, three));
    expect_same_band(model, fit(reversed, one));
    expect_same_band(model, fit(data, one, weights));
  }
}

TEST(ClassBands, ReadTheirWidthsOffStraightLines) {
  const std::vector<ClassBand::Widths> widths(2, {{-1, 1}, {0.5, 1.5}});
  const ClassModel model(2, ClassInput::kProbabilities, {{1, SoftmaxPart{0, {1}, {}}}}, {},
                         ClassBand{.level = 0.9, .classes = widths});
  const auto odds = [](double p) { return std::log(p / (1 - p)); };
  const double half = 1 / (1 + std::exp(-3.0));
  const std::vector<double> p = {0.5, 0.5, half, 1 - half};
  std::vector<double> lower(4);
  std::vector<double> upper(4);
  band_around(model, p, p, lower, upper);
  EXPECT_NEAR(odds(lower[0]), -1, 1e-12);
  EXPECT_NEAR(odds(upper[1]), 1, 1e-12);
  EXPECT_NEAR(odds(lower[2]), 1.5, 1e-12);
  EXPECT_NEAR(odds(upper[3]), -2.5, 1e-12);
  // Around what other frequencies of the classes make of them.
  std::vector<double> moved = p;
  FrequencyShift(std::vector{0.5, 0.5}, std::vector{0.2, 0.8})(moved);
  band_around(model, p, moved, lower, upper);
  EXPECT_NEAR(odds(upper[0]) - odds(moved[0]), 1, 1e-12);
  // 0, 1 and what is unknown.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> ends = {0, 1, nan, nan};
  band_around(model, ends, ends, lower, upper);
  EXPECT_EQ(lower[0], 0);
  EXPECT_GT(upper[0], 0);
  EXPECT_LT(lower[1], 1);
  EXPECT_EQ(upper[1], 1);
  EXPECT_TRUE(std::isnan(lower[2]) && std::isnan(upper[3]));
}

TEST(ClassBands, WrongOnesAreRefused) {
  const ClassData data = draw_classes(3, 60, 5, as_they_are);
  EXPECT_EQ(message_of([&] { fit(data, {.level = 1.0}); }),
            "level: 1 is not strictly between 0 and 1");
  std::vector<double> out(data.scores.size());
  EXPECT_EQ(message_of([&] { apply_interval(fit(data, {}), data.scores, out, out); }),
            "this model has no band (fit it with a level)");
  const auto problem = [&](const ClassBand& band) {
    return message_of([&] {
             ClassModel(2, ClassInput::kProbabilities, {{1, SoftmaxPart{0, {1}, {}}}}, {}, band);
           })
        .substr(0, 5);
  };
  const ClassBand::Widths good{{0, 1}, {1, 1}};
  EXPECT_NE(problem({.level = 0.9, .classes = {good, good}}), "band:");
  EXPECT_EQ(problem({.level = 1, .classes = {good, good}}), "band:");
  EXPECT_EQ(problem({.level = 0.9, .classes = {good}}), "band:");
  EXPECT_EQ(problem({.level = 0.9, .classes = {good, {{1, 1}, {1, 1}}}}), "band:");
  EXPECT_EQ(problem({.level = 0.9, .classes = {good, {{0, 1}, {1, -1}}}}), "band:");
  EXPECT_EQ(problem({.level = 0.9, .classes = {good, {{0, 1}, {1}}}}), "band:");
  EXPECT_EQ(problem({.level = 0.9, .classes = {good, {{}, {}}}}), "band:");
}

}  // namespace
}  // namespace calibrant
