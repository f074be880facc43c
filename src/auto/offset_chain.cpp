// The sum over all binnings with an offset in every bin, as a chain along the groups.
//
// Given: log odds z_k of a base, counts a_k and b_k, a boundary prior. Each bin has an offset
// delta ~ Normal(0, tau^2), and P(positive | group k in the bin) = p_k(delta) = s(z_k + delta), s
// the logistic function. With x_k(delta) = p_k^{b_k} (1 - p_k)^{a_k} and nodes delta_j of weight
// w_j,
//
//   forward    g_j(k) = [ (1 - q_{k-1}) g_j(k-1) + q_{k-1} sum_i w_i g_i(k-1) ] x_k(delta_j)
//   backward   h_j(k) = the same from the right, without x_k
//   posterior  of delta at group k: proportional to w_j g_j(k) h_j(k)
//
// as in ABB (docs/math/abb.md), whose rate theta is here s(z_k + delta). ABB gets by without the
// posterior, because theta means the same in all groups of a bin; here the mean of s(z_k + delta)
// is another function of delta in every group. So the states of the forward pass are kept; where
// they are too many, at checkpoints only, and a segment is walked again.
//
// Nodes: the posterior of delta in a bin is no narrower than 1 / sqrt(1 / tau^2 + information), and
// the trapezoid rule with nodes h standard deviations of a Normal apart errs by
// 2 exp(-2 pi^2 / h^2).
#include "auto/offset_chain.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "binning/chain.hpp"
#include "binning/nodes.hpp"
#include "kernels/chain.hpp"

namespace calibrant {
namespace {

constexpr double kReach = 6;  // in units of tau
// Beyond any memory; the caller turns away long before.
constexpr double kMostIntervals = 1e12;
constexpr double kSmallTotal = 1e-100;
constexpr double kNegligibleMass = 1e-6;
constexpr double kMoreRange = 0.15;
// Nodes for ABB's rate, per root of the weight: docs/math/abb.md has the errors.
constexpr double kRateNodesPerRoot = 3.75;
constexpr double kRateNodesExtra = 16;
// So many numbers are kept at once; more would leave the cache.
constexpr std::size_t kKept = std::size_t{1} << 18U;
constexpr std::size_t kShortestSegment = 16;
constexpr double kNegativeInfinity = -std::numeric_limits<double>::infinity();

// log of the largest likelihood of a group that an offset can give it; light groups need none.
double log_peak_within(double z, const OffsetRange& range, double a, double b) {
  if (is_light(a, b)) return 0;
  const double best = b == 0 ? kNegativeInfinity : a == 0 ? -kNegativeInfinity : std::log(b / a);
  const double x = std::clamp(best, z + range.low, z + range.high);
  return b * x - (a + b) * softplus(x);
}

// A state walking along the groups, normalised as it goes.
class OffsetWalker {
 public:
  OffsetWalker(const Chain& chain, bool backward, const OffsetNodes& nodes)
      : chain_(&chain),
        backward_(backward),
        nodes_(nodes.span()),
        state_(nodes.delta.size(), 1.0) {}

  const double* state() const { return state_.data(); }
  double log_total() const {
    return possible_ ? log_total_ + std::log(product_) : kNegativeInfinity;
  }
  /// What turns the state into that before the next group.
  double scale() const { return inside() ? chain_->stay[boundary()] / total_ : 1; }
  double shift() const { return inside() ? chain_->jump[boundary()] : 0; }

  /// Takes the next group, whose likelihood on the nodes this is.
  void step(const double* likelihood) { step(likelihood, state_.data(), state_.data()); }
  /// The same, from one state to another.
  void step(const double* likelihood, const double* from, double* to) {
    total_ = kernels::advance_by(nodes_, from, scale(), shift(), likelihood, to);
    // Where two groups that no boundary can part contradict each other, doubles end.
    if (!(total_ > std::numeric_limits<double>::min())) possible_ = false;
    if (!possible_) total_ = 1;
    // One logarithm serves many totals.
    if (total_ < kSmallTotal || total_ > 1 / kSmallTotal) {
      log_total_ += std::log(total_);
    } else {
      product_ *= total_;
      if (product_ < kSmallTotal || product_ > 1 / kSmallTotal) {
        log_total_ += std::log(std::exchange(product_, 1.0));
      }
    }
    ++position_;
  }

