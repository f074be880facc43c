// One pass of ABB over nodes in theta, several observations per sweep.
//
// Given: groups k with likelihoods x_k(theta) = theta^b (1 - theta)^a, stay_k = 1 - q and
// jump_k = q at the boundary before group k. With Y = stay * g + jump * total, the state before a
// group, a block of unit steps x_1 ... x_T needs one sweep over the nodes:
//
//   c_t  = sum_j w_j Y_j x_1 ... x_t                          (moments, before the block)
//   S_1  = c_1,  S_t = a_t (c_t + sum_{s=2..t} (jump_s S_{s-1} / a_s) Beta(x_s ... x_t))
//   y   <- (y + jump_t S_{t-1} / a_t) x_t,  t = 1 ... T       (the block, in the next sweep)
//
// with a_t = stay_2 ... stay_t; what was injected inside the block is integrated in closed form:
// Beta(x_s ... x_t) = A! B! / (A + B + 1)!. Light groups of weight above one are unit steps with
// nothing injected between them. The mean of theta under g(k) comes from the next total, because a
// unit step multiplies by theta or by 1 - theta.
//
// Deviations from the paper: sums instead of its maxima (its equation 7 is an average), and one
// pass for all predictions instead of one per prediction.
#include <algorithm>
#include <array>
#include <cmath>

#include "binning/aged_state.hpp"
#include "binning/chain.hpp"
#include "binning/nodes.hpp"
#include "kernels/chain.hpp"

namespace calibrant {
namespace {

using kernels::kBlockLength;
using kernels::UnitBlock;

// Below this a boundary is all but certain: the state is then advanced by itself, so that nothing
// is divided by a tiny number.
constexpr double kLeastStay = 0.01;

// table[a][b] = a! b! / (a + b + 1)!, the integral of theta^b (1 - theta)^a: of a block without its
// first row.
using BetaTable = std::array<std::array<double, kBlockLength>, kBlockLength>;

constexpr BetaTable make_beta_table() {
  BetaTable table = {};
  for (std::size_t a = 0; a < kBlockLength; ++a) {
    table[a][0] = 1 / static_cast<double>(a + 1);
    for (std::size_t b = 1; b < kBlockLength; ++b) {
      table[a][b] = table[a][b - 1] * static_cast<double>(b) / static_cast<double>(a + b + 1);
    }
  }
  return table;
}

constexpr BetaTable kBeta = make_beta_table();

class QuadraturePass {
 public:
  QuadraturePass(const Chain& chain, const AgedState& start, ProgressMeter& meter)
      : chain_(chain), meter_(meter), state_(start) {
    pass_.total.resize(chain.size());
    pass_.exponent.resize(chain.size());
    pass_.mean.resize(chain.size());
  }

  Pass run() {
    std::size_t k = 0;
    while (k < chain_.size()) {
      const std::size_t first = k;
      k = is_light(chain_.negatives[k], chain_.positives[k]) ? run_block(k) : run_heavy(k);
      bool over = false;
      for (std::size_t i = first; i < k; ++i) {
        over = state_.count(chain_.negatives[i], chain_.positives[i]);
      }
      if (over && k < chain_.size()) {
        settle();
        state_.end_period(total_);
      }
      report_progress(k);
    }
    return std::move(pass_);
  }

 private:
  // A light group is `positives` steps of label 1 followed by `negatives` of label 0.
  struct Step {
    double stay;
    double jump;
    std::size_t group;
    bool last;  // completes its group
  };

  // Takes as many whole light groups as fit, from group k on; returns the group after them.
  std::size_t run_block(std::size_t k) {
    UnitBlock block;
    std::array<Step, kBlockLength> steps = {};
    const std::size_t first = k;
    while (k < chain_.size() && is_light(chain_.negatives[k], chain_.positives[k])) {
      const auto positives = static_cast<std::size_t>(chain_.positives[k]);
      const std::size_t weight = positives + static_cast<std::size_t>(chain_.negatives[k]);
      if (block.length + weight > kBlockLength) break;
      if (k > first && chain_.stay[k] < kLeastStay) break;
      for (std::size_t i = 0; i < weight; ++i) {
        const bool opens = i == 0 && k > first;
        steps[block.length] = {opens ? chain_.stay[k] : 1.0, opens ? chain_.jump[k] : 0.0, k,
                               i + 1 == weight};
        if (i < positives) block.labels |= 1U << block.length;
        ++block.length;
      }
      ++k;
    }

    std::array<double, kBlockLength> moments = {};
    state_.advance(done_, scale_, shift_, block, moments.data());
    const double product = solve_block(block, steps, moments);
    done_ = block;
    leave(k, product);
    return k;
  }

