// Who is best, and which differences are more than chance? Losses are compared row by row.
//
// The level holds for all pairs of methods together, not only for those with one of them. So it
// holds for every sentence, whichever method the data recommend.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "compare/entrants.hpp"
#include "metrics/paired_difference.hpp"

namespace calibrant {
namespace {

/// Fewer rows, or fewer outside the largest class, are too few to tell methods apart: what is rare
/// may not have been seen at all, and no interval knows of it. As in calibrant/suspicion.hpp.
constexpr double kMinRows = 50;
constexpr double kMinOutside = 10;

bool too_few(const std::vector<double>& by_class) {
  const double all = std::accumulate(by_class.begin(), by_class.end(), 0.0);
  return all < kMinRows || all - std::ranges::max(by_class) < kMinOutside;
}

Lead lead_over(const Entrant& ahead, const Entrant& other, std::span<const double> weights,
               const Comparison& comparison) {
  std::vector<double> differences(ahead.log_losses.size());
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = other.log_losses[i] - ahead.log_losses[i];
  }
  const auto found =
      metrics::paired_difference(differences, weights, kCompareLevel, comparison.comparisons);
  return {.over = other.contestant.name,
          .difference = found.value,
          .standard_error = found.standard_error,
          .interval = comparison.too_few ? std::nullopt : found.interval};
}

/// Auto, unless another is clearly better; without Auto the first, which has the lowest log loss.
std::size_t recommend(const std::vector<Entrant>& entrants, std::span<const double> weights,
                      const Comparison& comparison) {
  const auto name = [](const Entrant& entrant) { return entrant.contestant.name; };
  const auto usual = std::ranges::find(entrants, "auto", name);
  if (usual == entrants.end()) return 0;
  for (auto better = entrants.begin(); better != usual; ++better) {
    if (lead_over(*better, *usual, weights, comparison).clear()) {
      return static_cast<std::size_t>(better - entrants.begin());
    }
  }
  return static_cast<std::size_t>(usual - entrants.begin());
}

/// Also those that only rounding keeps from the best.
void mark_best(Comparison& comparison) {
  constexpr double kRounding = 1e-12;
  for (std::size_t c = 0; c < comparison.measures.size(); ++c) {
    const double sign = comparison.measures[c].larger_is_better ? -1 : 1;
    std::optional<double> best;
    for (const Contestant& contestant : comparison.contestants) {
      const auto value = contestant.estimates[c].value;
      if (value && (!best || sign * *value < *best)) best = sign * *value;
    }
    for (Contestant& contestant : comparison.contestants) {
      Estimate& estimate = contestant.estimates[c];
      estimate.best = estimate.value && sign * *estimate.value <= *best + kRounding;
    }
  }
}

/// A smaller difference in log loss is none, however sure.
bool matters(double difference) {
  constexpr double kNegligible = 1e-5;
  return std::abs(difference) >= kNegligible;
}

}  // namespace

bool Lead::clear() const { return interval && interval->lower > 0 && matters(difference); }

bool Lead::clearly_behind() const { return interval && interval->upper < 0 && matters(difference); }

void rank(std::vector<Entrant> entrants, const std::vector<double>& by_class,
          std::span<const double> weights, Comparison& comparison) {
  std::ranges::stable_sort(
      entrants, {}, [](const Entrant& entrant) { return *entrant.contestant.estimates[0].value; });
  comparison.comparisons = entrants.size() * (entrants.size() - 1) / 2;
  comparison.too_few = too_few(by_class);
  const auto lead = [&](const Entrant& ahead, const Entrant& other) {
    return lead_over(ahead, other, weights, comparison);
  };
  const Entrant& winner = entrants[0];
  if (entrants.size() > 1) comparison.over_runner_up = lead(winner, entrants[1]);
  const auto raw = std::ranges::find(
      entrants, "raw", [](const Entrant& entrant) { return entrant.contestant.name; });
  if (raw != entrants.end() && raw != entrants.begin()) comparison.over_raw = lead(winner, *raw);
  comparison.recommended = recommend(entrants, weights, comparison);
  for (const Entrant& other : entrants) {
    comparison.leads.push_back(lead(entrants[comparison.recommended], other));
  }
  for (Entrant& entrant : entrants) {
    comparison.contestants.push_back(std::move(entrant.contestant));
  }
  mark_best(comparison);
}

const Lead* Comparison::lead_over_raw() const {
  for (std::size_t m = 0; m < leads.size(); ++m) {
    if (leads[m].over == "raw" && m != recommended) return &leads[m];
  }
  return nullptr;
}

}  // namespace calibrant
