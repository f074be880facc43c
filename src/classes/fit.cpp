// The door of all fits to several classes: checks, two classes, the methods.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "calibrant/auto.hpp"
#include "calibrant/classes.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "classes/blocks.hpp"
#include "classes/candidates.hpp"
#include "classes/class_auto.hpp"
#include "observations/against_rest.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;

constexpr std::array<std::string_view, 4> kClassMethodNames = {"auto", "temperature", "vector",
                                                               "matrix"};

void check_scores(std::span<const double> scores, std::size_t classes, ClassInput input) {
  for (std::size_t begin = 0; begin < scores.size(); begin += classes) {
    const std::size_t row = begin / classes;
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const double score = scores[begin + k];
      if (!std::isfinite(score)) {
        fail_cell("scores", row, k, fmt::format("{} is not a finite number", score));
      }
      if (input == ClassInput::kLogits) continue;
      if (score < 0 || score > 1) {
        fail_cell("scores", row, k, fmt::format("{} is not a probability (0 to 1)", score));
      }
      sum += score;
    }
    if (input == ClassInput::kProbabilities && !(std::abs(sum - 1) <= kMostSumError)) {
      throw InputError("scores", row, fmt::format("the row adds up to {:g} (1 was expected)", sum));
    }
  }
}

void check_every_class(std::span<const std::uint32_t> labels, std::span<const double> weights,
                       std::size_t classes) {
  std::vector<bool> seen(classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (weights.empty() || weights[i] > 0) seen[labels[i]] = true;
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    throw InputError(
        "labels", std::nullopt,
        fmt::format("no row has class {} (each class needs one at least)", missing - seen.begin()));
  }
}

// Rows of positive weight.
struct PositiveRows {
  std::vector<double> scores;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
};

PositiveRows positive_rows(std::span<const double> scores, std::span<const std::uint32_t> labels,
                           std::size_t classes, std::span<const double> weights) {
  PositiveRows rows;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (weights[i] == 0) continue;
    const auto row = scores.subspan(i * classes, classes);
    rows.scores.insert(rows.scores.end(), row.begin(), row.end());
    rows.labels.push_back(labels[i]);
    rows.weights.push_back(weights[i]);
  }
  return rows;
}

ClassPart fit_two_classes(const FoldRows& rows, ClassInput input, const Execution& execution) {
  const AlignedVector p = probabilities_in_blocks(rows, input);
  std::vector<double> second;
  std::vector<std::uint8_t> labels;
  for (std::size_t i = 0; i < rows.labels().size(); ++i) {
    second.push_back(p[(i / kRowBlock * 2 + 1) * kRowBlock + i % kRowBlock]);
    labels.push_back(static_cast<std::uint8_t>(rows.labels()[i]));
  }
  const Observations seen = observe(second, labels, rows.weights(), {.threads = 1});
  return {1, OneVsRestPart{{fit_auto(seen, {.execution = execution})}}};
}

// One method alone: the reading under which its fit is better.
ClassPart fit_one_method(const FoldRows& rows, ClassInput input, ClassMethod method) {
  const std::size_t classes = rows.classes();
  std::optional<SoftmaxPart> best;
  double best_loss = 0;
  const AlignedVector p = probabilities_in_blocks(rows, input);
  for (const ClassReading& reading : class_readings(rows, p, input)) {
    const AlignedVector x = features_in_blocks(rows, p, input, reading);
    const JointRows all{rows, x};
    SoftmaxPart part{reading.mixing, {joint_temperature(all)}, {}, reading.power};
    if (method != ClassMethod::kTemperature) {
      constexpr double kTolerance = 1e-8;
      const JointFit fit(all,
                         method == ClassMethod::kVector ? JointKind::kVector : JointKind::kMatrix,
                         part.slopes[0]);
      JointMap map = fit.map(fit.fit(1, kTolerance));
      part.slopes = std::move(map.slopes);
      part.intercepts = std::move(map.intercepts);
    }
    JointMap derivatives;
    const double loss = all.sums(whole_map(part, classes), derivatives);
    if (!best || loss < best_loss) {
      best = std::move(part);
      best_loss = loss;
    }
  }
  return {1, std::move(*best)};
}

// The weight of the rows whose most likely class the model changes.
double changed_weight(const ClassModel& model, const FoldRows& rows) {
  const std::size_t classes = rows.classes();
  std::vector<double> after(rows.scores().size());
  apply(model, rows.scores(), after);
  const auto top = [classes](const double* row) {
    return std::max_element(row, row + classes) - row;
  };
  double changed = 0;
  for (std::size_t i = 0; i < rows.labels().size(); ++i) {
    if (top(&rows.scores()[i * classes]) != top(&after[i * classes])) changed += rows.weights()[i];
  }
  return changed;
}

}  // namespace

ClassModel fit_classes(std::span<const double> scores, std::span<const std::uint32_t> labels,
                       std::size_t classes, std::span<const double> weights,
                       const ClassOptions& options) {
  check_multiclass_rows("scores", scores, labels, classes, weights);
  const ClassInput input = options.input.value_or(recognise_class_input(scores, classes));
  check_scores(scores, classes, input);
  if (options.every_class) check_every_class(labels, weights, classes);
  const bool zeros = std::find(weights.begin(), weights.end(), 0.0) != weights.end();
  if (zeros) {
    const PositiveRows rows = positive_rows(scores, labels, classes, weights);
    return fit_classes(rows.scores, rows.labels, classes, rows.weights, options);
  }

  const FoldRows rows(scores, labels, classes, weights, kClassFolds);
  std::vector<ClassPart> parts;
  ClassOrigin origin{
      .method = std::string(kClassMethodNames[static_cast<std::size_t>(options.method)]),
      .rows = rows.weight()};
  if (options.method != ClassMethod::kAuto) {
    parts.push_back(fit_one_method(rows, input, options.method));
  } else if (classes == 2 && !options.keep_top) {
    parts.push_back(fit_two_classes(rows, input, options.execution));
  } else {
    ClassAverage average = average_classes(rows, input, options);
    parts = std::move(average.parts);
    origin.candidates = std::move(average.candidates);
  }
  origin.changed = changed_weight({classes, input, parts}, rows);
  return {classes, input, std::move(parts), std::move(origin)};
}

}  // namespace calibrant
