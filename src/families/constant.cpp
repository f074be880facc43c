// One rate for all scores, uniform on [0, 1] beforehand: a Beta integral. Only Auto has use for it.
#include <cmath>

#include "families/families.hpp"
#include "math/log_beta.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

void integrate_rate(const Observations& observations, FittedFamily& fit) {
  const double negatives = observations.negative_weight();
  const double positives = observations.positive_weight();
  const double z = cut_log_odds(std::log(positives + 1) - std::log(negatives + 1));
  const double p = (positives + 1) / (positives + negatives + 2);
  fit.coefficients = {z, 0, 0};
  fit.precision =
      Cholesky3({{{(negatives + positives + 2) * p * (1 - p), 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  fit.log_likelihood = positives * z - (positives + negatives) * softplus(z);
  fit.log_evidence = log_bin_likelihood(negatives, positives);
}

}  // namespace

constinit const Family kConstantFamily = {.name = "constant",
                                          .words = "one rate for all scores",
                                          .needs_probabilities = false,
                                          .fitted = {true, false, false},
                                          .exact_evidence = integrate_rate,
                                          .share = "constant"};

}  // namespace calibrant
