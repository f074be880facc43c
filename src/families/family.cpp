// Evidence (docs/math/auto.md) is Laplace's, with a Normal prior of the coefficients around "the
// scores are right", or, for scores that are not probabilities, around "the score says nothing":
//
//   log Z = l(c) + log prior(c) + (p/2) log 2 pi - (1/2) log det (H + prior precision).
#include "families/family.hpp"

#include <algorithm>
#include <cmath>

#include "families/probability_scores.hpp"
#include "kernels/logistic.hpp"
#include "math/compensated_sum.hpp"
#include "math/log_odds.hpp"
#include "system/large_array.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kScoreBlock = 256;

double least_clip(const Observations& observations) {
  return std::max(0.25 / (observations.weight() + 1), kScoreClip);
}

std::vector<double> weights_in(const Observations& observations) {
  std::vector<double> weights(observations.groups());
  std::ranges::transform(observations.negatives(), observations.positives(), weights.begin(),
                         std::plus());
  return weights;
}

double positives_times(const Observations& observations, std::span<const double> values) {
  CompensatedSum sum;
  for (std::size_t k = 0; k < values.size(); ++k) sum.add(observations.positives()[k] * values[k]);
  return sum.value();
}

bool has_coefficients(const Family& family) {
  return std::ranges::find(family.fitted, true) != family.fitted.end();
}

LogisticFit fit_made(const Family& family, const Observations& observations,
                     const MakeFeatures& make, unsigned threads) {
  if (family.fit != nullptr) return family.fit(observations, make, threads);
  return fit_logistic(observations, make, {.two = family.fitted[2], .intercept = family.fitted[0]},
                      threads);
}

// 1 and the features, for one score.
Vector3 features_of(const FittedFamily& fit, double score) {
  Vector3 features = {1, 0, 0};
  if (fit.family->features != nullptr) {
    Reading reading = fit.reading;
    reading.logs = log_features_scalar;
    fit.family->features(reading, {&score, 1}, {&features[1], 1},
                         {&features[2], fit.family->fitted[2] ? 1U : 0U});
  }
  return features;
}

double log_odds_at(const Coefficients& coefficients, const Vector3& features) {
  double z = coefficients[0];
  for (std::size_t i = 1; i < 3; ++i) {
    // A feature may be infinite.
    if (coefficients[i] != 0) z += coefficients[i] * features[i];
  }
  return cut_log_odds(z);
}

void integrate(const LogisticSums& sums, const CoefficientPrior& prior, FittedFamily& fit) {
  const auto& h = sums.curvature;  // 00 01 11 02 12 22
  const Matrix3 curvature = {{{h[0], h[1], h[3]}, {h[1], h[2], h[4]}, {h[3], h[4], h[5]}}};
  Matrix3 precision = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!fit.family->fitted[i]) continue;
    for (std::size_t j = 0; j < 3; ++j) {
      if (fit.family->fitted[j]) precision[i][j] = curvature[i][j];
    }
    const double deviation = prior.deviation[i];
    const double distance = (fit.coefficients[i] - prior.mean[i]) / deviation;
    precision[i][i] += 1 / (deviation * deviation);
    // The factors 2 pi of the prior and of Laplace's integral cancel.
    fit.log_evidence -= 0.5 * distance * distance + std::log(deviation);
  }
  fit.precision = Cholesky3(precision);
  fit.log_evidence -= 0.5 * fit.precision.log_determinant();
}

}  // namespace

double FittedFamily::log_odds(double score) const {
  return log_odds_at(coefficients, features_of(*this, score));
}

std::vector<double> FittedFamily::log_odds(std::span<const double> scores) const {
  std::vector<double> result(scores.size());
  std::array<std::array<double, kScoreBlock>, 2> features = {};
  for (std::size_t begin = 0; begin < scores.size(); begin += kScoreBlock) {
    const std::size_t size = std::min(kScoreBlock, scores.size() - begin);
    if (family->features != nullptr) {
      family->features(reading, scores.subspan(begin, size), {features[0].data(), size},
                       {features[1].data(), family->fitted[2] ? size : 0});
    }
    for (std::size_t k = 0; k < size; ++k) {
      result[begin + k] = log_odds_at(coefficients, {1, features[0][k], features[1][k]});
    }
  }
  return result;
}

