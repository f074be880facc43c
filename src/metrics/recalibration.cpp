// Logistic recalibration: the slope and the intercept of y on x = logit p (Cox 1958).
//
// Maximise  sum b z - n ln(1 + e^z)  over  z = alpha + beta x  (slope), or over  z = alpha + x
// (intercept). Newton's method needs no line search here: with d the Newton step and M the largest
// change of any z along it, the step  ln(1 + M) / M * d  always gains, and tends to the full step
// (since |s''| <= s' for the logistic function s; Bach 2010, Sun & Tran-Dinh 2019). Both problems
// are concave, and whether they have a finite maximum is decided before, from the order of the
// labels: only rounding can keep the iteration from its end.
//
// Many groups: the first iterations see neighbours merged. That saves time and does not touch the
// result, which is what the last iterations, on all groups, converge to.
#include <algorithm>
#include <cmath>
#include <utility>

#include "calibrant/metrics.hpp"
#include "kernels/prediction_sums.hpp"
#include "math/compensated_sum.hpp"
#include "math/join_neighbours.hpp"
#include "metrics/measures.hpp"
#include "system/large_array.hpp"

namespace calibrant {
namespace metrics {
namespace {

// More groups than this are merged for the first steps, at least so many into one, so that what is
// left to do on all of them is mostly a single step.
constexpr std::size_t kFewGroups = 4096;
constexpr std::size_t kShortestRun = 8;
constexpr std::size_t kMostMerged = 131072;
constexpr int kMostSteps = 1000;
// Steps shrink as their squares: behind one of this size nothing is left but rounding.
constexpr double kLastStep = 1e-7;

enum class Model { kSlope, kIntercept };

struct Step {
  double alpha = 0;
  double beta = 0;
  double change = 0;  ///< the largest change of any z
};

// The places of groups are their log odds x, ascending.
Step newton_step(const GroupView& data, Model model, const LogitLine& line) {
  const NewtonSums s = newton_sums(data.places, data.negatives, data.positives, line);
  if (model == Model::kIntercept) {
    const double alpha = s.gradient / s.curvature;
    return {.alpha = alpha, .beta = 0, .change = std::abs(alpha)};
  }
  // Solved by way of the curvature's mean and variance of x: whatever the unit of weight, no
  // product of two sums overflows.
  const double mean = s.curvature_x / s.curvature;
  const double variance = s.curvature_xx / s.curvature - mean * mean;
  const double alpha = s.gradient / s.curvature;
  Step step;
  step.beta = (s.gradient_x / s.curvature - mean * alpha) / variance;
  step.alpha = alpha - mean * step.beta;
  // z is linear in x, so the ends of its range change most.
  for (const double x : {data.places.front(), data.places.back()}) {
    step.change = std::max(step.change, std::abs(step.alpha + step.beta * (x - line.centre)));
  }
  return step;
}

std::optional<LogitLine> climb(const GroupView& data, Model model, LogitLine line) {
  for (int i = 0; i < kMostSteps; ++i) {
    const Step step = newton_step(data, model, line);
    const double damping = step.change > 0 ? std::log1p(step.change) / step.change : 1;
    line.alpha += damping * step.alpha;
    line.beta += damping * step.beta;
    if (!std::isfinite(line.alpha) || !std::isfinite(line.beta)) return {};
    if (step.change <= kLastStep) return line;
  }
  return {};
}

/// The likelihood has a finite maximum in the slope if x does not separate the classes: some
/// positive lies below some negative, and some negative below some positive. Both classes exist.
bool overlap(const GroupView& data) {
  const auto range = [&](std::span<const double> counts) {
    std::size_t first = 0;
    std::size_t last = counts.size() - 1;
    while (counts[first] == 0) ++first;
    while (counts[last] == 0) --last;
    return std::pair{data.places[first], data.places[last]};
  };
  const auto [lowest_negative, highest_negative] = range(data.negatives);
  const auto [lowest_positive, highest_positive] = range(data.positives);
  return lowest_positive < highest_negative && lowest_negative < highest_positive;
}

/// Runs of neighbours, joined.
GroupArrays merge(const GroupView& data) {
  const std::size_t run = std::max(kShortestRun, (data.size() + kMostMerged - 1) / kMostMerged);
  GroupArrays merged;
  join_neighbours(
      data, [&](const JoinedGroup& joined, std::size_t k) { return k < joined.first + run; },
      [&](const JoinedGroup& joined) {
        merged.add(joined.place, joined.negatives, joined.positives);
      });
  return merged;
}

/// Near the mean of x, exact where all x are equal.
double centre_of(const GroupView& data, double weight) {
  CompensatedSum moment;
  for (std::size_t k = 0; k < data.places.size(); ++k) {
    moment.add((data.negatives[k] + data.positives[k]) / weight *
               (data.places[k] - data.places[0]));
  }
  return data.places[0] + moment.value();
}

std::optional<LogitLine> fit(const GroupView& data, const std::optional<GroupArrays>& merged,
                             Model model, LogitLine line) {
  if (merged && (model == Model::kIntercept || overlap(merged->view()))) {
    line = climb(merged->view(), model, line).value_or(line);
  }
  return climb(data, model, line);
}

LargeArray logits_of(const Predictions& predictions) {
  LargeArray logits(predictions.groups());
  log_loss(predictions, logits);
  return logits;
}

}  // namespace

LogitFit fit_logits(const Predictions& predictions, std::span<const double> logits) {
  if (predictions.negative_weight == 0 || predictions.positive_weight == 0) return {};
  const GroupView data = {
      .places = logits, .negatives = predictions.negatives, .positives = predictions.positives};
  std::optional<GroupArrays> merged;
  if (logits.size() > kFewGroups) merged = merge(data);

  LogitFit result;
  if (overlap(data)) {
    // Centred, or a narrow range of x would leave no digits of the determinant.
    const LogitLine start = {
        .centre = centre_of(merged ? merged->view() : data, predictions.weight),
        .alpha = std::log(predictions.positive_weight / predictions.negative_weight),
        .beta = 0};
    if (const auto line = fit(data, merged, Model::kSlope, start)) result.slope = line->beta;
  }
  const LogitLine start = {.centre = 0, .alpha = 0, .beta = 1};
  if (const auto line = fit(data, merged, Model::kIntercept, start)) result.intercept = line->alpha;
  return result;
}

}  // namespace metrics

std::optional<double> calibration_slope(const Observations& predictions) {
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::fit_logits(groups, metrics::logits_of(groups)).slope;
}

std::optional<double> calibration_intercept(const Observations& predictions) {
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::fit_logits(groups, metrics::logits_of(groups)).intercept;
}

}  // namespace calibrant
