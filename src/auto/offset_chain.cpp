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
// is another function of delta in every group. So states are kept at checkpoints and recomputed in
// between: three passes.
//
// Nodes: the posterior of delta in a bin is no narrower than 1 / sqrt(1 / tau^2 + N / 4), and the
// trapezoid rule with nodes h standard deviations of a Normal apart errs by 2 exp(-2 pi^2 / h^2).
#include "auto/offset_chain.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "binning/chain.hpp"
#include "kernels/chain.hpp"

namespace calibrant {
namespace {

constexpr double kReach = 6;  // in units of tau
constexpr std::size_t kSegment = 64;
constexpr double kNegativeInfinity = -std::numeric_limits<double>::infinity();

// log of the largest likelihood of a group that an offset can give it; light groups need none.
double log_peak_within(double z, double reach, double a, double b) {
  if (is_light(a, b)) return 0;
  const double best = b == 0 ? kNegativeInfinity : a == 0 ? -kNegativeInfinity : std::log(b / a);
  const double x = std::clamp(best, z - reach, z + reach);
  return b * x - (a + b) * softplus(x);
}

// A state walking along the groups, normalised as it goes.
class OffsetWalker {
 public:
  OffsetWalker(const Chain& chain, const OffsetNodes& nodes)
      : chain_(&chain), nodes_(nodes.span()), state_(nodes.delta.size(), 1.0) {}

  std::size_t position() const { return position_; }
  const double* state() const { return state_.data(); }
  double log_total() const { return log_total_; }
  bool possible() const { return log_total_ > kNegativeInfinity; }
  /// What turns the state into that before the next group.
  double scale() const { return inside() ? chain_->stay[position_] / total_ : 1; }
  double shift() const { return inside() ? chain_->jump[position_] : 0; }

  /// Takes the next group, whose likelihood on the nodes this is.
  void step(const AlignedVector& likelihood) {
    total_ = kernels::advance_by(nodes_, state_.data(), scale(), shift(), likelihood.data());
    // Where two groups that no boundary can part contradict each other, doubles end.
    log_total_ = total_ > std::numeric_limits<double>::min() ? log_total_ + std::log(total_)
                                                             : kNegativeInfinity;
    if (!possible()) total_ = 1;
    ++position_;
  }

 private:
  bool inside() const { return position_ > 0 && position_ < chain_->size(); }

  const Chain* chain_;
  kernels::OffsetSpan nodes_;
  AlignedVector state_;
  double total_ = 1;
  double log_total_ = 0;
  std::size_t position_ = 0;
};

class OffsetPasses {
 public:
  OffsetPasses(const OffsetProblem& problem, const std::vector<Boundaries>& priors)
      : problem_(problem), priors_(priors), likelihood_(problem.nodes.delta.size()) {}

  /// Returns log evidences; keeps the walkers at the beginning of every segment if asked to.
  std::vector<double> forward(bool keep) {
    chains_ = make_chains(false);
    std::vector<OffsetWalker> walkers = walkers_on(chains_);
    double log_peaks = 0;
    for (std::size_t k = 0; k < groups(); ++k) {
      if (keep && k % kSegment == 0) checkpoints_.push_back(walkers);
      log_peaks += take_group(k);
      for (OffsetWalker& walker : walkers) walker.step(likelihood_);
    }
    std::vector<double> evidences(walkers.size());
    std::transform(walkers.begin(), walkers.end(), evidences.begin(),
                   [&](const OffsetWalker& walker) { return walker.log_total() + log_peaks; });
    return evidences;
  }

  /// After forward(true).
  void backward(const std::vector<double>& evidences, const PosteriorVisitor& visit) {
    const std::vector<Chain> chains = make_chains(true);
    std::vector<OffsetWalker> right = walkers_on(chains);
    std::vector<std::vector<OffsetWalker>> left;  // after each group of a segment
    AlignedVector product(problem_.nodes.delta.size());
    const kernels::NodeSpan span = {.count = product.size(),
                                    .weight = problem_.nodes.weight.data()};
    while (!checkpoints_.empty()) {
      const std::size_t begin = (checkpoints_.size() - 1) * kSegment;
      const std::size_t end = std::min(begin + kSegment, groups());
      std::vector<OffsetWalker> walkers = std::move(checkpoints_.back());
      checkpoints_.pop_back();
      left.clear();
      for (std::size_t k = begin; k < end; ++k) {
        take_group(k);
        for (OffsetWalker& walker : walkers) walker.step(likelihood_);
        left.push_back(walkers);
      }
      for (std::size_t k = end; k-- > begin;) {
        take_group(k);
        for (std::size_t i = 0; i < priors_.size(); ++i) {
          if (evidences[i] == kNegativeInfinity) continue;
          const double total =
              kernels::multiply(span, left[k - begin][i].state(), right[i].state(),
                                right[i].scale(), right[i].shift(), product.data());
          visit(k, i, product, total);
          right[i].step(likelihood_);
        }
      }
    }
  }

