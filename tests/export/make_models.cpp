// Writes one model file for every kind of curve that an export may stumble over: make_models DIR.
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

std::vector<double> values(std::size_t n, std::uint64_t seed) {
  testing::Random random(seed);
  std::vector<double> result(n);
  for (double& value : result) value = random.uniform();
  return result;
}

// Ascending, from tiny to huge, of both signs, some as near to each other as doubles can be.
std::vector<double> rough_places() {
  return {-kLargest,
          -1e300,
          -3,
          std::nextafter(-3, 0),
          -1e-290,
          -3 * kSmallest,
          0,
          kSmallest,
          2.485419724465398e-308,
          1e-281,
          0.906472,
          1,
          std::nextafter(1, 2),
          1e22,
          1.2345678901234567e300};
}

// Mean in the middle of a band of any width.
Band band_around(const std::vector<double>& middle) {
  Band band;
  for (const double value : middle) {
    band.lower.push_back(value * 0.9);
    band.upper.push_back(value + (1 - value) * 0.3);
  }
  return band;
}

std::vector<double> ladder(std::size_t n, std::uint64_t seed) {
  testing::Random random(seed);
  std::vector<double> result;
  double place = -2;
  for (std::size_t i = 0; i < n; ++i) result.push_back(place += random.uniform() * 1e-3 + 1e-9);
  return result;
}

void write_all(const std::filesystem::path& directory) {
  const auto put = [&](const std::string& name, const Curve& curve) {
    save(curve, directory / (name + ".json"));
  };
  const auto sample = testing::draw(testing::Shape::kSharp, 2000);
  const auto seen = observe(sample.scores, sample.labels);
  for (const std::string_view name : method_names()) {
    put(std::string(name), fit_method(name, seen, {.level = 0.9}));
  }

  put("sigmoid_steep", Curve(Sigmoid{Sigmoid::Input::kScore, 3, -1e4, 0}));
  put("sigmoid_faint", Curve(Sigmoid{Sigmoid::Input::kScore, 0.5, 1e-307, 0}));
  put("sigmoid_flat", Curve(Sigmoid{Sigmoid::Input::kLogs, 0.5, 0, 0}));
  put("sigmoid_steep_logs", Curve(Sigmoid{Sigmoid::Input::kLogs, -1, 90, 40}));

  const auto rough = rough_places();
  const auto rough_values = values(rough.size(), 1);
  put("segments_rough", Curve(Segments{rough, rough_values}, band_around(rough_values)));
  const auto more_values = values(rough.size() + 1, 2);
  put("steps_rough", Curve(Steps{rough, more_values}, band_around(more_values)));
  put("steps_constant", Curve(Steps{{}, {0.1}}));
  put("steps_one_border", Curve(Steps{{0.3}, {0.1, 0.7}}));
  put("segments_one_knot", Curve(Segments{{0.3}, {0.7}}));
  put("segments_wide", Curve(Segments{{-kLargest, 0.25, kLargest}, {0.1, 0.2, 0.9}}));
  put("segments_widest", Curve(Segments{{-kLargest, kLargest}, {0.9, 0.1}}));
  put("segments_many", Curve(Segments{ladder(5000, 3), values(5000, 4)}));
  put("steps_many", Curve(Steps{ladder(4999, 5), values(5000, 6)}));

  const auto cells = values(1000, 7);
  put("grid", Curve(Grid{0, 1, cells}, band_around(cells)));
  put("grid_shifted", Curve(Grid{-0.7, 12.3, values(777, 8)}));
  put("grid_one_cell", Curve(Grid{0, 1, {0.25}}));
  // Three doubles from end to end, for seven cells.
  put("grid_narrow", Curve(Grid{1, 1 + 0x1p-51, values(7, 9)}));
}

}  // namespace
}  // namespace calibrant

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_models DIR\n", stderr);
    return 64;
  }
  try {
    calibrant::write_all(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_models: %s\n", error.what());
    return 2;
  }
}
