#include "study/cache_error.hpp"

#include <cmath>
#include <set>

#include "calibrant/calibrant.hpp"

namespace calibrant::experiments {

std::vector<CacheError> measure_cache_errors(const std::vector<Experiment>& experiments,
                                             std::uint64_t seed) {
  std::vector<CacheError> errors;
  std::set<std::string> seen_before;
  for (const Experiment& experiment : experiments) {
    if (!seen_before.insert(experiment.dataset).second) continue;
    RandomStream random = repeat_stream(experiment.dataset, seed, 0);
    const Scored scored = train_and_score(experiment, experiment.draw(random));
    const Curve exact =
        fit_abb(observe(scored.calibration.scores.values, scored.calibration.labels),
                {.prior = {.scale = Scale::kRank, .lambda = kPaperLambda}});
    CacheError& error = errors.emplace_back();
    error.title = experiment.title;
    for (std::size_t i = 0; i < kCacheCells.size(); ++i) {
      const Curve cached = tabulate(exact, {.cells = kCacheCells.at(i), .low = 0, .high = 1});
      error.largest.at(i) = largest_gap(exact, cached, 0, 1);
      double sum = 0;
      for (const double score : scored.test.scores.values) {
        sum += std::abs(exact(score) - cached(score));
      }
      error.mean.at(i) = sum / static_cast<double>(scored.test.scores.values.size());
    }
  }
  return errors;
}

}  // namespace calibrant::experiments
