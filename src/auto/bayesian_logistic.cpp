// Problem: maximise  l(c) - |c - m|^2 / (2 d^2),  l(c) = sum_k [ b_k z_k - n_k log(1 + exp(z_k)) ],
//          z_k = c0 + c1 x_k (+ c2 y_k).
//
// Concave, and finite whatever the labels, because of the prior: Newton's method from m, a step
// halved until it does not lose. The evidence is Laplace's: with H = sum n p (1 - p) f f',
//
//   log Z = l(c) - |c - m|^2 / (2 d^2) - p log d - (1/2) log det (H + I / d^2).
#include "auto/bayesian_logistic.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/logistic.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {
namespace {

constexpr int kMostSteps = 60;
// A step shorter than this, in posterior deviations, is the last: its error is of second order. The
// second term is what rounding leaves of a gradient of this many rows.
double last_step_squared(double weight) { return 1e-12 + 1e-26 * weight; }

class Regression {
 public:
  Regression(const Observations& observations, std::span<const double> first,
             std::span<const double> second, const CoefficientPrior& prior)
      : first_(first),
        second_(second),
        prior_(prior),
        parameters_(second.empty() ? 2 : 3),
        total_(observations.weight()),
        weights_(observations.groups()) {
    const auto negatives = observations.negatives();
    const auto positives = observations.positives();
    std::array<CompensatedSum, 3> sums;
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      weights_[k] = negatives[k] + positives[k];
      sums[0].add(positives[k]);
      sums[1].add(positives[k] * first[k]);
      if (parameters_ == 3) sums[2].add(positives[k] * second[k]);
    }
    for (std::size_t i = 0; i < 3; ++i) targets_[i] = sums[i].value();
  }

  BayesianLogistic run() const {
    BayesianLogistic fit;
    fit.coefficients = prior_.mean;
    LogisticSums sums = logistic_sums(weights_, first_, second_, fit.coefficients);
    for (int steps = 0; steps < kMostSteps; ++steps) {
      const Cholesky3 precision = precision_of(sums);
      const std::array<double, 3> gradient = gradient_of(fit.coefficients, sums);
      const bool arrived = precision.inverse_form(gradient) < last_step_squared(total_);
      const std::array<double, 3> step = precision.solve(gradient);
      const double before = objective(fit.coefficients, sums);
      bool moved = false;
      for (double length = 1; length > 1e-9 && !moved; length /= 2) {
        std::array<double, 3> next = fit.coefficients;
        for (std::size_t i = 0; i < parameters_; ++i) next[i] += length * step[i];
        const LogisticSums next_sums = logistic_sums(weights_, first_, second_, next);
        moved = arrived || objective(next, next_sums) >= before;
        if (!moved) continue;
        fit.coefficients = next;
        sums = next_sums;
      }
      if (arrived || !moved) break;  // not moved: as high as rounding lets us see
    }
    fit.precision = precision_of(sums);
    fit.log_likelihood = log_likelihood(fit.coefficients, sums);
    fit.log_evidence = objective(fit.coefficients, sums) -
                       static_cast<double>(parameters_) * std::log(prior_.deviation) -
                       0.5 * fit.precision.log_determinant();
    return fit;
  }

 private:
  double log_likelihood(const std::array<double, 3>& c, const LogisticSums& sums) const {
    return c[0] * targets_[0] + c[1] * targets_[1] + c[2] * targets_[2] - sums.softplus;
  }

  double objective(const std::array<double, 3>& c, const LogisticSums& sums) const {
    double result = log_likelihood(c, sums);
    for (std::size_t i = 0; i < parameters_; ++i) {
      const double distance = (c[i] - prior_.mean[i]) / prior_.deviation;
      result -= 0.5 * distance * distance;
    }
    return result;
  }

  std::array<double, 3> gradient_of(const std::array<double, 3>& c,
                                    const LogisticSums& sums) const {
    std::array<double, 3> gradient = {};
    for (std::size_t i = 0; i < parameters_; ++i) {
      gradient[i] = targets_[i] - sums.fitted[i] -
                    (c[i] - prior_.mean[i]) / (prior_.deviation * prior_.deviation);
    }
    return gradient;
  }

  Cholesky3 precision_of(const LogisticSums& sums) const {
    const auto& h = sums.curvature;  // 00 01 11 02 12 22
    Cholesky3::Matrix matrix = {{{h[0], h[1], h[3]}, {h[1], h[2], h[4]}, {h[3], h[4], h[5]}}};
    for (std::size_t i = 0; i < parameters_; ++i) {
      matrix[i][i] += 1 / (prior_.deviation * prior_.deviation);
    }
    return {matrix, parameters_};
  }

  std::span<const double> first_;
  std::span<const double> second_;
  CoefficientPrior prior_;
  std::size_t parameters_;
  double total_;
  std::vector<double> weights_;
  std::array<double, 3> targets_ = {};
};

}  // namespace

BayesianLogistic fit_bayesian_logistic(const Observations& observations,
                                       std::span<const double> first,
                                       std::span<const double> second,
                                       const CoefficientPrior& prior) {
  return Regression(observations, first, second, prior).run();
}

}  // namespace calibrant
