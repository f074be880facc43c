#include "families/logistic_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/compensated_sum.hpp"

namespace calibrant {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
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

struct LogisticProblem::Block {
  std::size_t begin = 0;
  std::size_t size = 0;
  std::array<double, kBlock> weights;
  std::array<std::array<double, kBlock>, 2> features;

  LogisticSums sums(bool two, const Coefficients& at) const {
    return logistic_sums({weights.data(), size}, {features[0].data(), size},
                         {features[1].data(), two ? size : 0}, at);
  }
};

void LogisticProblem::transform(Stage stage, Block& block) const {
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

template <class Use>
void LogisticProblem::each_block(Stage stage, const Use& use) const {
  const auto negatives = observations_->negatives();
  const auto positives = observations_->positives();
  const std::size_t groups = observations_->groups();
  const double unit = unit_;
  Block block;
  for (block.begin = 0; block.begin < groups; block.begin += kBlock) {
    block.size = std::min(kBlock, groups - block.begin);
    for (std::size_t k = 0; k < block.size; ++k) {
      block.weights[k] = (negatives[block.begin + k] + positives[block.begin + k]) * unit;
    }
    (*make_)(block.begin, {block.features[0].data(), block.size},
             {block.features[1].data(), two_ ? block.size : 0});
    transform(stage, block);
    use(block);
  }
}

LogisticProblem::LogisticProblem(const Observations& observations, const MakeFeatures& make,
                                 bool two)
    : observations_(&observations),
      make_(&make),
      two_(two),
      flipped_(observations.positive_weight() > observations.negative_weight()),
      unit_(std::ldexp(1.0, std::clamp(-std::ilogb(observations.weight()), -1000, 1000))),
      total_(observations.weight() * unit_) {
  standardise();
  if (two_) turn();
  add_up_targets();
}

void LogisticProblem::standardise() {
  const std::size_t features = two_ ? 2 : 1;
  std::array<CompensatedSum, 2> sums = {};
  std::array<double, 2> largest = {};
  each_block(Stage::kRaw, [&](const Block& block) {
    for (std::size_t f = 0; f < features; ++f) {
      const auto& values = block.features[f];
      Standard& s = standards_[f];
      if (block.begin == 0) s.origin = values[0];
      for (std::size_t k = 0; k < block.size; ++k) {
        largest[f] = std::max(largest[f], std::abs(values[k]));
      }
      sums[f].add(block_sum(
          block.size, [&](std::size_t k) { return block.weights[k] * (values[k] - s.origin); }));
    }
  });
  std::array<CompensatedSum, 2> squares = {};
  for (std::size_t f = 0; f < features; ++f) standards_[f].centre = sums[f].value() / total_;
  each_block(Stage::kCentred, [&](const Block& block) {
    for (std::size_t f = 0; f < features; ++f) {
      const auto& values = block.features[f];
      squares[f].add(block_sum(
          block.size, [&](std::size_t k) { return block.weights[k] * values[k] * values[k]; }));
    }
  });
  for (std::size_t f = 0; f < features; ++f) {
    Standard& s = standards_[f];
    s.scale = std::sqrt(squares[f].value() / total_);
    if (s.scale > 0) s.noise = kEps * (1 + largest[f] / s.scale);
  }
}

// An axis that is rounding noise only is switched off: scale 0.
void LogisticProblem::turn() {
  std::array<CompensatedSum, 2> squares = {};
  each_block(Stage::kTurned, [&](const Block& block) {
    for (std::size_t f = 0; f < 2; ++f) {
      const auto& values = block.features[f];
      squares[f].add(block_sum(
          block.size, [&](std::size_t k) { return block.weights[k] * values[k] * values[k]; }));
    }
  });
  const double noise = standards_[0].noise + standards_[1].noise;
  for (std::size_t f = 0; f < 2; ++f) {
    const double sd = std::sqrt(squares[f].value() / total_);
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
  intercept_ = std::log((rare_total + 1) / (common_total + 1));

  const std::size_t groups = observations_->groups();
  const bool many = groups >= kMany;
  Cells& kept = many ? cells_ : kept_;
  const std::size_t length = many ? kCells : groups;
  kept.weights.resize(length);
  kept.first.resize(length);
  kept.second.resize(two_ ? length : 0);
  std::array<CompensatedSum, 2> sums = {};
  std::size_t cell = 0;
  each_block(Stage::kDone, [&](const Block& block) {
    const auto& x = block.features[0];
    const auto& y = block.features[1];
    for (std::size_t f = 0; f < (two_ ? 2 : 1); ++f) {
      sums[f].add(block_sum(block.size, [&](std::size_t k) {
        return (rare[block.begin + k] * rare_target + common[block.begin + k] * common_target) *
               block.features[f][k];
      }));
    }
    if (!many) {
      const auto end = static_cast<std::ptrdiff_t>(block.begin);
      std::copy_n(block.weights.begin(), block.size, kept.weights.begin() + end);
      std::copy_n(x.begin(), block.size, kept.first.begin() + end);
      if (two_) std::copy_n(y.begin(), block.size, kept.second.begin() + end);
      return;
    }
    for (std::size_t k = 0; k < block.size;) {
      const std::size_t cell_end = groups * (cell + 1) / kCells;
      const std::size_t begin = k;
      k = std::min(block.size, cell_end - block.begin);
      const auto part = [&](const auto& value) {
        return block_sum(k - begin, [&](std::size_t i) { return value(begin + i); });
      };
      kept.weights[cell] += part([&](std::size_t i) { return block.weights[i]; });
      kept.first[cell] += part([&](std::size_t i) { return block.weights[i] * x[i]; });
      if (two_) kept.second[cell] += part([&](std::size_t i) { return block.weights[i] * y[i]; });
      if (block.begin + k == cell_end) ++cell;
    }
  });
  for (std::size_t k = 0; k < cells_.weights.size(); ++k) {
    cells_.first[k] /= cells_.weights[k];
    if (two_) cells_.second[k] /= cells_.weights[k];
  }
  targets_ = {rare_total * rare_target + common_total * common_target, sums[0].value(),
              sums[1].value()};
}

LogisticSums LogisticProblem::sums(const Coefficients& at) const {
  if (!kept_.weights.empty()) return logistic_sums(kept_.weights, kept_.first, kept_.second, at);
  TotalSums totals;
  each_block(Stage::kDone, [&](const Block& block) { totals.add(block.sums(two_, at)); });
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