 private:
  bool inside() const { return position_ > 0 && position_ < chain_->size(); }
  std::size_t boundary() const { return backward_ ? chain_->size() - position_ : position_; }

  const Chain* chain_;  // from left to right
  bool backward_;
  kernels::OffsetSpan nodes_;
  AlignedVector state_;
  double total_ = 1;
  double product_ = 1;  // of the totals that are not in log_total_
  double log_total_ = 0;
  bool possible_ = true;
  std::size_t position_ = 0;
};

class OffsetPasses {
 public:
  OffsetPasses(const OffsetProblem& problem, const std::vector<Boundaries>& priors)
      : problem_(problem),
        priors_(priors),
        size_(problem.nodes.delta.size()),
        segment_(std::min(groups(), std::max(kShortestSegment, kKept / (size_ * priors.size())))),
        likelihoods_(segment_ * size_) {
    chains_.reserve(priors.size());
    for (const Boundaries& prior : priors) {
      chains_.push_back(make_chain(problem.observations, *prior.gaps, prior.lambda, false));
    }
  }

  /// Returns log evidences; keeps what backward() needs if asked to.
  std::vector<double> forward(bool keep) {
    std::vector<OffsetWalker> walkers = make_walkers(false);
    if (keep) left_.resize(priors_.size() * segment_ * size_);
    double log_peaks = 0;
    for (std::size_t begin = 0; begin < groups(); begin += segment_) {
      const std::size_t end = std::min(begin + segment_, groups());
      log_peaks += take_groups(begin, end);
      if (keep) checkpoints_.push_back(walkers);
      for (std::size_t i = 0; i < walkers.size(); ++i) {
        if (keep && end == groups()) {
          walk(walkers[i], i, end - begin);
        } else {
          for (std::size_t k = begin; k < end; ++k) walkers[i].step(likelihood(k - begin));
        }
      }
    }
    std::vector<double> evidences(walkers.size());
    std::transform(walkers.begin(), walkers.end(), evidences.begin(),
                   [&](const OffsetWalker& walker) { return walker.log_total() + log_peaks; });
    return evidences;
  }

  /// After forward(true): combine(group, prior, state after the group from the left, walker before
  /// it from the right), for every group, last to first, and every prior that is possible.
  template <class Combine>
  void backward(const std::vector<double>& evidences, const Combine& combine) {
    std::vector<OffsetWalker> right = make_walkers(true);
    for (std::size_t end = groups(); !checkpoints_.empty();) {
      const std::size_t begin = (checkpoints_.size() - 1) * segment_;
      if (end < groups()) {
        take_groups(begin, end);
        for (std::size_t i = 0; i < priors_.size(); ++i) {
          walk(checkpoints_.back()[i], i, end - begin);
        }
      }
      checkpoints_.pop_back();
      for (std::size_t k = end; k-- > begin;) {
        for (std::size_t i = 0; i < priors_.size(); ++i) {
          if (evidences[i] == kNegativeInfinity) continue;
          combine(k, i, left(i, k - begin), right[i]);
          right[i].step(likelihood(k - begin));
        }
      }
      end = begin;
    }
  }

 private:
  std::size_t groups() const { return problem_.observations.groups(); }
  const double* likelihood(std::size_t row) const { return likelihoods_.data() + row * size_; }
  double* left(std::size_t prior, std::size_t row) {
    return left_.data() + (prior * segment_ + row) * size_;
  }

  // Through the groups of a segment; the state after each is kept.
  void walk(OffsetWalker& walker, std::size_t prior, std::size_t steps) {
    const double* from = walker.state();
    for (std::size_t row = 0; row < steps; ++row) {
      double* const to = left(prior, row);
      walker.step(likelihood(row), from, to);
      from = to;
    }
  }

