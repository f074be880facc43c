// The distances d_k / D of the boundary prior q_k = 1 - exp(-lambda d_k / D).
//
//   rank    d_k = (n_k + n_{k+1}) / 2          D = N, the total weight
//   score   d_k = s_{k+1} - s_k                D = s_m - s_1
//   logit   d_k = logit s_{k+1} - logit s_k    D = the whole span, scores clipped to [c, 1-c]
//
// Where the definition is silent:
//  - distinct scores that clipping makes equal (0 and 1e-13) have d_k = 0, hence q_k = 0: on the
//    log-odds scale they are one score. If that holds for all of them, D = 0 as well; every q_k
//    is then 0 and the only binning is one bin.
//  - d_k / D that would underflow although d_k > 0 counts as the smallest normal double, so that
//    rounding never forbids a boundary.
#include "binning/boundary_prior.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "math/clip.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace {

constexpr double kSmallest = std::numeric_limits<double>::min();

std::vector<double> gaps_in_score(std::span<const double> scores) {
  // In halves where the span overflows.
  const bool wide = !std::isfinite(scores.back() - scores.front());
  const double unit = wide ? 0.5 : 1.0;
  const double span = unit * scores.back() - unit * scores.front();
  std::vector<double> gap(scores.size() - 1);
  for (std::size_t k = 0; k < gap.size(); ++k) {
    gap[k] = std::max((unit * scores[k + 1] - unit * scores[k]) / span, kSmallest);
  }
  return gap;
}

std::vector<double> gaps_in_rank(const Observations& observations) {
  const auto negatives = observations.negatives();
  const auto positives = observations.positives();
  const double total = observations.weight();
  std::vector<double> gap(observations.groups() - 1);
  for (std::size_t k = 0; k < gap.size(); ++k) {
    // Halved first: the sum of two weights may overflow where the total does not.
    const double distance =
        0.5 * (negatives[k] + positives[k]) + 0.5 * (negatives[k + 1] + positives[k + 1]);
    gap[k] = std::max(distance / total, kSmallest);
  }
  return gap;
}

// A score clipped to [c, 1-c], with its complement: 1 - c itself is no double.
struct Clipped {
  explicit Clipped(double score)
      : value(std::max(score, kScoreClip)), complement(std::max(1 - score, kScoreClip)) {}
  double value;
  double complement;
};

// logit(to) - logit(from) without cancellation: zero only if clipping made the two equal.
double logit_distance(const Clipped& from, const Clipped& to) {
  const double difference = from.value < 0.5 ? std::min(to.value, 1 - kScoreClip) - from.value
                                             : from.complement - to.complement;
  return std::log1p(difference / (from.value * to.complement));
}

std::vector<double> gaps_in_logit(std::span<const double> scores) {
  for (std::size_t k = 0; k < scores.size(); ++k) check_probability("scores", k, scores[k]);
  const double span = logit_distance(Clipped(scores.front()), Clipped(scores.back()));
  std::vector<double> gap(scores.size() - 1, 0.0);
  for (std::size_t k = 0; k < gap.size(); ++k) {
    const double distance = logit_distance(Clipped(scores[k]), Clipped(scores[k + 1]));
    if (distance > 0) gap[k] = std::max(distance / span, kSmallest);
  }
  return gap;
}

}  // namespace

BoundaryPrior make_boundary_prior(const Observations& observations, Scale scale) {
  switch (scale) {
    case Scale::kRank:
      return {gaps_in_rank(observations)};
    case Scale::kScore:
      return {gaps_in_score(observations.scores())};
    case Scale::kLogit:
      break;
  }
  return {gaps_in_logit(observations.scores())};
}

std::vector<double> lambdas_of(const Prior& prior) {
  if (prior.lambda) return {*prior.lambda};
  return {kLambdaGrid.begin(), kLambdaGrid.end()};
}

std::vector<ScaleGaps> gaps_on_scales(const Observations& observations, const Prior& prior) {
  if (prior.scale) {
    return {{*prior.scale, make_boundary_prior(observations, *prior.scale).gap}};
  }
  std::vector<ScaleGaps> result;
  for (const Scale scale : {Scale::kRank, Scale::kScore}) {
    result.push_back({scale, make_boundary_prior(observations, scale).gap});
  }
  const auto scores = observations.scores();
  if (scores.front() < 0 || scores.back() > 1) return result;
  std::vector<double> logit = make_boundary_prior(observations, Scale::kLogit).gap;
  if (std::find(logit.begin(), logit.end(), 0.0) == logit.end()) {
    result.push_back({Scale::kLogit, std::move(logit)});
  }
  return result;
}

std::vector<Boundaries> boundaries_of(const std::vector<ScaleGaps>& scales,
                                      const std::vector<double>& lambdas) {
  std::vector<Boundaries> result;
  for (const auto& [scale, gaps] : scales) {
    const std::optional<Scale> named = scales.size() > 1 ? std::optional(scale) : std::nullopt;
    for (const double lambda : lambdas) result.push_back({&gaps, lambda, named});
  }
  return result;
}

double log_boundary(double lambda, double gap) {
  const double x = lambda * gap;
  // The logarithm of a product that has lost digits to underflow would be wrong.
  if (x < 1e-290) return std::log(lambda) + std::log(gap);
  // log((1 - exp(-x)) / x) as a series; the next term is below 1e-16.
  if (x < 0.0625) {
    const double z = x * x;
    return std::log(x) - (0.5 * x - z * (1.0 / 24 - z * (1.0 / 2880 - z * (1.0 / 181440))));
  }
  return x < 0.5 ? std::log(-std::expm1(-x)) : std::log1p(-std::exp(-x));
}

void check_prior(const Prior& prior) {
  if (prior.lambda) check_option_positive("lambda", *prior.lambda);
}

}  // namespace calibrant
