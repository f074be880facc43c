#include "binning/aged_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace calibrant {
namespace {

using kernels::NodeSpan;
using kernels::Sums;
using kernels::UnitBlock;

constexpr std::size_t kTileNodes = 64;
// What a tile has less of will never matter: where the rates move there, bins that begin now have a
// share of 1e-7 or so, and those that began since then are on the coarse nodes.
constexpr double kNoMass = 1e-30;

UnitBlock without_injection(UnitBlock block) {
  block.injection = {};
  return block;
}

NodeSpan part_of_nodes(const NodeSpan& nodes, std::size_t begin, std::size_t end) {
  return {end - begin,          nodes.theta + begin,     nodes.complement + begin,
          nodes.weight + begin, nodes.log_theta + begin, nodes.log_complement + begin};
}

Sums operator+(const Sums& a, const Sums& b) { return {a.total + b.total, a.theta + b.theta}; }

}  // namespace

AgedState::AgedState(const Nodes& fine, const Nodes* coarse, std::size_t period)
    : fine_(&fine),
      coarse_(coarse != nullptr ? coarse : &fine),
      period_(coarse != nullptr ? period : std::numeric_limits<std::size_t>::max()),
      young_(coarse_->theta.size(), 1.0) {}

NodeSpan AgedState::part(const Run& run) const {
  return part_of_nodes(fine_->span(), run.begin, run.end);
}

void AgedState::advance(const UnitBlock& done, double scale, double shift, const UnitBlock& next,
                        double* moments) {
  kernels::advance(coarse_->span(), young_.data(), done, scale, shift, next, moments);
  if (middle_.empty()) return;
  const UnitBlock steps = without_injection(done);
  std::array<double, kernels::kBlockLength> more = {};
  const auto add = [&] {
    for (std::size_t t = 0; t < next.length; ++t) moments[t] += more[t];
  };
  kernels::advance(coarse_->span(), middle_.data(), steps, scale, 0, next, more.data());
  add();
  for (const Run& run : runs_) {
    kernels::advance(part(run), old_.data() + run.begin, steps, scale, 0, next, more.data());
    add();
  }
}

Sums AgedState::advance_group(double scale, double shift, double negatives, double positives,
                              double log_peak) {
  Sums sums = kernels::advance_group(coarse_->span(), young_.data(), scale, shift, negatives,
                                     positives, log_peak);
  if (middle_.empty()) return sums;
  sums = sums + kernels::advance_group(coarse_->span(), middle_.data(), scale, 0, negatives,
                                       positives, log_peak);
  for (const Run& run : runs_) {
    sums = sums + kernels::advance_group(part(run), old_.data() + run.begin, scale, 0, negatives,
                                         positives, log_peak);
  }
  return sums;
}

Sums AgedState::sums() const {
  Sums sums = kernels::weighted_sums(coarse_->span(), young_.data());
  if (middle_.empty()) return sums;
  sums = sums + kernels::weighted_sums(coarse_->span(), middle_.data());
  for (const Run& run : runs_) {
    sums = sums + kernels::weighted_sums(part(run), old_.data() + run.begin);
  }
  return sums;
}

bool AgedState::count(double negatives, double positives) {
  negatives_ += negatives;
  positives_ += positives;
  return negatives_ + positives_ >= static_cast<double>(period_);
}

void AgedState::end_period(double total) {
  if (middle_.empty()) {
    middle_.assign(young_.size(), 0.0);
    born_ = middle_;
    old_.assign(fine_->theta.size(), 0.0);
    live_.assign((fine_->theta.size() + kTileNodes - 1) / kTileNodes, 0);
    // The polynomial through values at the zeros of a Chebyshev polynomial of the second kind.
    for (std::size_t j = 0; j < coarse_->count; ++j) {
      const double weight = coarse_->theta[j] * coarse_->complement[j];
      barycentric_.push_back(j % 2 == 0 ? weight : -weight);
    }
  } else {
    join_middle(total);
  }
  drop_empty_tiles(total);
  std::swap(middle_, young_);
  born_ = middle_;
  std::fill(young_.begin(), young_.end(), 0.0);
  negatives_ = positives_ = 0;
}