  std::vector<OffsetWalker> make_walkers(bool backward) const {
    std::vector<OffsetWalker> walkers;
    walkers.reserve(chains_.size());
    for (const Chain& chain : chains_) walkers.emplace_back(chain, backward, problem_.nodes);
    return walkers;
  }

  // Makes the likelihoods of some groups; returns the logs that were taken out of them.
  double take_groups(std::size_t begin, std::size_t end) {
    double log_peaks = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const double z = problem_.log_odds[k];
      assert(std::abs(z) <= kMostLogOdds);
      const double a = problem_.observations.negatives()[k];
      const double b = problem_.observations.positives()[k];
      const double peak = log_peak_within(z, problem_.nodes.range, a, b);
      kernels::offset_likelihood(problem_.nodes.span(), {z, a, b, peak},
                                 likelihoods_.data() + (k - begin) * size_);
      log_peaks += peak;
    }
    return log_peaks;
  }

  const OffsetProblem& problem_;
  const std::vector<Boundaries>& priors_;
  std::size_t size_;
  std::size_t segment_;  // groups
  AlignedVector likelihoods_;
  AlignedVector left_;
  std::vector<Chain> chains_;
  std::vector<std::vector<OffsetWalker>> checkpoints_;  // at the beginning of every segment
};

OffsetNodes allocate_offset_nodes(std::size_t count) {
  const std::size_t size =
      (count + kernels::kNodeMultiple - 1) / kernels::kNodeMultiple * kernels::kNodeMultiple;
  OffsetNodes nodes;
  nodes.count = count;
  nodes.delta.assign(size, 0.0);
  nodes.exp_delta.assign(size, 1.0);
  nodes.weight.assign(size, 0.0);
  return nodes;
}

double intervals_over(double length, double tau, double information, double fineness) {
  const double narrowest = 1 / std::sqrt(1 / (tau * tau) + information);
  return std::clamp(std::ceil(length / narrowest * fineness), 1.0, kMostIntervals);
}

// Where a node has a mass at any time, and a margin.
OffsetRange range_of(const OffsetNodes& nodes, const AlignedVector& most) {
  std::size_t first = 0;
  std::size_t last = nodes.count - 1;
  while (first < last && most[first] < kNegligibleMass) ++first;
  while (last > first && most[last] < kNegligibleMass) --last;
  if (first == last) return nodes.range;  // the labels are impossible
  const double more = kMoreRange * (nodes.delta[last] - nodes.delta[first]);
  return {std::max(nodes.delta[first] - more, nodes.range.low),
          std::min(nodes.delta[last] + more, nodes.range.high)};
}

}  // namespace

OffsetRange whole_range(double tau) { return {-kReach * tau, kReach * tau}; }

std::size_t offset_node_count(double tau, double total_weight, double fineness) {
  return static_cast<std::size_t>(
             intervals_over(2 * kReach * tau, tau, total_weight / 4, fineness)) +
         1;
}

OffsetNodes make_offset_nodes(double tau, double total_weight, double fineness) {
  return make_offset_nodes(tau, total_weight / 4, fineness, whole_range(tau));
}

OffsetNodes make_offset_nodes(double tau, double information, double fineness,
                              const OffsetRange& range) {
  const double intervals = intervals_over(range.high - range.low, tau, information, fineness);
  OffsetNodes nodes = allocate_offset_nodes(static_cast<std::size_t>(intervals) + 1);
  nodes.range = range;
  nodes.spacing = (range.high - range.low) / intervals;
  // Of the whole range: the density of a Normal, less what lies beyond it.
  const double norm = nodes.spacing / (tau * std::sqrt(2 * std::numbers::pi) *
                                       std::erf(kReach / std::numbers::sqrt2));
  for (std::size_t j = 0; j < nodes.count; ++j) {
    const double delta = range.low + static_cast<double>(j) * nodes.spacing;
    nodes.delta[j] = delta;
    nodes.exp_delta[j] = std::exp(delta);
    nodes.weight[j] = norm * std::exp(-0.5 * (delta / tau) * (delta / tau));
  }
  return nodes;
}

