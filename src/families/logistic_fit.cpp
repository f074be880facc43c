// Logistic regression with Platt's targets.
//
// Problem: minimise  sum_k [ n_k log(1 + exp(z_k)) - T_k z_k ] + (1/2) sum_i w_i (c_i - m_i)^2,
//          z_k = c0 + c1 x_k (+ c2 y_k),
//          T_k = b_k (N1 + 1)/(N1 + 2) + a_k / (N0 + 2),
// with a_k, b_k the negatives and positives of group k, n_k = a_k + b_k, N0 and N1 their sums. The
// targets keep it finite for separable data and for one class alone. Most families have no prior
// (w = 0).
//
// Method: math/logistic_newton.cpp, from slopes 0 and intercept log((N1 + 1)/(N0 + 1)).
//
//  * The features are transformed and the rarer class plays the positive one: see
//    families/logistic_problem.hpp.
//  * sum T_k f_k does not depend on c: a pass over the data needs n_k and the features only.
//  * Many groups are first solved for joined cells; one or two steps through all groups are left.
#include "families/logistic_fit.hpp"

#include <algorithm>
#include <span>

#include "kernels/logistic.hpp"
#include "math/logistic_newton.hpp"

namespace calibrant {
namespace {

// The prior of raw coefficients, which are a linear function of those that are sought.
void add_prior(const LogisticModel::Prior& prior, const LogisticProblem& problem,
               LogisticLoss& loss) {
  const Matrix3 raw = {problem.to_raw({1, 0, 0}), problem.to_raw({0, 1, 0}),
                       problem.to_raw({0, 0, 1})};
  for (std::size_t r = 0; r < 3; ++r) {
    if (prior.precision[r] == 0) continue;
    const double precision = problem.unit() * prior.precision[r];
    for (std::size_t i = 0; i < 3; ++i) {
      loss.pull[i] += precision * raw[i][r] * prior.mean[r];
      for (std::size_t j = 0; j < 3; ++j) loss.penalty[i][j] += precision * raw[i][r] * raw[j][r];
    }
  }
}

}  // namespace

MakeFeatures features_in(std::span<const double> first, std::span<const double> second) {
  return [=](std::size_t begin, std::span<double> to_first, std::span<double> to_second) {
    std::copy_n(first.begin() + static_cast<std::ptrdiff_t>(begin), to_first.size(),
                to_first.begin());
    if (to_second.empty()) return;
    std::copy_n(second.begin() + static_cast<std::ptrdiff_t>(begin), to_second.size(),
                to_second.begin());
  };
}

LogisticFit fit_logistic(const Observations& observations, const MakeFeatures& make,
                         const LogisticModel& model, unsigned threads) {
  const LogisticProblem problem(observations, make, model, threads);
  LogisticLoss loss = {.targets = problem.targets(), .intercept = model.intercept};
  add_prior(model.prior, problem, loss);
  Coefficients start = {problem.intercept(), 0, 0};
  const LogisticProblem::Cells& cells = problem.cells();
  if (!cells.weights.empty()) {
    loss.sums = [&](const Coefficients& at) {
      return logistic_sums(cells.weights, cells.first, cells.second, at);
    };
    const NewtonResult found = minimise(loss, start);
    if (found.converged) start = found.coefficients;
  }
  loss.sums = [&](const Coefficients& at) { return problem.sums(at); };
  const NewtonResult found = minimise(loss, start);
  const auto [intercept, first, second] = problem.to_raw(found.coefficients);
  return {.intercept = intercept,
          .first = first,
          .second = second,
          .steps = found.steps,
          .converged = found.converged};
}

}  // namespace calibrant
