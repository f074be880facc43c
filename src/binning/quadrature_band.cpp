// The posterior of theta at group k is proportional to left * right on the nodes: left the forward
// state after group k, right the backward state before it (chain.hpp). Every group needs both, and
// both together do not fit into memory; so states are kept at checkpoints of two levels and
// recomputed in between.
//
//   segment   kSegment groups, independent of each other, shared among the threads
//   block     kBlock groups: their forward states are stored, the backward state walks through
#include <algorithm>
#include <cmath>
#include <functional>

#include "binning/abb_band.hpp"
#include "binning/chain.hpp"
#include "binning/node_quantiles.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kSegment = 4096;
constexpr std::size_t kBlock = 64;

// A state walking along a chain, group by group, normalised as it goes.
class Walker {
 public:
  Walker(const Chain& chain, const Nodes& nodes)
      : chain_(&chain), nodes_(nodes.span()), state_(nodes.theta.size(), 1.0) {}

  /// The next group to be taken.
  std::size_t position() const { return position_; }
  const double* state() const { return state_.data(); }
  /// What turns the state into that before the next group, of which there must be one.
  double scale() const { return position_ > 0 ? chain_->stay[position_] / total_ : 1; }
  double shift() const { return position_ > 0 ? chain_->jump[position_] : 0; }

  void step() {
    const double a = chain_->negatives[position_];
    const double b = chain_->positives[position_];
    total_ =
        is_light(a, b)
            ? kernels::advance_light(nodes_, state_.data(), scale(), shift(),
                                     static_cast<std::size_t>(a), static_cast<std::size_t>(b))
            : kernels::advance_group(nodes_, state_.data(), scale(), shift(), a, b, log_peak(a, b))
                  .total;
    ++position_;
  }

 private:
  const Chain* chain_;
  kernels::NodeSpan nodes_;
  AlignedVector state_;
  double total_ = 1;
  std::size_t position_ = 0;
};

// One lambda: its two chains, and their states at the beginning of every segment.
struct Posterior {
  Chain forward_chain;
  Chain backward_chain;
  std::vector<Walker> forward;   // forward[c]: before the first group of segment c
  std::vector<Walker> backward;  // backward[c]: before the last group of segment c, from the right
};

class PosteriorWalk {
 public:
  PosteriorWalk(const BandContext& context, const Nodes& nodes, unsigned threads,
                const std::function<DensityVisitor()>& make_visitor)
      : context_(context),
        nodes_(nodes),
        threads_(threads),
        groups_(context.observations.groups()),
        segments_((groups_ + kSegment - 1) / kSegment),
        make_visitor_(make_visitor),
        posteriors_(context.priors.size()) {}

  void run() {
    std::vector<std::function<void()>> tasks;
    for (std::size_t i = 0; i < posteriors_.size(); ++i) {
      for (const bool backward : {false, true}) {
        tasks.emplace_back([this, i, backward] { lay_checkpoints(i, backward); });
      }
    }
    run_tasks(threads_, tasks);
    tasks.clear();
    for (std::size_t c = 0; c < segments_; ++c) {
      tasks.emplace_back([this, c] { run_segment(c); });
    }
    run_tasks(threads_, tasks);
  }

 private:
  std::size_t segment_end(std::size_t c) const { return std::min((c + 1) * kSegment, groups_); }

  void lay_checkpoints(std::size_t i, bool backward) {
    Posterior& posterior = posteriors_[i];
    Chain& chain = backward ? posterior.backward_chain : posterior.forward_chain;
    chain = make_chain(context_.observations, *context_.priors[i].gaps, context_.priors[i].lambda,
                       backward);
    std::vector<Walker>& checkpoints = backward ? posterior.backward : posterior.forward;
    Walker walker(chain, nodes_);
    for (std::size_t n = 0; n < segments_; ++n) {
      const std::size_t begin = backward ? groups_ - segment_end(segments_ - 1 - n) : n * kSegment;
      while (walker.position() < begin) walker.step();
      checkpoints.push_back(walker);
      context_.meter.advance(static_cast<double>(segment_end(n) - n * kSegment));
    }
    if (backward) std::reverse(checkpoints.begin(), checkpoints.end());
  }

  void run_segment(std::size_t c) {
    const std::size_t begin = c * kSegment;
    const std::size_t end = segment_end(c);
    const std::size_t blocks = (end - begin + kBlock - 1) / kBlock;
    // Forward states at the beginning of every block, for every prior.
    std::vector<std::vector<Walker>> starts(posteriors_.size());
    std::vector<Walker> right;
    for (std::size_t i = 0; i < posteriors_.size(); ++i) {
      Walker walker = posteriors_[i].forward[c];
      for (std::size_t b = 0; b < blocks; ++b) {
        while (walker.position() < begin + b * kBlock) walker.step();
        starts[i].push_back(walker);
      }
      right.push_back(posteriors_[i].backward[c]);
    }
    AlignedVector product(nodes_.theta.size());
    AlignedVector density(nodes_.theta.size());
    std::vector<std::vector<Walker>> left(posteriors_.size());
    const DensityVisitor visit = make_visitor_();
    for (std::size_t b = blocks; b-- > 0;) {
      const std::size_t block_begin = begin + b * kBlock;
      const std::size_t block_end = std::min(block_begin + kBlock, end);
      for (std::size_t i = 0; i < posteriors_.size(); ++i) {
        left[i].clear();
        Walker walker = starts[i][b];
        while (walker.position() < block_end) {
          walker.step();
          left[i].push_back(walker);
        }
      }
      for (std::size_t k = block_end; k-- > block_begin;) {
        std::fill(density.begin(), density.end(), 0.0);
        for (std::size_t i = 0; i < posteriors_.size(); ++i) {
          const double total =
              kernels::multiply(nodes_.span(), left[i][k - block_begin].state(), right[i].state(),
                                right[i].scale(), right[i].shift(), product.data());
          kernels::add_scaled(product.size(), product.data(), context_.weights[i] / total,
                              density.data());
          right[i].step();
        }
        visit(k, density);
      }
    }
    context_.meter.advance(static_cast<double>(end - begin));
  }

  const BandContext& context_;
  const Nodes& nodes_;
  unsigned threads_;
  std::size_t groups_;
  std::size_t segments_;
  const std::function<DensityVisitor()>& make_visitor_;
  std::vector<Posterior> posteriors_;
};

}  // namespace

void visit_posteriors(const BandContext& context, const Nodes& nodes, unsigned threads,
                      const std::function<DensityVisitor()>& make_visitor) {
  PosteriorWalk(context, nodes, threads, make_visitor).run();
}

Band quadrature_band(const BandContext& context, double level, const Nodes& nodes,
                     unsigned threads) {
  Band band;
  band.level = level;
  band.lower.resize(context.observations.groups());
  band.upper.resize(context.observations.groups());
  visit_posteriors(context, nodes, threads, [&]() -> DensityVisitor {
    return [&, quantiles = NodeQuantiles(nodes)](std::size_t k, AlignedVector& density) mutable {
      const Interval interval = quantiles.central(density, level);
      band.lower[k] = interval.lower;
      band.upper[k] = interval.upper;
    };
  });
  return band;
}

}  // namespace calibrant