double offset_information(const Observations& observations, const std::vector<double>& log_odds,
                          const OffsetRange& range) {
  double sum = 0;
  for (std::size_t k = 0; k < log_odds.size(); ++k) {
    const double nearest = log_odds[k] + std::clamp(-log_odds[k], range.low, range.high);
    const double p = logistic(-std::abs(nearest));
    sum += (observations.negatives()[k] + observations.positives()[k]) * p * (1 - p);
  }
  return sum;
}

std::size_t rate_node_count(double total_weight, bool whole) {
  if (!whole) return node_count(total_weight, false);
  return static_cast<std::size_t>(
      std::min({kRateNodesPerRoot * std::sqrt(total_weight) + kRateNodesExtra, total_weight + 2,
                kMostIntervals}));
}

OffsetNodes make_rate_nodes(double total_weight, bool whole) {
  const std::size_t count = rate_node_count(total_weight, whole);
  const Nodes rates = whole ? fejer_nodes(count) : trapezoid_nodes(count);
  OffsetNodes nodes = allocate_offset_nodes(rates.count);
  for (std::size_t j = 0; j < rates.count; ++j) {
    nodes.exp_delta[j] = rates.theta[j] / rates.complement[j];
    nodes.delta[j] = rates.log_theta[j] - rates.log_complement[j];
    nodes.weight[j] = rates.weight[j];
  }
  nodes.range = {nodes.delta[0], nodes.delta[rates.count - 1]};
  return nodes;
}

std::vector<double> offset_log_evidences(const OffsetProblem& problem,
                                         const std::vector<Boundaries>& priors) {
  return OffsetPasses(problem, priors).forward(false);
}

std::vector<double> visit_offsets(const OffsetProblem& problem,
                                  const std::vector<Boundaries>& priors,
                                  const PosteriorVisitor& visit) {
  OffsetPasses passes(problem, priors);
  std::vector<double> evidences = passes.forward(true);
  AlignedVector product(problem.nodes.delta.size());
  const kernels::NodeSpan span = {.count = product.size(), .weight = problem.nodes.weight.data()};
  passes.backward(evidences,
                  [&](std::size_t k, std::size_t i, const double* left, const OffsetWalker& right) {
                    const double total = kernels::multiply(span, left, right.state(), right.scale(),
                                                           right.shift(), product.data());
                    visit(k, i, product, total);
                  });
  return evidences;
}

std::vector<OffsetAverage> average_offsets(const OffsetProblem& problem,
                                           const std::vector<Boundaries>& priors,
                                           OffsetRange* posterior) {
  const std::size_t groups = problem.observations.groups();
  const kernels::OffsetSpan nodes = problem.nodes.span();
  std::vector<OffsetAverage> averages(priors.size());
  for (OffsetAverage& average : averages) average.probabilities.resize(groups);
  AlignedVector rates(nodes.count);
  AlignedVector most(nodes.count);  // the largest mass of each node
  std::size_t rates_of = groups;    // none yet
  OffsetPasses passes(problem, priors);
  const std::vector<double> evidences = passes.forward(true);
  passes.backward(
      evidences, [&](std::size_t k, std::size_t i, const double* left, const OffsetWalker& right) {
        if (rates_of == groups || problem.log_odds[rates_of] != problem.log_odds[k]) {
          kernels::offset_probabilities(nodes, problem.log_odds[k], rates.data());
        }
        rates_of = k;
        const kernels::OffsetProduct product = {left, right.state(), right.scale(), right.shift()};
        const kernels::OffsetSums sums = kernels::sums_of_product(nodes, product, rates.data());
        averages[i].probabilities[k] = sums.rated / sums.total;
        if (posterior != nullptr) kernels::raise_to(nodes, product, 1 / sums.total, most.data());
      });
  for (std::size_t i = 0; i < priors.size(); ++i) averages[i].log_evidence = evidences[i];
  if (posterior != nullptr) *posterior = range_of(problem.nodes, most);
  return averages;
}

}  // namespace calibrant
