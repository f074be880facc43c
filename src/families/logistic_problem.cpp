#include "families/logistic_problem.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "math/compensated_sum.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
constexpr std::size_t kBlock = 1024;
constexpr std::size_t kCells = 4096;
// From here on groups are joined into cells first, and not kept.
constexpr std::size_t kMany = 16 * kCells;

// Sum of f(k) over [0, n), at most a block: eight partial sums, in a fixed order.
template <class F>
double block_sum(std::size_t n, const F& f) {
  std::array<double, 8> part = {};
  std::size_t k = 0;
  for (; k + 8 <= n; k += 8) {
    for (std::size_t i = 0; i < 8; ++i) part[i] += f(k + i);
  }
  for (; k < n; ++k) part[0] += f(k);
  return ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}

// Block sums, added up with compensation.
class TotalSums {
 public:
  void add(const LogisticSums& sums) {
    totals_[0].add(sums.softplus);
    for (std::size_t i = 0; i < 3; ++i) totals_[1 + i].add(sums.fitted[i]);
    for (std::size_t i = 0; i < 6; ++i) totals_[4 + i].add(sums.curvature[i]);
  }

  LogisticSums value() const {
    LogisticSums result;
    result.softplus = totals_[0].value();
    for (std::size_t i = 0; i < 3; ++i) result.fitted[i] = totals_[1 + i].value();
    for (std::size_t i = 0; i < 6; ++i) result.curvature[i] = totals_[4 + i].value();
    return result;
  }

 private:
  std::array<CompensatedSum, 10> totals_;
};

}  // namespace

struct LogisticProblem::FeatureBlock {
  std::size_t begin = 0;
  std::size_t size = 0;
  std::array<double, kBlock> weights;
  std::array<std::array<double, kBlock>, 2> features;

  LogisticSums sums(bool two, const Coefficients& at) const {
    return logistic_sums({weights.data(), size}, {features[0].data(), size},
                         {features[1].data(), two ? size : 0}, at);
  }

  double weighted_squares(std::size_t feature) const {
    const auto& values = features[feature];
    return block_sum(size, [&](std::size_t k) { return weights[k] * values[k] * values[k]; });
  }
};

void LogisticProblem::transform(Stage stage, FeatureBlock& block) const {
  // Constants are copied: beside them, writing a feature might change them, for all a compiler
  // knows.
  for (std::size_t f = 0; f < (two_ ? 2 : 1) && stage >= Stage::kCentred; ++f) {
    const auto [origin, centre, scale, _] = standards_[f];
    const double factor = stage >= Stage::kScaled && scale > 0 ? 1 / scale : 1;
    double* const values = block.features[f].data();
    for (std::size_t k = 0; k < block.size; ++k) values[k] = (values[k] - origin - centre) * factor;
  }
  if (!two_ || stage < Stage::kTurned) return;
  auto& [x, y] = block.features;
  for (std::size_t k = 0; k < block.size; ++k) {
    const double sum = (x[k] + y[k]) / 2;
    const double difference = (x[k] - y[k]) / 2;
    x[k] = sum;
    y[k] = difference;
  }
  if (stage < Stage::kDone) return;
  for (std::size_t f = 0; f < 2; ++f) {
    const double factor = axes_[f] > 0 ? 1 / axes_[f] : 0;
    for (std::size_t k = 0; k < block.size; ++k) block.features[f][k] *= factor;
  }
}

std::size_t LogisticProblem::blocks() const {
  return (observations_->groups() + kBlock - 1) / kBlock;
}

