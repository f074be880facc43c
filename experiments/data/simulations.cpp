// The paper shows scatter plots and gives no formula. The circular data follow the sample data its
// authors published later: angle uniform, radius uniform on [0, 2] for one class and on [2, 4] for
// the other. The XOR clusters are symmetric, so that the direction of a fitted line is chance; the
// spread is one that the printed figures are possible under.
#include "data/simulations.hpp"

#include <cmath>
#include <numbers>

namespace calibrant::experiments {
namespace {

constexpr std::size_t kRows = 600;

struct Point {
  double x = 0;
  double y = 0;
  bool positive = false;
};

template <class Draw>
Dataset draw_rows(Draw draw) {
  Dataset data;
  data.levels = {0, 0};
  data.features.resize(kRows, 2);
  data.labels.reserve(kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    const Point point = draw();
    data.features(static_cast<Eigen::Index>(i), 0) = point.x;
    data.features(static_cast<Eigen::Index>(i), 1) = point.y;
    data.labels.push_back(point.positive ? 1 : 0);
  }
  return data;
}

// One part after the other, in this order.
template <class Draw>
Split draw_parts(Draw draw) {
  Split split;
  split.train = draw_rows(draw);
  split.calibration = draw_rows(draw);
  split.test = draw_rows(draw);
  return split;
}

bool coin(RandomStream& random) { return random.uniform() < 0.5; }

}  // namespace

Split draw_linear(RandomStream& random) {
  constexpr double kSpread = 0.35;
  return draw_parts([&random] {
    const bool positive = coin(random);
    const double centre = positive ? 1 : -1;
    const double x = centre + kSpread * random.normal();
    const double y = centre + kSpread * random.normal();
    return Point{.x = x, .y = y, .positive = positive};
  });
}

Split draw_xor(RandomStream& random) {
  constexpr double kSpread = 0.35;
  return draw_parts([&random] {
    const bool right = coin(random);
    const bool top = coin(random);
    const double x = (right ? 1 : -1) + kSpread * random.normal();
    const double y = (top ? 1 : -1) + kSpread * random.normal();
    return Point{.x = x, .y = y, .positive = right != top};
  });
}

Split draw_circular(RandomStream& random) {
  constexpr double kBorder = 2;
  return draw_parts([&random] {
    const bool ring = coin(random);
    const double angle = 2 * std::numbers::pi * random.uniform();
    const double radius = kBorder * (random.uniform() + (ring ? 1 : 0));
    return Point{.x = radius * std::cos(angle), .y = radius * std::sin(angle), .positive = ring};
  });
}

}  // namespace calibrant::experiments
