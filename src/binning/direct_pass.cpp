// One pass of ABB over bins: the reference engine.
//
// Given: as in quadrature_pass.cpp. The state is the start l of the current bin:
//
//   W_l(k) = F(l-1) q_{l-1} prod_{i=l}^{k-1} (1 - q_i) ML(l, k),   total_k = sum_l W_l(k)
//
// and adding a group multiplies W_l by ML(l, k) / ML(l, k-1): for a unit step (B+1)/(A+B+2) or
// (A+1)/(A+B+2), for a heavy group a ratio of Beta functions over the group's peak. The paper's
// recursion with sums, and O(groups^2) for all predictions together.
#include <algorithm>
#include <cmath>

#include "binning/chain.hpp"
#include "math/log_beta.hpp"

namespace calibrant {
namespace {

// Starts below this share of the total cannot matter any more, and would only become denormal.
constexpr double kNegligibleStart = 0x1p-900;
// Before every group weights are raised by this power of two. Where a group contradicts all older
// starts, the new one is left alone, and even kLeastJump (chain.cpp) into a group of weight 1e300
// is a normal double then.
constexpr int kHeadroom = 900;

class DirectPass {
 public:
  DirectPass(const Chain& chain, ProgressMeter& meter) : chain_(chain), meter_(meter) {
    const std::size_t groups = chain.size();
    weight_.reserve(groups);
    negatives_.reserve(groups);
    positives_.reserve(groups);
    pass_.total.resize(groups);
    pass_.exponent.resize(groups);
    pass_.mean.resize(groups);
  }

  Pass run() {
    const double raise = std::ldexp(1.0, kHeadroom);
    double total = 1;
    for (std::size_t k = 0; k < chain_.size(); ++k) {
      const double a = chain_.negatives[k];
      const double b = chain_.positives[k];
      for (double& weight : weight_) weight *= raise * chain_.stay[k];
      weight_.push_back(k == 0 ? raise : raise * chain_.jump[k] * total);
      negatives_.push_back(chain_.prior.negatives);
      positives_.push_back(chain_.prior.positives);
      if (is_light(a, b)) {
        for (auto left = static_cast<int>(b); left > 0; --left) add_positive();
        for (auto left = static_cast<int>(a); left > 0; --left) add_negative();
      } else {
        add_heavy(a, b);
      }
      total = finish_group(k);
      meter_.advance(static_cast<double>(k));
    }
    return std::move(pass_);
  }

 private:
  void add_positive() {
    for (std::size_t l = 0; l < weight_.size(); ++l) {
      weight_[l] *= (positives_[l] + 1) / (negatives_[l] + positives_[l] + 2);
      positives_[l] += 1;
    }
  }

  void add_negative() {
    for (std::size_t l = 0; l < weight_.size(); ++l) {
      weight_[l] *= (negatives_[l] + 1) / (negatives_[l] + positives_[l] + 2);
      negatives_[l] += 1;
    }
  }

  void add_heavy(double a, double b) {
    const double peak = log_peak(a, b);
    for (std::size_t l = 0; l < weight_.size(); ++l) {
      const double before = log_bin_likelihood(negatives_[l], positives_[l]);
      negatives_[l] += a;
      positives_[l] += b;
      const double after = log_bin_likelihood(negatives_[l], positives_[l]);
      weight_[l] *= std::exp(after - before - peak);
    }
  }

  // Records the group and brings the total near one. Returns the total.
  double finish_group(std::size_t k) {
    double total = 0;
    double theta = 0;
    for (std::size_t l = 0; l < weight_.size(); ++l) {
      total += weight_[l];
      theta += weight_[l] * (positives_[l] + 1) / (negatives_[l] + positives_[l] + 2);
    }
    int shift = 0;
    const double mantissa = std::frexp(total, &shift);
    exponent_ += shift - kHeadroom;
    // In two factors, since one may not be a double.
    const double scale = std::ldexp(1.0, -(shift / 2));
    const double rest = std::ldexp(1.0, -(shift - shift / 2));
    for (double& weight : weight_) {
      weight = weight * scale * rest;
      weight = weight < kNegligibleStart ? 0 : weight;
    }
    pass_.total[k] = mantissa;
    pass_.exponent[k] = exponent_;
    pass_.mean[k] = theta / total;
    return mantissa;
  }

  const Chain& chain_;
  ProgressMeter& meter_;
  // For every start: its weight, and the counts of its bin so far.
  std::vector<double> weight_;
  std::vector<double> negatives_;
  std::vector<double> positives_;
  std::int32_t exponent_ = 0;
  Pass pass_;
};

}  // namespace

Pass direct_pass(const Chain& chain, ProgressMeter& meter) {
  return DirectPass(chain, meter).run();
}

}  // namespace calibrant