// use(index, block), for all blocks, several at once.
template <class Use>
void LogisticProblem::each_block(Stage stage, const Use& use) const {
  const auto negatives = observations_->negatives();
  const auto positives = observations_->positives();
  const std::size_t groups = observations_->groups();
  const double unit = unit_;
  run_parts(threads_, blocks(), [&](std::size_t, std::size_t index, std::size_t end) {
    FeatureBlock block;
    for (; index < end; ++index) {
      block.begin = index * kBlock;
      block.size = std::min(kBlock, groups - block.begin);
      for (std::size_t k = 0; k < block.size; ++k) {
        block.weights[k] = (negatives[block.begin + k] + positives[block.begin + k]) * unit;
      }
      (*make_)(block.begin, {block.features[0].data(), block.size},
               {block.features[1].data(), two_ ? block.size : 0});
      transform(stage, block);
      use(index, block);
    }
  });
}

// For each feature the sum of f(block, feature): in the order of the blocks, whoever is at them.
template <class F>
std::array<double, 2> LogisticProblem::sum_of(Stage stage, const F& f) const {
  std::vector<std::array<double, 2>> parts(blocks());
  each_block(stage, [&](std::size_t index, const FeatureBlock& block) {
    for (std::size_t i = 0; i < (two_ ? 2 : 1); ++i) parts[index][i] = std::invoke(f, block, i);
  });
  std::array<CompensatedSum, 2> sums = {};
  for (const auto& part : parts) {
    for (std::size_t i = 0; i < 2; ++i) sums[i].add(part[i]);
  }
  return {sums[0].value(), sums[1].value()};
}

LogisticProblem::LogisticProblem(const Observations& observations, const MakeFeatures& make,
                                 const LogisticModel& model, unsigned threads)
    : observations_(&observations),
      make_(&make),
      two_(model.two),
      centred_(model.intercept),
      threads_(threads_for_rows(observations.groups(), threads)),
      flipped_(observations.positive_weight() > observations.negative_weight()),
      unit_(std::ldexp(1.0, std::clamp(-std::ilogb(observations.weight()), -1000, 1000))),
      total_(observations.weight() * unit_) {
  standardise();
  if (two_) turn();
  add_up_targets();
}

void LogisticProblem::standardise() {
  std::array<double, 2> first = {};
  if (centred_) (*make_)(0, {first.data(), 1}, {&first[1], two_ ? 1U : 0U});
  std::vector<std::array<double, 2>> largest(blocks());
  const auto sums = sum_of(Stage::kRaw, [&](const FeatureBlock& block, std::size_t f) {
    const auto& values = block.features[f];
    double& most = largest[block.begin / kBlock][f];
    for (std::size_t k = 0; k < block.size; ++k) most = std::max(most, std::abs(values[k]));
    return block_sum(block.size,
                     [&](std::size_t k) { return block.weights[k] * (values[k] - first[f]); });
  });
  for (std::size_t f = 0; f < 2; ++f) {
    standards_[f].origin = first[f];
    standards_[f].centre = centred_ ? sums[f] / total_ : 0;
  }
  const auto squares = sum_of(Stage::kCentred, &FeatureBlock::weighted_squares);
  for (std::size_t f = 0; f < 2; ++f) {
    Standard& s = standards_[f];
    s.scale = std::sqrt(squares[f] / total_);
    double most = 0;
    for (const auto& of_block : largest) most = std::max(most, of_block[f]);
    if (s.scale > 0) s.noise = kRounding * (1 + most / s.scale);
  }
}

// An axis that is rounding noise only is switched off: scale 0.
void LogisticProblem::turn() {
  const auto squares = sum_of(Stage::kTurned, &FeatureBlock::weighted_squares);
  const double noise = standards_[0].noise + standards_[1].noise;
  for (std::size_t f = 0; f < 2; ++f) {
    const double sd = std::sqrt(squares[f] / total_);
    axes_[f] = sd > 8 * noise ? sd : 0;
  }
}

