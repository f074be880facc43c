// The door of all fits to several classes: checks, two classes, the methods.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "calibrant/auto.hpp"
#include "calibrant/classes.hpp"
#include "calibrant/simplify.hpp"
#include "classes/band.hpp"
#include "classes/blocks.hpp"
#include "classes/candidates.hpp"
#include "classes/check_class_rows.hpp"
#include "classes/class_auto.hpp"
#include "classes/labelled_rows.hpp"
#include "classes/temperature.hpp"
#include "math/exact_sum.hpp"
#include "observations/against_rest.hpp"
#include "support/check.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;

constexpr std::array<std::string_view, 4> kClassMethodNames = {"auto", "temperature", "vector",
                                                               "matrix"};

// How frequent each class is. No order of the rows changes a bit.
std::vector<double> class_frequencies(std::span<const std::uint32_t> labels, std::size_t classes,
                                      std::span<const double> weights) {
  const auto count = static_cast<double>(labels.size());
  const double largest = weights.empty() ? 1 : std::ranges::max(weights);
  const Quanta quanta(count, count * largest);
  std::vector<ExactSum> sums(classes);
  ExactSum total;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    sums[labels[i]].add(weight, quanta);
    total.add(weight, quanta);
  }
  std::vector<double> result(classes);
  std::ranges::transform(sums, result.begin(),
                         [&](const ExactSum& sum) { return sum.value() / total.value(); });
  return result;
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
  return {1, OneVsRestPart{{thin(fit_auto(seen, {.execution = execution}))}}};
}

// The progress of a fit of which nobody knows how many passes it will take: each is a part of what
// is left.
class PassMeter {
 public:
  explicit PassMeter(ProgressMeter& meter) : meter_(meter) {}
  void pass() {
    constexpr double kShare = 0.03;
    meter_.advance(kShare * left_);
    left_ -= kShare * left_;
  }
  void finish() { meter_.advance(left_); }

 private:
  ProgressMeter& meter_;
  double left_ = 1;
};

// One method alone: the reading under which the fit is better.
ClassPart fit_one_method(const FoldRows& rows, ClassInput input, ClassMethod method,
                         const Execution& execution, PriorDraw draw) {
  constexpr double kTolerance = 1e-8;
  std::optional<SoftmaxPart> best;
  double best_loss = 0;
  const auto readings = class_readings(rows, input);
  ProgressMeter meter(execution, static_cast<double>(readings.size()));
  for (const ClassReading& reading : readings) {
    PassMeter passes(meter);
    const AlignedVector x = features_in_blocks(rows, input, reading);
    JointRows all = JointRows::of(rows, x, feature_range(rows.scores(), input, reading));
    all.passed = [&] { passes.pass(); };
    SoftmaxPart part{reading.mixing, {joint_temperature(all)}, {}, reading.power};
    if (method != ClassMethod::kTemperature) {
      const JointFit fit(all,
                         method == ClassMethod::kVector ? JointKind::kVector : JointKind::kMatrix,
                         part.slopes[0]);
      JointMap map = fit.map(fit.fit(1, kTolerance), 1, kTolerance, draw);
      part.slopes = std::move(map.slopes);
      part.intercepts = std::move(map.intercepts);
    }
    JointMap derivatives;
    const double loss = all.sums(whole_map(part, rows.classes()), derivatives);
    if (!best || loss < best_loss) {
      best = std::move(part);
      best_loss = loss;
    }
    passes.finish();
  }
  return {1, std::move(*best)};
}

