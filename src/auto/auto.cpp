// Auto: candidates (mixture.cpp) -> their average as a function (blend.cpp) -> one curve.
#include "calibrant/auto.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "auto/blend.hpp"
#include "auto/mixture.hpp"
#include "auto/mixture_band.hpp"
#include "auto/monotone.hpp"
#include "auto/order.hpp"
#include "curve/origin.hpp"
#include "math/log_odds.hpp"
#include "math/straight_lines.hpp"
#include "support/check.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

std::vector<Candidate> account_of(const Mixture& mixture) {
  std::vector<Candidate> account;
  for (const AutoCandidate& candidate : mixture.candidates) {
    if (candidate.weight == 0) continue;
    account.push_back(
        {.lambda = candidate.binning ? candidate.binning->lambda : 0,
         .log_evidence = candidate.log_evidence,
         .weight = candidate.weight,
         .base = std::string(candidate.base ? mixture.bases[*candidate.base].family->name : "abb"),
         .tau = candidate.tau,
         .scale = candidate.binning ? std::optional(candidate.binning->scale) : std::nullopt});
  }
  std::ranges::stable_sort(account, std::greater(), &Candidate::weight);
  return account;
}

// The band on few groups; in between its distance from the curve, in log odds, moves in straight
// lines of the score.
LogOddsBand band_at_groups(const Mixture& mixture, const Blend& blend, double level,
                           const Execution& execution) {
  constexpr std::size_t kBandGroups = 256;
  const auto scores = mixture.resolution.observations.scores();
  if (scores.size() <= kBandGroups) return mixture_band(mixture, level, execution);
  ProgressMeter none;
  const Mixture few = {.bases = mixture.bases,
                       .resolution = merged(mixture.resolution, kBandGroups, none),
                       .candidates = mixture.candidates};
  LogOddsBand band = mixture_band(few, level, execution);
  const auto places = few.resolution.observations.scores();
  for (std::size_t c = 0; c < places.size(); ++c) {
    const double z = log_odds_of(blend(places[c]));
    band.lower[c] -= z;
    band.upper[c] -= z;
  }
  LogOddsBand result;
  std::size_t right = 0;  // the first place above the score
  for (const double score : scores) {
    while (right < places.size() && places[right] <= score) ++right;
    const std::size_t next = std::min(right, places.size() - 1);
    const std::size_t last = right == 0 ? 0 : right - 1;
    const double t = last < next ? fraction_of(places[last], places[next], score) : 0;
    const double z = log_odds_of(blend(score));
    result.lower.push_back(z + std::lerp(band.lower[last], band.lower[next], t));
    result.upper.push_back(z + std::lerp(band.upper[last], band.upper[next], t));
  }
  return result;
}

// Between groups the bounds keep their distance from the curve, in log odds, as it moves from one
// group's to the next's; beyond the groups the last distance holds.
Band band_of(const LogOddsBand& at_groups, const std::vector<double>& group_values,
             const Blend::Curved& curved, double level) {
  const auto bound = [&](const std::vector<double>& bounds, std::size_t knot) {
    const double place = curved.places[knot];
    const auto k = static_cast<std::size_t>(place);
    const double t = place - static_cast<double>(k);
    const auto distance = [&](std::size_t group) {
      return bounds[group] - log_odds_of(group_values[group]);
    };
    const double moved = t > 0 ? (1 - t) * distance(k) + t * distance(k + 1) : distance(k);
    return logistic(log_odds_of(curved.segments.values[knot]) + moved);
  };
  Band band = {.level = level, .lower = {}, .upper = {}};
  for (std::size_t knot = 0; knot < curved.places.size(); ++knot) {
    // Its weights are others than the curve's, so the curve could leave it.
    const double value = curved.segments.values[knot];
    band.lower.push_back(std::min(value, bound(at_groups.lower, knot)));
    band.upper.push_back(std::max(value, bound(at_groups.upper, knot)));
  }
  return band;
}

}  // namespace

Curve fit_auto(const Observations& observations, const AutoOptions& options) {
  if (options.level) check_option_level("level", *options.level);
  const Execution& execution = options.execution;
  const double share = options.level ? 0.4 : 1;  // of the progress; the band takes the rest
  const Mixture mixture = average_candidates(observations, part_of(execution, 0, share));
  const Blend blend(mixture);
  Blend::Curved curved = blend.curve();
  std::optional<Band> band;
  if (options.level) {
    const LogOddsBand at_groups =
        band_at_groups(mixture, blend, *options.level, part_of(execution, share, 1));
    band = band_of(at_groups, blend.at_groups(), curved, *options.level);
  }
  const Observations& groups = mixture.resolution.observations;
  const std::vector<double> weights = knot_weights(curved, groups);
  std::vector<double> ordered = ascending(curved.segments.values, weights);
  const bool keep_order = options.monotone
                              ? *options.monotone
                              : !order_is_wrong(curved, ordered, groups, part_of(execution, 1, 1));
  if (keep_order) {
    curved.segments.values = std::move(ordered);
    if (band) {
      // The projection keeps the order of the two, but for rounding.
      band->lower = ascending(band->lower, weights);
      band->upper = ascending(band->upper, weights);
      std::ranges::transform(band->lower, band->upper, band->upper.begin(),
                             [](double lower, double upper) { return std::max(lower, upper); });
    }
  }
  Origin origin = origin_of(observations, "auto");
  origin.log_evidence = mixture.log_evidence;
  origin.candidates = account_of(mixture);
  return Curve(std::move(curved.segments), std::move(band), std::move(origin));
}

}  // namespace calibrant
