#include "xor_data.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace demo {
namespace {

constexpr double kSpread = 0.35;

// The engine is fixed by the standard, the distributions are not: so they are written out here.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  double uniform() { return static_cast<double>(bits_() >> 11U) * 0x1p-53; }
  bool coin() { return uniform() < 0.5; }
  double normal() {
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 bits_;
};

Sample draw(Random& random, std::size_t rows) {
  Sample sample;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool right = random.coin();
    const bool top = random.coin();
    const double x = (right ? 1 : -1) + kSpread * random.normal();
    const double y = (top ? 1 : -1) + kSpread * random.normal();
    sample.points.push_back({x, y});
    sample.labels.push_back(right != top ? 1 : 0);
  }
  return sample;
}

}  // namespace

Experiment draw_experiment(std::uint64_t seed, std::size_t rows_each) {
  Random random(seed);
  Experiment experiment;
  experiment.training = draw(random, rows_each);
  experiment.calibration = draw(random, rows_each);
  experiment.test = draw(random, rows_each);
  return experiment;
}

}  // namespace demo
