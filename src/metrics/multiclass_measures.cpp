// Each measure is one for two classes, asked of the right observations:
//
//   log loss        that of the own class's probability, as if all rows were positive
//   Brier score     the sum over the classes of their Brier scores against the rest
//   top-label ECE   that of the largest probability, positive where it is right
//   class-wise ECE  the mean over the classes of their ECE against the rest
//
// The interval of the Brier score needs whole rows. A row of Brier score b, 0 to 2, counts as a
// positive of probability 1 - sqrt(b / 2), whose Brier score for two classes is b / 2.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "calibrant/measures.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "math/compensated_sum.hpp"
#include "metrics/predictions.hpp"
#include "metrics/resample.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

/// What the measures are made of.
struct MulticlassParts {
  const MulticlassPredictions& predictions;
  CalibrationError top;
  std::vector<Scorecard> classes;

  template <class Field>
  double sum_over_classes(Field field) const {
    CompensatedSum sum;
    for (const Scorecard& one : classes) sum.add(one.*field);
    return sum.value();
  }
};

/// And their intervals.
struct MulticlassReplicates {
  ScorecardIntervals own;
  ScorecardIntervals top;
  ScorecardIntervals brier;
  std::vector<ScorecardIntervals> classes = {};
  double class_wise_ece = 0;
};

using OptionalInterval = std::optional<MeasureInterval>;

OptionalInterval scaled(OptionalInterval interval, double factor) {
  if (!interval) return {};
  for (double* part : {&interval->lower, &interval->upper, &interval->standard_error}) {
    *part *= factor;
  }
  return interval;
}

/// The classes may be off together, so that what chance may do to each is averaged as it is.
/// Whether the interval begins at 0 is decided for all of them: among many, one is off by chance.
OptionalInterval mean_ece_interval(const MulticlassReplicates& drawn) {
  MeasureInterval mean = {.by_chance = 0};
  const double share = 1 / static_cast<double>(drawn.classes.size());
  for (const ScorecardIntervals& one : drawn.classes) {
    if (!one.ece) return {};
    mean.upper += share * one.ece->upper;
    mean.standard_error += share * one.ece->standard_error;
    *mean.by_chance += share * one.ece->by_chance.value();
  }
  const double value = drawn.class_wise_ece;
  mean.upper = std::max(mean.upper, value);
  if (value > *mean.by_chance) mean.lower = std::max(0.0, 2 * value - mean.upper);
  return mean;
}

struct MulticlassRow {
  MulticlassMeasure shown;
  void (*measure)(const MulticlassParts&, MulticlassScorecard&);
  OptionalInterval (*interval)(const MulticlassReplicates&);
};

// MEASURE(field, value from `parts`, interval from `drawn`, what is shown of it)
#define MEASURE(field, made, drawn_interval, ...)                                                  \
  MulticlassRow {                                                                                  \
    {.name = #field,                                                                               \
     __VA_ARGS__,                                                                                  \
     .value = [](const MulticlassScorecard& card) -> std::optional<double> { return card.field; }, \
     .interval = &MulticlassIntervals::field},                                                     \
        [](const MulticlassParts& parts, MulticlassScorecard& card) { card.field = made; },        \
        [](const MulticlassReplicates& drawn) -> OptionalInterval { return drawn_interval; }       \
  }

// What assess() measures: a part of a loss.
#define PART(field, words, side)                                           \
  MulticlassRow {                                                          \
    {.name = #field,                                                       \
     .title = (words),                                                     \
     .better = (side),                                                     \
     .value = [](const MulticlassScorecard& card) { return card.field; },  \
     .interval = &MulticlassIntervals::field},                             \
        [](const MulticlassParts&, MulticlassScorecard&) {},               \
        [](const MulticlassReplicates&) -> OptionalInterval { return {}; } \
  }

// clang-format off
constexpr std::array kMulticlassRows = {
    MEASURE(log_loss, log_loss(parts.predictions.own), drawn.own.log_loss,
            .title = "log loss", .short_title = "log loss", .better = Better::kLower,
            .in_compare = true, .explained = "everything at once; less is better"),
    PART(log_loss_calibration, "  calibration", Better::kLower),
    PART(log_loss_refinement, "  + refinement", Better::kLower),
    MEASURE(brier, parts.sum_over_classes(&Scorecard::brier), scaled(drawn.brier.brier, 2),
            .title = "Brier score, 0 to 2", .short_title = "Brier", .better = Better::kLower,
            .in_compare = true),
    PART(brier_calibration, "  calibration", Better::kLower),
    PART(brier_refinement, "  + refinement", Better::kLower),
    MEASURE(top_label_ece, parts.top.ece, drawn.top.ece,
            .title = "top-label ECE", .short_title = "top ECE", .better = Better::kLower,
            .kind = IntervalKind::kDistance, .in_compare = true,
            .explained = "gap of the largest probability to how often it is right"),
    MEASURE(top_label_mce, parts.top.mce, drawn.top.mce,
            .title = "top-label MCE", .better = Better::kLower, .kind = IntervalKind::kDistance),
    MEASURE(class_wise_ece,
            parts.sum_over_classes(&Scorecard::ece) / static_cast<double>(parts.classes.size()),
            mean_ece_interval(drawn),
            .title = "class-wise ECE", .short_title = "class ECE", .better = Better::kLower,
            .kind = IntervalKind::kDistance, .in_compare = true,
            .explained = "the same gap for each class, averaged"),
    MEASURE(accuracy, parts.predictions.top.positive_weight() / parts.predictions.top.weight(),
            drawn.top.prevalence,  // of being right
            .title = "accuracy", .short_title = "accuracy", .better = Better::kHigher,
            .in_compare = true, .explained = "how often the largest probability is right"),
};
// clang-format on

