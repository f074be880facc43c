#include "auto/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "math/log_odds.hpp"
#include "observations/builder.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kKeptAtEnds = 2;
constexpr double kWidestCell = 0.01;  // in log odds, where scores are probabilities
constexpr double kLeastProbability = 1e-12;

// The last score that may lie in a cell that begins at this one.
double end_of_cell(std::span<const double> scores, double begin, std::size_t most_cells) {
  if (scores.front() >= 0 && scores.back() <= 1) {
    const double p = std::clamp(begin, kLeastProbability, 1 - kLeastProbability);
    return logistic(logit(p) + kWidestCell);
  }
  const auto cells = static_cast<double>(most_cells);
  return begin + (scores.back() / cells - scores.front() / cells);
}

}  // namespace

Observations join_cells(const Observations& observations, std::size_t most_cells) {
  const std::size_t groups = observations.groups();
  if (groups <= most_cells) return observations;
  const auto scores = observations.scores();
  const double cell_weight = observations.weight() / static_cast<double>(most_cells);
  ObservationsBuilder builder(most_cells);
  double end_weight = cell_weight;
  double before = 0;  // weight of the cells that are done
  std::size_t first = groups;
  double last_score = 0;
  join_neighbours(
      view_of(observations),
      [&](const JoinedGroup& joined, std::size_t k) {
        if (joined.first < kKeptAtEnds || k + kKeptAtEnds >= groups) return false;
        if (std::exchange(first, joined.first) != joined.first) {
          last_score = end_of_cell(scores, scores[first], most_cells);
        }
        return before + joined.weight() < end_weight && scores[k] <= last_score;
      },
      [&](const JoinedGroup& joined) {
        builder.add(joined.place, joined.negatives, joined.positives);
        before += joined.weight();
        while (end_weight <= before) end_weight += cell_weight;
      });
  return std::move(builder).finish();
}

const std::vector<double>& Resolution::gaps_on(Scale scale) const {
  return std::ranges::find(scales, scale, &ScaleGaps::scale)->gaps;
}

Resolution finest_resolution(const Observations& observations,
                             const std::vector<FittedFamily>& bases,
                             const std::vector<Scale>& scales, ProgressMeter& meter) {
  Resolution fine = {.observations = observations};
  for (const FittedFamily& base : bases) {
    meter.advance(0);
    fine.log_odds.push_back(base.log_odds(observations.scores()));
    fine.log_likelihood.push_back(base.log_likelihood);
  }
  for (const Scale scale : scales) {
    fine.scales.push_back({scale, make_boundary_prior(observations, scale).gap});
  }
  return fine;
}

Resolution merged(const Resolution& fine, std::size_t most_groups, ProgressMeter& meter) {
  if (fine.observations.groups() <= most_groups) return fine;
  std::vector<std::size_t> ends;
  Resolution coarse = {.observations = merge_groups(fine.observations, most_groups, &ends)};
  const auto negatives = fine.observations.negatives();
  const auto positives = fine.observations.positives();
  for (const std::vector<double>& fine_log_odds : fine.log_odds) {
    meter.advance(0);
    std::vector<double> log_odds;
    log_odds.reserve(ends.size());
    std::size_t k = 0;
    for (const std::size_t end : ends) {
      // Both sums, since 1 - p has no digits where p is near 1.
      double p = 0;
      double complement = 0;
      for (; k < end; ++k) {
        const double weight = negatives[k] + positives[k];
        p += weight * logistic(fine_log_odds[k]);
        complement += weight * logistic(-fine_log_odds[k]);
      }
      log_odds.push_back(cut_log_odds(std::log(p) - std::log(complement)));
    }
    coarse.log_likelihood.push_back(log_likelihood(coarse.observations, log_odds));
    coarse.log_odds.push_back(std::move(log_odds));
  }
  for (const ScaleGaps& one : fine.scales) {
    coarse.scales.push_back({one.scale, make_boundary_prior(coarse.observations, one.scale).gap});
  }
  return coarse;
}

}  // namespace calibrant
