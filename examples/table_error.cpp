// What a table of R cells loses: the largest distance from the curve it was made of.
//
// Prints the table of docs/math/curves.md.
#include <calibrant/calibrant.hpp>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

int main() {
  // ABB on 600 rows of a sharp logistic truth; the golden ratio makes the labels look drawn.
  std::vector<double> scores;
  std::vector<int> labels;
  for (int i = 0; i < 600; ++i) {
    const double s = (i + 0.5) / 600;
    const double u = std::fmod(i * 0.6180339887498949, 1.0);
    scores.push_back(s);
    labels.push_back(u < 1 / (1 + std::exp(-20 * (s - 0.5))) ? 1 : 0);
  }
  const std::pair<const char*, calibrant::Curve> curves[] = {
      {"ABB", calibrant::fit_abb(calibrant::observe(scores, labels))},
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