 private:
  std::size_t groups() const { return problem_.observations.groups(); }

  std::vector<Chain> make_chains(bool backward) const {
    std::vector<Chain> chains;
    for (const Boundaries& prior : priors_) {
      chains.push_back(make_chain(problem_.observations, *prior.gaps, prior.lambda, backward));
    }
    return chains;
  }

  std::vector<OffsetWalker> walkers_on(const std::vector<Chain>& chains) const {
    std::vector<OffsetWalker> walkers;
    walkers.reserve(chains.size());
    for (const Chain& chain : chains) walkers.emplace_back(chain, problem_.nodes);
    return walkers;
  }

  // Makes the likelihood of group k; returns the log that was taken out of it.
  double take_group(std::size_t k) {
    const double z = problem_.log_odds[k];
    assert(std::abs(z) <= kMostLogOdds);
    const double a = problem_.observations.negatives()[k];
    const double b = problem_.observations.positives()[k];
    const double peak = log_peak_within(z, problem_.nodes.reach, a, b);
    kernels::offset_likelihood(problem_.nodes.span(), {z, a, b, peak}, likelihood_.data());
    return peak;
  }

  const OffsetProblem& problem_;
  const std::vector<Boundaries>& priors_;
  AlignedVector likelihood_;
  std::vector<Chain> chains_;
  std::vector<std::vector<OffsetWalker>> checkpoints_;
};

}  // namespace

std::size_t offset_node_count(double tau, double total_weight, double fineness) {
  const double widest = 1 / std::sqrt(1 / (tau * tau) + total_weight / 4);
  // Beyond any memory; the caller turns away long before.
  const double intervals = std::min(std::ceil(2 * kReach * tau / widest * fineness), 1e12);
  return static_cast<std::size_t>(intervals) + 1;
}

OffsetNodes make_offset_nodes(double tau, double total_weight, double fineness) {
  OffsetNodes nodes;
  nodes.count = offset_node_count(tau, total_weight, fineness);
  nodes.reach = kReach * tau;
  nodes.spacing = 2 * nodes.reach / static_cast<double>(nodes.count - 1);
  const std::size_t size =
      (nodes.count + kernels::kNodeMultiple - 1) / kernels::kNodeMultiple * kernels::kNodeMultiple;
  nodes.delta.assign(size, 0.0);
  nodes.exp_delta.assign(size, 1.0);
  nodes.weight.assign(size, 0.0);
  double sum = 0;
  for (std::size_t j = 0; j < nodes.count; ++j) {
    const double delta = static_cast<double>(j) * nodes.spacing - nodes.reach;
    nodes.delta[j] = delta;
    nodes.exp_delta[j] = std::exp(delta);
    nodes.weight[j] = std::exp(-0.5 * (delta / tau) * (delta / tau));
    sum += nodes.weight[j];
  }
  for (double& weight : nodes.weight) weight /= sum;
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
  passes.backward(evidences, visit);
  return evidences;
}

std::vector<OffsetAverage> average_offsets(const OffsetProblem& problem,
                                           const std::vector<Boundaries>& priors) {
  const std::size_t groups = problem.observations.groups();
  std::vector<OffsetAverage> averages(priors.size());
  for (OffsetAverage& average : averages) average.probabilities.resize(groups);
  AlignedVector rates(problem.nodes.delta.size());
  std::size_t rates_of = groups;  // none yet
  const std::vector<double> evidences = visit_offsets(
      problem, priors,
      [&](std::size_t k, std::size_t i, const AlignedVector& density, double total) {
        if (rates_of != k) {
          kernels::offset_probabilities(problem.nodes.span(), problem.log_odds[k], rates.data());
          rates_of = k;
        }
        averages[i].probabilities[k] =
            kernels::weighted_product(problem.nodes.span(), density.data(), rates.data()) / total;
      });
  for (std::size_t i = 0; i < priors.size(); ++i) averages[i].log_evidence = evidences[i];
  return averages;
}

}  // namespace calibrant
