#include "kernels/starts.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cmath>
#include <vector>

#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"
#include "math/log_beta.hpp"

namespace calibrant::kernels {
namespace {

using testing::Random;

struct Starts {
  std::vector<double> negatives;
  std::vector<double> positives;
  std::vector<double> log_value;
  std::vector<double> position;

  StartSpan span() const {
    return {negatives.size(), negatives.data(), positives.data(), log_value.data(),
            position.data()};
  }
};

// With `twins`, starts come in equal pairs: the maximum is never unique.
Starts random_starts(Random& random, std::size_t count, bool twins) {
  Starts starts;
  for (std::size_t i = 0; i < count; ++i) {
    if (twins && i % 2 == 1) {
      for (auto* v : {&starts.negatives, &starts.positives, &starts.log_value, &starts.position}) {
        v->push_back(v->back());
      }
      continue;
    }
    starts.negatives.push_back(static_cast<double>(random.below(500)));
    starts.positives.push_back(static_cast<double>(random.below(500)));
    starts.log_value.push_back(-600 * random.uniform());
    starts.position.push_back(random.uniform());
  }
  return starts;
}

TEST(StartsKernel, BestStartHasTheSameBitsEverywhere) {
  const BinLikelihoodTable table(1100);
  const double* t = table.data();
  testing::for_each_target([&] {
    Random random(31);
    for (std::size_t count = 1; count < 70; ++count) {
      for (const bool twins : {false, true}) {
        const Starts starts = random_starts(random, count, twins);
        const BinEnd end = {500, 550, 1.5};
        BestStart want = {-INFINITY, 0};
        for (std::size_t i = 0; i < count; ++i) {
          const auto a = static_cast<std::size_t>(end.negatives - starts.negatives[i]);
          const auto b = static_cast<std::size_t>(end.positives - starts.positives[i]);
          const double value = (starts.log_value[i] - (end.position - starts.position[i])) +
                               ((t[a] + t[b]) - t[a + b + 1]);
          if (value > want.log_value) want = {value, i};
        }
        const BestStart got = best_start(starts.span(), end, t);
        ASSERT_EQ(got.log_value, want.log_value) << count;
        ASSERT_EQ(got.index, want.index) << count;
      }
    }
  });
}

TEST(StartsKernel, HighestAbovePlaneIsTheHighest) {
  testing::for_each_target([&] {
    Random random(32);
    for (std::size_t count = 1; count < 70; ++count) {
      const Starts s = random_starts(random, count, false);
      const double alpha = -random.uniform();
      const double beta = -random.uniform();
      const auto above = [&](std::size_t i) {
        return s.log_value[i] - (alpha * s.negatives[i] + beta * s.positives[i]);
      };
      const std::size_t got = highest_above_plane(count, s.negatives.data(), s.positives.data(),
                                                  s.log_value.data(), alpha, beta);
      ASSERT_LT(got, count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_LE(above(i), above(got) + 1e-12) << count;
    }
  });
}

}  // namespace
}  // namespace calibrant::kernels
