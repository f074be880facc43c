// Another thread writes into the rows while they are read. That is the caller's mistake, and the
// result means nothing; but memory stays whole, and what comes back is in order.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

#include "calibrant/error.hpp"
#include "calibrant/folds.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "calibrant/observations.hpp"
#include "helpers/curves.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using testing::kInf;
using testing::kNan;

struct SharedRows {
  std::vector<double> scores;
  std::vector<double> weights;
  std::vector<std::uint8_t> labels;
  std::vector<std::uint32_t> classes;
};

SharedRows draw(std::size_t size) {
  SharedRows rows;
  testing::Random random(1);
  for (std::size_t i = 0; i < size; ++i) {
    rows.scores.push_back(random.uniform());
    rows.weights.push_back(random.uniform());
    rows.labels.push_back(static_cast<std::uint8_t>(random.below(2)));
    rows.classes.push_back(static_cast<std::uint32_t>(random.below(2)));
  }
  return rows;
}

// Writes bad values over good ones and good ones back, until told to stop.
void disturb(SharedRows& rows, const std::atomic<bool>& stop) {
  const std::array bad = {kNan, kInf, -kInf, -1.5, 1e300, std::nextafter(1, 0)};
  testing::Random random(2);
  while (!stop) {
    const std::size_t i = random.below(rows.scores.size());
    const double good = random.uniform();
    const std::size_t label = random.below(2);
    volatile double* const score = &rows.scores[i];
    volatile double* const weight = &rows.weights[i];
    volatile std::uint8_t* const flag = &rows.labels[i];
    volatile std::uint32_t* const number = &rows.classes[i];
    *score = bad[random.below(bad.size())];
    *weight = bad[random.below(bad.size())];
    *flag = static_cast<std::uint8_t>(random.below(256));
    *number = static_cast<std::uint32_t>(random.below(1 << 30));
    *score = good;
    *weight = good;
    *flag = static_cast<std::uint8_t>(label);
    *number = static_cast<std::uint32_t>(label);
  }
}

struct Outcome {
  int done = 0;
  int refused = 0;
};

// Runs `work` many times on rows that change; InputError is the only way to refuse them.
Outcome repeat(int times, std::size_t size, const std::function<void(const SharedRows&)>& work) {
  SharedRows rows = draw(size);
  std::atomic<bool> stop = false;
  std::jthread writer([&] { disturb(rows, stop); });
  Outcome outcome;
  for (int k = 0; k < times; ++k) {
    try {
      work(rows);
      ++outcome.done;
    } catch (const InputError&) {
      ++outcome.refused;
    }
  }
  stop = true;
  writer.join();
  EXPECT_EQ(outcome.done + outcome.refused, times);
  return outcome;
}

void expect_order(const Observations& seen) {
  double before = -kInf;
  double weight = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    ASSERT_LT(before, seen.scores()[k]) << "group " << k;
    ASSERT_GE(seen.negatives()[k], 0);
    ASSERT_GE(seen.positives()[k], 0);
    before = seen.scores()[k];
    weight += seen.negatives()[k] + seen.positives()[k];
  }
  EXPECT_LT(before, kInf);
  EXPECT_NEAR(weight, seen.weight(), 1e-9 * weight);
}

#if defined(__SANITIZE_THREAD__)
#define CALIBRANT_RACE GTEST_SKIP() << "a race on purpose"
#else
#define CALIBRANT_RACE static_cast<void>(0)
#endif

TEST(ChangingRows, ObserveKeepsMemoryWhole) {
  CALIBRANT_RACE;
  Outcome all;
  for (const unsigned threads : {1U, 2U, 4U}) {
    const Outcome outcome = repeat(100, 120'000, [&](const SharedRows& rows) {
      const Observations seen = observe(rows.scores, rows.labels, {}, {.threads = threads});
      expect_order(seen);
      EXPECT_EQ(seen.weight(), 120'000);
    });
    all.refused += outcome.refused;
  }
  EXPECT_GT(all.refused, 0) << "no row was ever bad: the test does not test";
}

TEST(ChangingRows, FewRowsAndWeights) {
  CALIBRANT_RACE;
  repeat(3000, 500,
         [](const SharedRows& rows) { expect_order(observe(rows.scores, rows.labels)); });
  repeat(300, 5'000, [](const SharedRows& rows) {
    expect_order(observe(rows.scores, rows.labels, rows.weights));
  });
  repeat(300, 5'000, [](const SharedRows& rows) {
    expect_order(observe_counts(rows.scores, rows.weights, rows.weights));
  });
}

TEST(ChangingRows, WhatReadsRowsWithoutSortingThem) {
  CALIBRANT_RACE;
  repeat(300, 20'000, [](const SharedRows& rows) {
    fit_histogram(rows.scores, rows.labels,
                  {.bins = 10, .strategy = BinStrategy::kEqualWidth, .execution = {.threads = 1}});
  });
  repeat(1000, 2'000, [](const SharedRows& rows) {
    brier_score(rows.scores, rows.labels);
    log_loss(rows.scores, rows.labels);
    calibration_error(rows.scores, rows.labels, 15);
  });
  repeat(1000, 2'000, [](const SharedRows& rows) { stratified_folds(rows.labels, 5, 1); });
  repeat(1000, 2'000, [](const SharedRows& rows) { stratified_folds(rows.classes, 2, 5, 1); });
  // Twice as many rows of one half each, so that every row of a matrix adds up to one.
  const std::vector<double> halves(4'000, 0.5);
  repeat(1000, 2'000, [&](const SharedRows& rows) {
    observe_predictions(halves, std::span<const std::uint32_t>(rows.classes), 2);
  });
}

}  // namespace
}  // namespace calibrant
