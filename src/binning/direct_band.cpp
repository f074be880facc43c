// The posterior of theta at group k is a mixture of Beta distributions, one for every bin [l, u]
// that holds k, with the posterior probability of that bin as its weight:
//
//   w(l, u) = f_{l-1} q_{l-1} prod_{i=l}^{u-1} (1 - q_i) ML(l, u) q_u b_{u+1} / Z
#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "binning/abb_band.hpp"
#include "binning/chain.hpp"
#include "math/log_beta.hpp"
#include "math/mixture_quantile.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

// Bins of less weight than this, together less than their number times it, are left out.
constexpr double kNegligibleWeight = 1e-12;

struct WeightedBin {
  std::size_t first;
  std::size_t end;
  double negatives;
  double positives;
  double weight;
};

double log_total(const Pass& pass, std::size_t k) {
  return std::log(pass.total[k]) + pass.exponent[k] * std::numbers::ln2;
}

std::vector<WeightedBin> posterior_bins(const BandContext& context, const Boundaries& prior,
                                        double share) {
  const auto chain = [&](bool backward) {
    Chain made = make_chain(context.observations, *prior.gaps, prior.lambda, backward);
    made.prior = context.prior;
    return made;
  };
  const Chain forward_chain = chain(false);
  const Pass forward = direct_pass(forward_chain, context.meter);
  const Pass backward = direct_pass(chain(true), context.meter);
  const BinPrior& rows = context.prior;
  const double log_unseen = log_bin_likelihood(rows.negatives, rows.positives);
  const std::size_t groups = forward_chain.size();
  const double log_evidence = log_total(forward, groups - 1);
  std::vector<WeightedBin> bins;
  for (std::size_t l = 0; l < groups; ++l) {
    const double log_before =
        l == 0 ? 0 : log_total(forward, l - 1) + std::log(forward_chain.jump[l]);
    double log_stay = 0;
    double log_peak_sum = 0;
    double a = rows.negatives;
    double b = rows.positives;
    for (std::size_t u = l; u < groups; ++u) {
      if (u > l) log_stay += -prior.lambda * (*prior.gaps)[u - 1];
      a += forward_chain.negatives[u];
      b += forward_chain.positives[u];
      log_peak_sum += log_peak(forward_chain.negatives[u], forward_chain.positives[u]);
      const double log_after = u + 1 == groups ? 0
                                               : log_total(backward, groups - 2 - u) +
                                                     std::log(forward_chain.jump[u + 1]);
      const double weight = std::exp(log_before + log_stay + log_bin_likelihood(a, b) - log_unseen -
                                     log_peak_sum + log_after - log_evidence);
      if (weight > kNegligibleWeight) bins.push_back({l, u + 1, a, b, weight * share});
    }
  }
  return bins;
}

double quantile(const std::vector<WeightedBin>& bins, double mass) {
  const auto share_below = [](const WeightedBin& bin, double theta) {
    return boost::math::ibeta(bin.positives + 1, bin.negatives + 1, theta);
  };
  return mixture_quantile(bins, share_below, mass, 0, 1);
}

}  // namespace

Band direct_band(const BandContext& context, double level, unsigned threads) {
  std::vector<std::vector<WeightedBin>> per_prior(context.priors.size());
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < context.priors.size(); ++i) {
    tasks.emplace_back(
        [&, i] { per_prior[i] = posterior_bins(context, context.priors[i], context.weights[i]); });
  }
  run_tasks(threads, tasks);

  const std::size_t groups = context.observations.groups();
  Band band = {level, std::vector<double>(groups), std::vector<double>(groups)};
  tasks.clear();
  for (std::size_t k = 0; k < groups; ++k) {
    tasks.emplace_back([&, k] {
      std::vector<WeightedBin> holding;
      for (const auto& bins : per_prior) {
        std::copy_if(bins.begin(), bins.end(), std::back_inserter(holding),
                     [k](const WeightedBin& bin) { return bin.first <= k && k < bin.end; });
      }
      band.lower[k] = quantile(holding, (1 - level) / 2);
      band.upper[k] = quantile(holding, (1 + level) / 2);
    });
  }
  run_tasks(threads, tasks);
  return band;
}

}  // namespace calibrant
