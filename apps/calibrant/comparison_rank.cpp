// Who is best, and is the lead larger than chance? Losses are compared row by row.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "comparison.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant::cli {
namespace {

Lead lead_over(const Entrant& winner, const Entrant& other, std::span<const double> weights) {
  std::vector<double> differences(winner.log_losses.size());
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = other.log_losses[i] - winner.log_losses[i];
  }
  const Mean mean = mean_of(differences, weights);
  return {.over = other.contestant.name,
          .difference = mean.value,
          .standard_error = mean.standard_error};
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

}  // namespace

Mean mean_of(std::span<const double> values, std::span<const double> weights) {
  const auto weight_of = [&](std::size_t i) { return weights.empty() ? 1 : weights[i]; };
  CompensatedSum weight;
  CompensatedSum total;
  for (std::size_t i = 0; i < values.size(); ++i) {
    weight.add(weight_of(i));
    total.add(weight_of(i) * values[i]);
  }
  Mean mean = {.value = total.value() / weight.value()};
  if (!(weight.value() > 1)) return mean;
  CompensatedSum squares;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double off = values[i] - mean.value;
    squares.add(weight_of(i) * (off * off));
  }
  mean.standard_error = std::sqrt(squares.value() / (weight.value() - 1) / weight.value());
  return mean;
}

void rank(std::vector<Entrant> entrants, std::span<const double> weights, Comparison& comparison) {
  std::ranges::stable_sort(
      entrants, {}, [](const Entrant& entrant) { return *entrant.contestant.estimates[0].value; });
  const Entrant& winner = entrants[0];
  if (entrants.size() > 1) comparison.over_runner_up = lead_over(winner, entrants[1], weights);
  const auto raw = std::ranges::find(
      entrants, "raw", [](const Entrant& entrant) { return entrant.contestant.name; });
  if (raw != entrants.end() && raw != entrants.begin()) {
    comparison.over_raw = lead_over(winner, *raw, weights);
  }
  for (Entrant& entrant : entrants) {
    comparison.contestants.push_back(std::move(entrant.contestant));
  }
  mark_best(comparison);
}

}  // namespace calibrant::cli
