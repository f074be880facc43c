// Problem: eq. 8 of the paper with V^f and V^b the scores of the best binnings, as its prose says,
//
//   V^f_u = max_l V^f_{l-1} Score(l, u),   V^b_l = max_u Score(l, u) V^b_{u+1},
//   P_k   = sum_{l <= k <= u} V^f_{l-1} Score(l, u) V^b_{u+1} (B+1)/(A+B+2)
//           / the same without (B+1)/(A+B+2)
//
// in logarithms, O(groups^2): the weight of a bin is the same for all its groups, so two difference
// arrays take the sums. Weights are relative to V^f_m, which is the largest of them.
#include "methods/abb_max.hpp"

#include <cmath>
#include <vector>

#include "binning/boundary_prior.hpp"
#include "math/log_beta.hpp"

namespace calibrant::experiments {
namespace {

class MaxRecursion {
 public:
  MaxRecursion(const Observations& observations, double lambda)
      : groups_(observations.groups()),
        log_stay_(groups_ + 1, 0),
        log_jump_(groups_ + 1, 0),
        negatives_(groups_ + 1, 0),
        positives_(groups_ + 1, 0) {
    const BoundaryPrior prior = make_boundary_prior(observations, Scale::kRank);
    for (std::size_t k = 0; k < groups_; ++k) {
      negatives_[k + 1] = negatives_[k] + observations.negatives()[k];
      positives_[k + 1] = positives_[k] + observations.positives()[k];
      // log_stay_[k]: no boundary before group k, summed from the first group.
      log_stay_[k] = k == 0 ? 0 : log_stay_[k - 1] - lambda * prior.gap[k - 1];
      log_jump_[k] = k == 0 ? 0 : log_boundary(lambda, prior.gap[k - 1]);
    }
  }

  /// P_k for every group.
  std::vector<double> run() const {
    std::vector<double> forward(groups_ + 1, -INFINITY);
    forward[0] = 0;
    for (std::size_t end = 1; end <= groups_; ++end) {
      for (std::size_t begin = 0; begin < end; ++begin) {
        forward[end] = std::max(forward[end], forward[begin] + log_score(begin, end));
      }
    }
    std::vector<double> backward(groups_ + 1, -INFINITY);
    backward[groups_] = 0;
    for (std::size_t begin = groups_; begin-- > 0;) {
      for (std::size_t end = begin + 1; end <= groups_; ++end) {
        backward[begin] = std::max(backward[begin], log_score(begin, end) + backward[end]);
      }
    }
    return average(forward, backward);
  }

 private:
  double weight_between(const std::vector<double>& before, std::size_t begin,
                        std::size_t end) const {
    return before[end] - before[begin];
  }

  // Groups [begin, end) as one bin, with the boundary that opens it.
  double log_score(std::size_t begin, std::size_t end) const {
    return log_jump_[begin] + (log_stay_[end - 1] - log_stay_[begin]) +
           log_bin_likelihood(weight_between(negatives_, begin, end),
                              weight_between(positives_, begin, end));
  }

  std::vector<double> average(const std::vector<double>& forward,
                              const std::vector<double>& backward) const {
    std::vector<double> weights(groups_ + 1, 0);
    std::vector<double> sums(groups_ + 1, 0);
    for (std::size_t begin = 0; begin < groups_; ++begin) {
      for (std::size_t end = begin + 1; end <= groups_; ++end) {
        const double weight =
            std::exp(forward[begin] + log_score(begin, end) + backward[end] - forward[groups_]);
        const double b = weight_between(positives_, begin, end);
        const double value = (b + 1) / (weight_between(negatives_, begin, end) + b + 2);
        weights[begin] += weight;
        weights[end] -= weight;
        sums[begin] += weight * value;
        sums[end] -= weight * value;
      }
    }
    std::vector<double> probabilities;
    double weight = 0;
    double sum = 0;
    for (std::size_t k = 0; k < groups_; ++k) {
      weight += weights[k];
      sum += sums[k];
      probabilities.push_back(sum / weight);
    }
    return probabilities;
  }

  std::size_t groups_;
  std::vector<double> log_stay_;
  std::vector<double> log_jump_;
  std::vector<double> negatives_;  // before each group
  std::vector<double> positives_;
};

}  // namespace

Curve fit_abb_max(const Observations& observations, double lambda) {
  // A score equal to a border goes up: borders at the scores themselves are the lookup `previous`.
  const auto scores = observations.scores();
  return Curve(Steps{.borders = std::vector<double>(scores.begin() + 1, scores.end()),
                     .values = MaxRecursion(observations, lambda).run()});
}

}  // namespace calibrant::experiments