// Of the rows of this period.
double AgedState::log_likelihood(const Nodes& nodes, std::size_t j) const {
  return positives_ * nodes.log_theta[j] + negatives_ * nodes.log_complement[j];
}

void AgedState::join_middle(double total) {
  const auto largest = std::max_element(middle_.begin(), middle_.end());
  if (*largest <= 0) return;
  const auto at = static_cast<std::size_t>(largest - middle_.begin());
  const double log_peak = log_likelihood(*coarse_, at);
  // All scalings since then, which are the same everywhere.
  const double factor = *largest / born_[at];
  const double most = *std::max_element(born_.begin(), born_.end()) * factor;
  for (std::size_t tile = 0; tile < live_.size(); ++tile) {
    const Run nodes = {tile * kTileNodes, std::min((tile + 1) * kTileNodes, fine_->theta.size())};
    double highest = -std::numeric_limits<double>::infinity();
    for (std::size_t j = nodes.begin; j < std::min(nodes.end, fine_->count); ++j) {
      highest = std::max(highest, log_likelihood(*fine_, j));
    }
    if (most * std::exp(highest - log_peak) < kNoMass * total) continue;
    live_[tile] = 1;
    interpolate(nodes, factor, log_peak);
  }
}

void AgedState::interpolate(const Run& tile, double factor, double log_peak) {
  std::array<double, kTileNodes> numerator = {};
  std::array<double, kTileNodes> denominator = {};
  std::array<double, kTileNodes> place = {};
  const std::size_t count = std::min(tile.end, fine_->count) - std::min(tile.begin, fine_->count);
  if (count == 0) return;
  // Differences of the smaller of theta and 1 - theta keep their digits.
  const bool low = fine_->theta[tile.begin] < 0.5;
  const AlignedVector& to = low ? fine_->theta : fine_->complement;
  const AlignedVector& from = low ? coarse_->theta : coarse_->complement;
  for (std::size_t i = 0; i < count; ++i) place[i] = to[tile.begin + i];
  for (std::size_t i = count; i < kTileNodes; ++i) place[i] = -1;
  for (std::size_t j = 0; j < coarse_->count; ++j) {
    const double x = from[j];
    const double weight = barycentric_[j];
    const double value = born_[j];
    for (std::size_t i = 0; i < kTileNodes; ++i) {
      const double term = weight / (place[i] - x);
      numerator[i] += term * value;
      denominator[i] += term;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t f = tile.begin + i;
    double value = numerator[i] / denominator[i];
    if (!std::isfinite(value)) {  // a node of both
      const auto same = std::find(from.begin(), from.end(), place[i]) - from.begin();
      value = born_[static_cast<std::size_t>(same)];
    }
    old_[f] += std::max(value, 0.0) * factor * std::exp(log_likelihood(*fine_, f) - log_peak);
  }
}

void AgedState::drop_empty_tiles(double total) {
  runs_.clear();
  for (std::size_t tile = 0; tile < live_.size(); ++tile) {
    if (live_[tile] == 0) continue;
    const Run nodes = {tile * kTileNodes, std::min((tile + 1) * kTileNodes, fine_->theta.size())};
    double mass = 0;
    for (std::size_t j = nodes.begin; j < nodes.end; ++j) mass += old_[j] * fine_->weight[j];
    if (mass < kNoMass * total) {
      live_[tile] = 0;
      std::fill(old_.begin() + static_cast<std::ptrdiff_t>(nodes.begin),
                old_.begin() + static_cast<std::ptrdiff_t>(nodes.end), 0.0);
    } else if (!runs_.empty() && runs_.back().end == nodes.begin) {
      runs_.back().end = nodes.end;
    } else {
      runs_.push_back(nodes);
    }
  }
}

}  // namespace calibrant
