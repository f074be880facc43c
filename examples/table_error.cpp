// What a table of R cells loses: the largest distance from the curve it was made of.
//
// Prints the table of docs/math/curves.md.
#include <calibrant/calibrant.hpp>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

int main() {
  // A polyline around the S of a logistic curve, with a slope of at most 7.
  std::vector<double> knots;
  std::vector<double> values;
  for (int i = 0; i <= 200; ++i) {
    const double s = i / 200.0;
    knots.push_back(s);
    values.push_back(1 / (1 + std::exp(-20 * (s - 0.5))) * 0.9 + 0.05 * (1 + std::sin(50 * s)));
  }
  const std::pair<const char*, calibrant::Curve> curves[] = {
      {"polyline", calibrant::Curve(calibrant::Segments{knots, values})},
      {"sigmoid", calibrant::Curve(calibrant::Sigmoid{.intercept = -5, .slope = 10})},
      {"steps", calibrant::Curve(calibrant::Steps{{0.123, 0.45, 0.8}, {0.1, 0.3, 0.4, 0.9}})},
  };
  std::printf("| cells |");
  for (const auto& [name, curve] : curves) std::printf(" %s |", name);
  std::printf("\n|---|---|---|---|\n");
  for (const std::size_t cells : {10U, 100U, 1000U, 10'000U, 100'000U}) {
    std::printf("| %zu |", cells);
    for (const auto& [name, curve] : curves) {
      const auto table = calibrant::tabulate(curve, {.cells = cells, .low = 0, .high = 1});
      std::printf(" %.2e |", calibrant::largest_gap(curve, table, 0, 1));
    }
    std::printf("\n");
  }
}
