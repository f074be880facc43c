// Simulated scores with a known truth: s uniform on [0, 1], P(1|s) one of five shapes. With the
// scales rank and score these are the ten shapes that the ABB engines and SBB are checked on.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace calibrant::testing {

enum class Shape { kCalibrated, kFlat, kStepped, kRare, kSharp };

inline constexpr std::array<Shape, 5> kShapes = {Shape::kCalibrated, Shape::kFlat, Shape::kStepped,
                                                 Shape::kRare, Shape::kSharp};

inline const char* name(Shape shape) {
  constexpr std::array<const char*, 5> kNames = {"calibrated", "flat", "stepped", "rare", "sharp"};
  return kNames[static_cast<std::size_t>(shape)];
}

inline double truth(Shape shape, double s) {
  switch (shape) {
    case Shape::kCalibrated:
      return s;
    case Shape::kFlat:
      return 0.5;
    case Shape::kStepped:
      return static_cast<int>(s * 10) % 2 == 0 ? 0.1 : 0.9;
    case Shape::kRare:
      return 0.05 * s * s;
    case Shape::kSharp:
      return 1 / (1 + std::exp(-20 * (s - 0.5)));
  }
  return 0;
}

/// The same numbers from every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}
  double uniform() { return static_cast<double>(bits_() >> 11U) * 0x1p-53; }
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(n));
  }
  double normal() {
    const double r = std::sqrt(-2 * std::log1p(-uniform()));
    return r * std::cos(2 * M_PI * uniform());
  }

 private:
  std::mt19937_64 bits_;
};

struct Sample {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
};

inline Sample draw(Shape shape, std::size_t n, std::uint64_t seed = 1) {
  Random random(seed);
  Sample sample;
  sample.scores.reserve(n);
  sample.labels.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double s = random.uniform();
    sample.scores.push_back(s);
    sample.labels.push_back(random.uniform() < truth(shape, s) ? 1 : 0);
  }
  return sample;
}

}  // namespace calibrant::testing
