// The distribution of a sum of independent labels, one row after the other:
//
//   P(s of i + 1 rows) = P(s of i rows) (1 - p) + P(s - 1 of i rows) p
//
// Only the counts below the upper tail are kept; that tail is what they leave of 1.
#include "metrics/poisson_binomial.hpp"

#include <algorithm>
#include <cmath>

namespace calibrant::metrics {
namespace {

/// A tenth of a second.
constexpr double kMostSteps = 1e8;

}  // namespace

std::optional<double> total_chance(const std::vector<LabelGroup>& groups, double gap) {
  double rows = 0;
  double mean = 0;
  for (const auto& [p, n] : groups) {
    if (n != std::floor(n)) return {};
    rows += n;
    mean += n * p;
  }
  const double first_above = std::ceil(mean + gap);
  if (!(rows * first_above <= kMostSteps)) return {};
  if (gap <= 0) return 1;
  std::vector<double> chances(static_cast<std::size_t>(first_above));
  chances[0] = 1;
  std::size_t reached = 0;  // the largest count that is possible and kept
  for (const auto& [p, n] : groups) {
    const auto rows_of_group = static_cast<std::size_t>(n);
    for (std::size_t row = 0; row < rows_of_group; ++row) {
      reached = std::min(reached + 1, chances.size() - 1);
      for (std::size_t s = reached; s > 0; --s) {
        chances[s] = chances[s] * (1 - p) + chances[s - 1] * p;
      }
      chances[0] *= 1 - p;
    }
  }
  double below = 0;
  double not_above = 0;
  for (std::size_t s = 0; s < chances.size(); ++s) {
    if (static_cast<double>(s) <= mean - gap) below += chances[s];
    not_above += chances[s];
  }
  return std::clamp(below + std::max(0.0, 1 - not_above), 0.0, 1.0);
}

}  // namespace calibrant::metrics
