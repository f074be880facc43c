// The paper's XOR data: four clusters at (+-1, +-1), positive where the signs differ. No straight
// line tells the classes apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace demo {

using Point = std::array<double, 2>;

struct Sample {
  std::vector<Point> points;
  std::vector<std::uint8_t> labels;
};

/// Three independent samples.
struct Experiment {
  Sample training;     ///< for the classifier
  Sample calibration;  ///< for the calibrators
  Sample test;         ///< for the table
};

/// The same numbers from every compiler and standard library.
Experiment draw_experiment(std::uint64_t seed, std::size_t rows_each);

}  // namespace demo
