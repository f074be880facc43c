// What holds for every family: copies and weights, order of rows, shift and scale, mirror images.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "calibrant/histogram.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/method.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

struct NamedFit {
  std::string name;
  std::function<Curve(const Observations&)> fit;
  bool exact;  // to the bit, or to 1e-9
  bool needs_probabilities = false;
};

// Every method that is no binning of src/binning, and two with other options.
std::vector<NamedFit> families() {
  std::vector<NamedFit> result = {
      {"histogram, plain, wide",
       [](const Observations& seen) {
         return fit_histogram(
             seen, {.bins = 5, .strategy = BinStrategy::kEqualWidth, .smoothing = false});
       },
       true},
      {"isotonic, interpolated",
       [](const Observations& seen) { return fit_isotonic(seen, {.interpolate = true}); }, true},
  };
  for (const Method& method : methods()) {
    if (!method.gives_curve || method.can_be_long) continue;
    result.push_back({std::string(method.name),
                      [name = method.name](const Observations& seen) {
                        return fit_method(name, seen, {.bins = 7});
                      },
                      method.name == "histogram" || method.name == "isotonic",
                      method.needs_probabilities});
  }
  return result;
}

struct WeightedRows {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;

  Observations seen() const { return observe(scores, labels, weights); }
};

// Scores k/64 in [0, 1], so that shifts and mirror images are exact; whole weights. An odd number
// of groups of odd weight could still meet the middle of a bin: the mirror test avoids that.
WeightedRows random_rows(testing::Random& random, std::size_t n) {
  WeightedRows rows;
  for (std::size_t i = 0; i < n; ++i) {
    rows.scores.push_back(static_cast<double>(random.below(65)) / 64);
    rows.labels.push_back(random.uniform() < rows.scores.back() ? 1 : 0);
    rows.weights.push_back(static_cast<double>(1 + random.below(4)));
  }
  return rows;
}

void expect_same(const Curve& a, const Curve& b, double tolerance, const std::string& what) {
  for (int i = -8; i <= 136; ++i) {
    const double x = i / 128.0;
    if (tolerance == 0) {
      ASSERT_EQ(a(x), b(x)) << what << " at " << x;
    } else {
      ASSERT_NEAR(a(x), b(x), tolerance) << what << " at " << x;
    }
  }
}

TEST(Families, WeightsAreCopies) {
  testing::Random random(1);
  for (int round = 0; round < 40; ++round) {
    const WeightedRows rows = random_rows(random, 2 + random.below(60));
    WeightedRows copies;
    for (std::size_t i = 0; i < rows.scores.size(); ++i) {
      for (int k = 0; k < static_cast<int>(rows.weights[i]); ++k) {
        copies.scores.push_back(rows.scores[i]);
        copies.labels.push_back(rows.labels[i]);
      }
    }
    for (const NamedFit& family : families()) {
      expect_same(family.fit(rows.seen()), family.fit(copies.seen()), family.exact ? 0 : 1e-9,
                  family.name);
    }
  }
}

TEST(Families, OrderOfRowsDoesNotChangeABit) {
  testing::Random random(2);
  WeightedRows rows = random_rows(random, 300);
  for (double& weight : rows.weights) weight *= random.uniform();
  WeightedRows shuffled = rows;
  for (std::size_t i = rows.scores.size(); i > 1; --i) {
    const std::size_t j = random.below(i);
    std::swap(shuffled.scores[i - 1], shuffled.scores[j]);
    std::swap(shuffled.labels[i - 1], shuffled.labels[j]);
    std::swap(shuffled.weights[i - 1], shuffled.weights[j]);
  }
  ASSERT_NE(rows.scores, shuffled.scores);
  for (const NamedFit& family : families()) {
    expect_same(family.fit(rows.seen()), family.fit(shuffled.seen()), 0, family.name);
  }
}

TEST(Families, ShiftAndScaleOfScoresMoveTheCurveAlong) {
  testing::Random random(3);
  for (int round = 0; round < 20; ++round) {
    const WeightedRows rows = random_rows(random, 2 + random.below(100));
    WeightedRows moved = rows;
    for (double& score : moved.scores) score = 8 * score - 3;
    for (const NamedFit& family : families()) {
      if (family.needs_probabilities) continue;
      const Curve plain = family.fit(rows.seen());
      const Curve curve = family.fit(moved.seen());
      for (int i = -8; i <= 136; ++i) {
        const double x = i / 128.0;
        if (family.exact) {
          ASSERT_EQ(curve(8 * x - 3), plain(x)) << family.name << " at " << x;
        } else {
          ASSERT_NEAR(curve(8 * x - 3), plain(x), 1e-9) << family.name << " at " << x;
        }
      }
    }
  }
}

// Labels flipped and scores mirrored (s to 1 - s: fit for all, probabilities included).
TEST(Families, FlippedLabelsAndMirroredScoresMirrorTheCurve) {
  testing::Random random(4);
  for (int round = 0; round < 20; ++round) {
    WeightedRows rows = random_rows(random, 20 + random.below(100));
    // Odd weights on scores off the cells' edges: no group lies exactly on an edge of a bin, where
    // "goes up" has no mirror image.
    for (std::size_t i = 0; i < rows.scores.size(); ++i) {
      rows.scores[i] = (std::floor(rows.scores[i] * 63) + 0.5) / 64;
      rows.weights[i] += random.uniform();
    }
    rows.scores[0] = 0.5 / 64;
    rows.scores[1] = 63.5 / 64;
    WeightedRows mirrored = rows;
    for (double& score : mirrored.scores) score = 1 - score;
    for (auto& label : mirrored.labels) label = label == 0 ? 1 : 0;
    for (const NamedFit& family : families()) {
      const Curve curve = family.fit(rows.seen());
      const Curve mirror = family.fit(mirrored.seen());
      // Straight lines follow the parabola within 1e-6, from the lowest score on.
      const double tolerance = family.exact ? 1e-12 : family.name == "quadratic" ? 2e-6 : 1e-9;
      for (int i = 0; i < 1000; ++i) {
        const double x = (i + 0.3) / 1000;  // never on a border
        ASSERT_NEAR(mirror(1 - x), 1 - curve(x), tolerance)
            << family.name << " at " << x << " round " << round;
      }
    }
  }
}

TEST(Families, ValuesAreProbabilitiesAndIsotonicRises) {
  testing::Random random(5);
  for (int round = 0; round < 30; ++round) {
    const WeightedRows rows = random_rows(random, 1 + random.below(40));
    for (const NamedFit& family : families()) {
      const Curve curve = family.fit(rows.seen());
      double before = 0;
      for (int i = -10; i <= 1010; ++i) {
        const double p = curve(i / 1000.0);
        ASSERT_TRUE(p >= 0 && p <= 1) << family.name;
        if (family.name.starts_with("isotonic")) {
          ASSERT_GE(p, before) << family.name << " at " << i;
          before = p;
        }
      }
    }
  }
}

}  // namespace
}  // namespace calibrant