  // The scalars of a block: totals, means and injections. Returns a_T.
  double solve_block(UnitBlock& block, const std::array<Step, kBlockLength>& steps,
                     const std::array<double, kBlockLength>& moments) {
    std::array<std::size_t, kBlockLength + 1> positives_before = {};
    double product = 1;   // a_t
    double previous = 0;  // S_{t-1}
    for (std::size_t t = 0; t < block.length; ++t) {
      const bool positive = ((block.labels >> t) & 1U) != 0;
      const Step& step = steps[t];
      positives_before[t + 1] = positives_before[t] + (positive ? 1 : 0);
      double sum = moments[t];
      if (t > 0) {
        product *= step.stay;
        block.injection[t] = step.jump * previous / product;
        for (std::size_t s = 1; s <= t; ++s) {
          const std::size_t b = positives_before[t + 1] - positives_before[s];
          const std::size_t a = t + 1 - s - b;
          sum += block.injection[s] * kBeta[a][b];
        }
      }
      const double total = product * sum;
      if (t == 0) {
        close_mean(total, positive);
      } else {
        if (steps[t - 1].last) {
          pass_.mean[steps[t - 1].group] =
              mean_between({previous, total}, step.stay, step.jump, positive);
        }
      }
      if (step.last) record(step.group, total);
      previous = total;
    }
    total_ = previous;
    return product;
  }

  // As a mantissa: a total across a boundary of 1e-200 must not underflow in a product of three.
  void record(std::size_t group, double total) {
    int shift = 0;
    pass_.total[group] = std::frexp(total, &shift);
    pass_.exponent[group] = exponent_ + shift;
  }

  // A heavy group is one step of its own.
  std::size_t run_heavy(std::size_t k) {
    const double a = chain_.negatives[k];
    const double b = chain_.positives[k];
    const kernels::Sums sums = state_.advance_group(scale_, shift_, a, b, log_peak(a, b));
    total_ = sums.total;
    record(k, total_);
    pass_.mean[k] = sums.theta / sums.total;
    open_ = false;
    leave(k + 1, 1);
    return k + 1;
  }

  // What has to happen to the state between two items: the factor a_T, a power of two that brings
  // the total near one, and the boundary before group k.
  void leave(std::size_t k, double product) {
    int shift = 0;
    total_ = std::frexp(total_, &shift);
    exponent_ += shift;
    scale_ = std::ldexp(product, -shift);
    shift_ = 0;
    // A mean that the next total cannot give is taken from the state itself.
    const bool next_is_unit = k < chain_.size() &&
                              is_light(chain_.negatives[k], chain_.positives[k]) &&
                              chain_.stay[k] >= kLeastStay;
    open_ = done_.length > 0;
    if (open_ && !next_is_unit) {
      settle();
      pass_.mean[k - 1] = state_.sums().theta / total_;
      open_ = false;
    }
    if (k < chain_.size()) {
      open_group_ = k - 1;
      open_stay_ = chain_.stay[k];
      open_jump_ = chain_.jump[k];
      scale_ *= open_stay_;
      shift_ = open_jump_ * total_;
    }
  }

  // Brings the state up to date: the steps of the last block, and what follows them.
  void settle() {
    state_.advance(done_, scale_, shift_, UnitBlock{}, nullptr);
    done_ = UnitBlock{};
    scale_ = 1;
    shift_ = 0;
  }

  struct Totals {
    double here;
    double next;  // after one more unit step
  };

  // next = stay * (mean or 1 - mean) * here + jump * here / 2, solved for the mean.
  static double mean_between(const Totals& totals, double stay, double jump, bool positive) {
    const double factor = (totals.next / totals.here - jump / 2) / stay;
    return positive ? factor : 1 - factor;
  }

  void close_mean(double next, bool positive) {
    if (!open_) return;
    pass_.mean[open_group_] = mean_between({total_, next}, open_stay_, open_jump_, positive);
    open_ = false;
  }

  void report_progress(std::size_t k) {
    constexpr std::size_t kEvery = 4096;
    if (k < reported_ + kEvery && k < chain_.size()) return;
    meter_.advance(static_cast<double>(k - reported_));
    reported_ = k;
  }

  const Chain& chain_;
  ProgressMeter& meter_;
  AgedState state_;
  Pass pass_;

  UnitBlock done_;    // steps not yet applied to the state
  double scale_ = 1;  // then state <- state * scale + shift
  double shift_ = 0;
  double total_ = 1;  // of the last group, as a mantissa
  std::int32_t exponent_ = 0;
  bool open_ = false;  // the mean of the last group is still to be found
  std::size_t open_group_ = 0;
  double open_stay_ = 1;
  double open_jump_ = 0;
  std::size_t reported_ = 0;
};

}  // namespace

Pass quadrature_pass(const Chain& chain, const Nodes& nodes, ProgressMeter& meter) {
  // No group may take bins far beyond the age that the coarse nodes are for.
  const double most = static_cast<double>(nodes.period) / 20;
  bool fits = true;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    fits = fits && chain.negatives[k] + chain.positives[k] <= most;
  }
  const Nodes* coarse = fits ? nodes.coarse.get() : nullptr;
  return QuadraturePass(chain, AgedState(nodes, coarse, nodes.period), meter).run();
}

}  // namespace calibrant