// The weight of the rows whose most likely class the model changes: no class is on top both before
// and after, alone or tied.
double changed_weight(const ClassModel& model, const FoldRows& rows) {
  const std::size_t classes = rows.classes();
  std::vector<double> after(rows.scores().size());
  apply(model, rows.scores(), after);
  double changed = 0;
  for (std::size_t i = 0; i < rows.labels().size(); ++i) {
    const double* old_row = &rows.scores()[i * classes];
    const double* new_row = &after[i * classes];
    const double old_top = *std::max_element(old_row, old_row + classes);
    const double new_top = *std::max_element(new_row, new_row + classes);
    bool kept = false;
    for (std::size_t k = 0; k < classes && !kept; ++k) {
      kept = old_row[k] == old_top && new_row[k] == new_top;
    }
    if (!kept) changed += rows.weights()[i];
  }
  return changed;
}

// Rows that are checked, all with a positive weight.
ClassModel fit_checked(std::span<const double> scores, std::span<const std::uint32_t> labels,
                       std::size_t classes, std::span<const double> weights, ClassInput input,
                       const ClassOptions& options, PriorDraw draw = {}) {
  ClassOrigin origin{
      .method = std::string(kClassMethodNames[static_cast<std::size_t>(options.method)]),
      .frequencies = class_frequencies(labels, classes, weights)};
  if (options.method == ClassMethod::kTemperature &&
      !some_label_is_denied(scores, labels, classes, input)) {  // changes no most likely class
    origin.rows = weights.empty() ? static_cast<double>(labels.size()) : exact_sum(weights);
    ProgressMeter meter(options.execution, 1);
    PassMeter passes(meter);
    SoftmaxPart part = fit_joint_temperature(scores, labels, classes, weights, input,
                                             options.execution, [&] { passes.pass(); });
    passes.finish();
    return {classes, input, {{1, std::move(part)}}, std::move(origin)};
  }
  const FoldRows rows(scores, labels, classes, weights, kClassFolds);
  origin.rows = rows.weight();
  std::vector<ClassPart> parts;
  if (options.method != ClassMethod::kAuto) {
    parts.push_back(fit_one_method(rows, input, options.method, options.execution, draw));
  } else if (classes == 2 && !options.keep_top) {
    parts.push_back(fit_two_classes(rows, input, options.execution));
  } else {
    ClassAverage average = average_classes(rows, input, options, draw);
    parts = std::move(average.parts);
    origin.candidates = std::move(average.candidates);
  }
  origin.changed = changed_weight({classes, input, parts}, rows);
  return {classes, input, std::move(parts), std::move(origin)};
}

}  // namespace

ClassModel fit_classes(std::span<const double> scores, std::span<const std::uint32_t> labels,
                       std::size_t classes, std::span<const double> weights,
                       const ClassOptions& options) {
  const ClassInput input = check_class_rows(scores, labels, classes, weights, options);
  const bool zeros = std::find(weights.begin(), weights.end(), 0.0) != weights.end();
  if (zeros) {
    const LabelledRows rows(scores, labels, classes, weights,
                            [&](std::size_t i) { return weights[i] > 0; });
    return fit_classes(rows.scores, rows.labels, classes, rows.weights, options);
  }

  if (!options.level) return fit_checked(scores, labels, classes, weights, input, options);
  if (!(*options.level > 0 && *options.level < 1)) {
    throw OptionError("level", fmt::format("{} is not strictly between 0 and 1", *options.level));
  }
  constexpr double kFirst = 1.0 / (1 + kBandRefits);
  ClassOptions part = options;
  part.execution = part_of(options.execution, 0, kFirst);
  const ClassModel model = fit_checked(scores, labels, classes, weights, input, part);
  const Refit refit =
      [&](std::span<const double> own_scores, std::span<const std::uint32_t> own_labels,
          std::span<const double> own_weights, std::uint64_t draw, const Execution& execution) {
        part.execution = execution;
        return fit_checked(own_scores, own_labels, classes, own_weights, input, part, draw);
      };
  return {classes, input, model.parts(), model.origin(),
          class_band(model, FoldRows(scores, labels, classes, weights, 1), *options.level,
                     part_of(options.execution, kFirst, 1), refit)};
}

}  // namespace calibrant