double FittedFamily::deviation(double score) const {
  // A score that hardly any weight has can be 1e150 spreads away, and the square overflows. So
  // wide, nothing within +-36 is told from anything else.
  constexpr double kMost = 1e6;
  Vector3 features = features_of(*this, score);
  for (std::size_t i = 0; i < 3; ++i) {
    if (!family->fitted[i]) features[i] = 0;
  }
  const double deviation = std::sqrt(precision.inverse_form(features));
  return deviation < kMost ? deviation : kMost;  // also for NaN
}

LogisticFit fit_coefficients(const Family& family, const Observations& observations,
                             const Reading& reading, unsigned threads) {
  if (family.needs_probabilities) check_probability_scores(observations);
  const auto make = [&](std::size_t begin, std::span<double> first, std::span<double> second) {
    family.features(reading, observations.scores().subspan(begin, first.size()), first, second);
  };
  return fit_made(family, observations, make, threads);
}

FittedFamily fit_with_evidence(const Family& family, const Observations& observations) {
  FittedFamily fit = {.family = &family};
  if (family.exact_evidence != nullptr) {
    family.exact_evidence(observations, fit);
    return fit;
  }
  fit.reading = family.read(observations);
  LargeArray first(observations.groups());
  LargeArray second(family.fitted[2] ? first.size() : 0);
  family.features(fit.reading, observations.scores(), first, second);
  auto& c = fit.coefficients;
  if (has_coefficients(family)) {
    const LogisticFit found = fit_made(family, observations, features_in(first, second), 1);
    c = {found.intercept, found.first, found.second};
  }
  const LogisticSums sums = logistic_sums(weights_in(observations), first, second, c);
  fit.log_likelihood = c[0] * observations.positive_weight() +
                       c[1] * positives_times(observations, first) +
                       c[2] * positives_times(observations, second) - sums.softplus;
  fit.log_evidence = fit.log_likelihood;
  if (has_coefficients(family)) {
    integrate(sums, family.prior(observations, fit.reading), fit);
  }
  return fit;
}

double log_likelihood(const Observations& observations, std::span<const double> log_odds) {
  const LogisticSums sums = logistic_sums(weights_in(observations), log_odds, {}, {0, 1, 0});
  return positives_times(observations, log_odds) - sums.softplus;
}

Reading read_probabilities(const Observations& observations) {
  constexpr double kMostUnsaid = 0.25;  // scores of 0 and 1 only say next to nothing
  const auto scores = observations.scores();
  const double least = least_clip(observations);
  const auto unsaid = [&](double gap) { return std::max(least, std::min(gap / 2, kMostUnsaid)); };
  const bool several = scores.size() > 1;
  const double low = several && scores.front() == 0 ? unsaid(scores[1]) : least;
  const double high =
      1 - (several && scores.back() == 1 ? unsaid(1 - scores[scores.size() - 2]) : least);
  return {.clip = {low, high}};
}

Reading read_certain_probabilities(const Observations& observations) {
  const double least = least_clip(observations);
  return {.clip = {least, 1 - least}};
}

void write_logits(const Reading& reading, std::span<const double> scores, std::span<double> first,
                  std::span<double> /*second*/) {
  std::array<double, kScoreBlock> complement;
  for (std::size_t begin = 0; begin < scores.size(); begin += kScoreBlock) {
    const std::size_t size = std::min(kScoreBlock, scores.size() - begin);
    const std::span<double> to = first.subspan(begin, size);
    reading.logs(scores.subspan(begin, size), to, {complement.data(), size}, reading.clip);
    for (std::size_t k = 0; k < size; ++k) to[k] += complement[k];
  }
}

}  // namespace calibrant