#undef MEASURE
#undef PART

static_assert(sizeof(MulticlassIntervals) == kMulticlassRows.size() * sizeof(OptionalInterval),
              "every field of PerMulticlassMeasure has a row");

}  // namespace

std::span<const MulticlassMeasure> multiclass_measures() {
  static constexpr auto kShown = [] {
    std::array<MulticlassMeasure, kMulticlassRows.size()> shown = {};
    std::ranges::transform(kMulticlassRows, shown.begin(), &MulticlassRow::shown);
    return shown;
  }();
  return kShown;
}

MulticlassScorecard evaluate(const MulticlassPredictions& predictions,
                             const EvaluateOptions& options) {
  metrics::check_bins(options.bins);
  MulticlassParts parts = {
      .predictions = predictions,
      .top = calibration_error(predictions.top, {.bins = options.bins}),
      .classes = std::vector<Scorecard>(predictions.classes.size()),
  };
  std::vector<std::function<void()>> tasks;
  for (std::size_t k = 0; k < parts.classes.size(); ++k) {
    tasks.emplace_back([&, k] {
      parts.classes[k] =
          evaluate(predictions.classes[k],
                   {.bins = options.bins, .exact_p = options.exact_p, .execution = {.threads = 1}});
    });
  }
  run_tasks(thread_count(options.execution), tasks);
  MulticlassScorecard card;
  card.weight = predictions.top.weight();
  for (const MulticlassRow& row : kMulticlassRows) row.measure(parts, card);
  card.classes = std::move(parts.classes);
  return card;
}

MulticlassIntervals bootstrap(const MulticlassPredictions& predictions,
                              const BootstrapOptions& options) {
  metrics::check_bootstrap(options);
  const auto stages = static_cast<double>(3 + predictions.classes.size());
  double stage = 0;
  const auto draw = [&](const Observations& seen,
                        std::initializer_list<metrics::IntervalField> fields,
                        std::size_t most_groups = metrics::kMostResampled,
                        double widest = metrics::kWidestLogit) {
    BootstrapOptions part = options;
    part.execution = part_of(options.execution, stage / stages, (stage + 1) / stages);
    stage += 1;
    return metrics::intervals(metrics::predictions_of(seen), metrics::measures_of(fields), part,
                              most_groups, widest);
  };
  std::vector<double> as_positives(predictions.row_brier.size());
  std::ranges::transform(predictions.row_brier, as_positives.begin(),
                         [](double b) { return 1 - std::sqrt(std::min(1.0, b / 2)); });
  const std::vector<std::uint8_t> ones(as_positives.size(), 1);
  using Intervals = ScorecardIntervals;
  MulticlassReplicates drawn = {
      .own = draw(predictions.own, {&Intervals::log_loss}),
      .top = draw(predictions.top, {&Intervals::prevalence, &Intervals::ece, &Intervals::mce}),
      .brier = draw(observe(as_positives, ones, predictions.row_weights, {.threads = 1}),
                    {&Intervals::brier}),
  };
  // Many classes share the time of a few; bins of equal width are the same for joined groups.
  constexpr std::size_t kFewestGroups = 64;
  const std::size_t most_groups =
      std::max(kFewestGroups, metrics::kMostResampled / predictions.classes.size());
  const double widest = metrics::kWidestLogit * static_cast<double>(metrics::kMostResampled) /
                        static_cast<double>(most_groups);
  for (const Observations& one : predictions.classes) {
    drawn.classes.push_back(draw(one, {&Intervals::ece}, most_groups, widest));
    drawn.class_wise_ece += calibration_error(one, {.bins = options.bins}).ece /
                            static_cast<double>(predictions.classes.size());
  }
  MulticlassIntervals result;
  for (const MulticlassRow& row : kMulticlassRows) result.*row.shown.interval = row.interval(drawn);
  return result;
}

}  // namespace calibrant
