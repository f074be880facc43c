// From scores and labels to probabilities, in three lines.
#include <calibrant/calibrant.hpp>

#include <cstdio>
#include <vector>

int main() {
  const std::vector<double> scores = {0.05, 0.1, 0.2, 0.3, 0.35, 0.5, 0.6, 0.7, 0.8, 0.95};
  const std::vector<int> labels = {0, 0, 0, 1, 0, 1, 0, 1, 1, 1};

  const auto seen = calibrant::observe(scores, labels);
  const auto curve = calibrant::fit_abb(seen);
  std::printf("%.3f\n", curve(0.73));
}
