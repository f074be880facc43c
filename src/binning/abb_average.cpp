// From two passes to the average over all binnings.
//
// Let f_k, F_k be total and mean of the forward pass at group k, b_k, B_k those of the backward
// pass, and Z the evidence. The posterior probability of a boundary between k and k+1 is
// pi_k = q_k f_k b_{k+1} / Z. Without a boundary both groups lie in one bin and share its rate, so
// the averages of two neighbours differ by what happens at a boundary only:
//
//   P_{k+1} = P_k + pi_k (B_{k+1} - F_k),      P_1 = B_1.
//
// This is the paper's equation 8 for all groups at once, and it needs no state to be stored.
#include "binning/abb_average.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "support/parallel.hpp"

namespace calibrant {
namespace {

Pass run_pass(const AverageContext& context, const Chain& chain) {
  return context.nodes != nullptr ? quadrature_pass(chain, *context.nodes, context.meter)
                                  : direct_pass(chain, context.meter);
}

double log_evidence(const Pass& pass, const Chain& chain) {
  return std::log(pass.total.back()) + pass.exponent.back() * std::numbers::ln2 + log_peaks(chain);
}

std::vector<double> combine(const Pass& forward, const Pass& backward, const Chain& chain,
                            double total_weight) {
  const std::size_t groups = chain.size();
  // Every binning gives a value in this range, and so does their average, whatever rounding says.
  const double least = 1 / (total_weight + 2);
  const double most = (total_weight + 1) / (total_weight + 2);
  std::vector<double> probabilities(groups);
  double probability = backward.mean[groups - 1];
  double lost = 0;  // Kahan's compensation
  probabilities[0] = probability;
  for (std::size_t k = 0; k + 1 < groups; ++k) {
    const std::size_t right = groups - 2 - k;  // group k + 1 in the order of the backward pass
    const double boundary = std::ldexp(
        chain.jump[k + 1] * forward.total[k] * backward.total[right] / forward.total[groups - 1],
        forward.exponent[k] + backward.exponent[right] - forward.exponent[groups - 1]);
    const double term = boundary * (backward.mean[right] - forward.mean[k]) - lost;
    const double next = probability + term;
    lost = (next - probability) - term;
    probability = next;
    probabilities[k + 1] = probability;
  }
  for (double& p : probabilities) p = std::clamp(p, least, most);
  return probabilities;
}

}  // namespace

std::vector<Average> average_binnings(const AverageContext& context,
                                      const std::vector<Boundaries>& priors, unsigned threads) {
  std::vector<Average> averages(priors.size());
  // Two passes a prior; a few priors at a time, so that memory stays in proportion to threads.
  const std::size_t wave = std::max(1U, threads / 2);
  for (std::size_t begin = 0; begin < priors.size(); begin += wave) {
    const std::size_t end = std::min(begin + wave, priors.size());
    struct Work {
      std::array<Chain, 2> chains;
      std::array<Pass, 2> passes;
    };
    std::vector<Work> work(end - begin);
    std::vector<std::function<void()>> tasks;
    for (std::size_t i = begin; i < end; ++i) {
      for (const bool backward : {false, true}) {
        tasks.emplace_back([&, i, backward] {
          Chain& chain = work[i - begin].chains[backward ? 1 : 0];
          chain = make_chain(context.observations, *priors[i].gaps, priors[i].lambda, backward);
          work[i - begin].passes[backward ? 1 : 0] = run_pass(context, chain);
        });
      }
    }
    run_tasks(threads, tasks);
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [chains, passes] = work[i - begin];
      averages[i] = {combine(passes[0], passes[1], chains[0], context.observations.weight()),
                     log_evidence(passes[0], chains[0])};
    }
  }
  return averages;
}

std::vector<double> log_evidences(const AverageContext& context,
                                  const std::vector<Boundaries>& priors, unsigned threads) {
  std::vector<double> evidences(priors.size());
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < priors.size(); ++i) {
    tasks.emplace_back([&, i] {
      const Chain chain =
          make_chain(context.observations, *priors[i].gaps, priors[i].lambda, false);
      evidences[i] = log_evidence(run_pass(context, chain), chain);
    });
  }
  run_tasks(threads, tasks);
  return evidences;
}

}  // namespace calibrant