void LogisticProblem::add_up_targets() {
  const auto common = flipped_ ? observations_->positives() : observations_->negatives();
  const auto rare = flipped_ ? observations_->negatives() : observations_->positives();
  const double common_total =
      std::max(observations_->negative_weight(), observations_->positive_weight());
  const double rare_total =
      std::min(observations_->negative_weight(), observations_->positive_weight());
  const double rare_target = (rare_total + 1) / (rare_total + 2) * unit_;
  const double common_target = 1 / (common_total + 2) * unit_;
  intercept_ = centred_ ? std::log((rare_total + 1) / (common_total + 1)) : 0;

  const bool many = observations_->groups() >= kMany;
  if (many) {
    resize(cells_, blocks() * cells_of_block());
  } else {
    resize(kept_, observations_->groups());
  }
  const auto sums = sum_of(Stage::kDone, [&](const FeatureBlock& block, std::size_t f) {
    const auto& values = block.features[f];
    if (f == 0) many ? join(block) : keep(block);
    return block_sum(block.size, [&](std::size_t k) {
      const std::size_t group = block.begin + k;
      return (rare[group] * rare_target + common[group] * common_target) * values[k];
    });
  });
  targets_ = {rare_total * rare_target + common_total * common_target, sums[0], sums[1]};
}

void LogisticProblem::resize(Cells& cells, std::size_t size) const {
  cells.weights.resize(size);
  cells.first.resize(size);
  cells.second.resize(two_ ? size : 0);
}

void LogisticProblem::keep(const FeatureBlock& block) {
  const auto begin = static_cast<std::ptrdiff_t>(block.begin);
  std::copy_n(block.weights.begin(), block.size, kept_.weights.begin() + begin);
  std::copy_n(block.features[0].begin(), block.size, kept_.first.begin() + begin);
  if (two_) std::copy_n(block.features[1].begin(), block.size, kept_.second.begin() + begin);
}

std::size_t LogisticProblem::cells_of_block() const {
  return std::max<std::size_t>(1, kCells / blocks());
}

void LogisticProblem::join(const FeatureBlock& block) {
  const std::size_t count = cells_of_block();
  const std::size_t first_cell = block.begin / kBlock * count;
  for (std::size_t c = 0; c < count; ++c) {
    const std::size_t begin = block.size * c / count;
    const std::size_t end = block.size * (c + 1) / count;
    if (begin == end) continue;  // in the last block there may be none left: no weight
    const auto part = [&](const auto& value) {
      return block_sum(end - begin, [&](std::size_t i) { return value(begin + i); });
    };
    const double weight = part([&](std::size_t i) { return block.weights[i]; });
    const auto mean = [&](const auto& feature) {
      return part([&](std::size_t i) { return block.weights[i] * feature[i]; }) / weight;
    };
    cells_.weights[first_cell + c] = weight;
    cells_.first[first_cell + c] = mean(block.features[0]);
    if (two_) cells_.second[first_cell + c] = mean(block.features[1]);
  }
}

LogisticSums LogisticProblem::sums(const Coefficients& at) const {
  if (!kept_.weights.empty()) return logistic_sums(kept_.weights, kept_.first, kept_.second, at);
  std::vector<LogisticSums> parts(blocks());
  each_block(Stage::kDone, [&](std::size_t index, const FeatureBlock& block) {
    parts[index] = block.sums(two_, at);
  });
  TotalSums totals;
  for (const LogisticSums& part : parts) totals.add(part);
  return totals.value();
}

// c1 along + c2 across, then x = (f - origin - centre) / scale.
Coefficients LogisticProblem::to_raw(const Coefficients& found) const {
  auto [c0, c1, c2] = found;
  if (two_) {
    const double along = axes_[0] > 0 ? c1 / axes_[0] / 2 : 0;
    const double across = axes_[1] > 0 ? c2 / axes_[1] / 2 : 0;
    c1 = along + across;
    c2 = along - across;
  }
  const double sign = flipped_ ? -1 : 1;
  const auto& [f, g] = standards_;
  const double first = f.scale > 0 ? sign * c1 / f.scale : 0;
  const double second = g.scale > 0 ? sign * c2 / g.scale : 0;
  return {sign * c0 - first * (f.origin + f.centre) - second * (g.origin + g.centre), first,
          second};
}

}  // namespace calibrant
