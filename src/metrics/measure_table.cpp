// A measure is one row here, its function, and its documented field in PerMeasure.
#include "metrics/measure_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "support/parallel.hpp"
#include "system/large_array.hpp"

namespace calibrant {
namespace metrics {
namespace {

void prepare_recalibration(Parts& parts) {
  const std::vector<PooledBlock> blocks = recalibrate(parts.predictions);
  parts.split = split_brier(parts.predictions, blocks);
  parts.distance = calibration_distance(parts.predictions, blocks);
}

void prepare_logits(Parts& parts) {
  LargeArray logits(parts.predictions.groups());  // log_loss writes them all
  parts.log_loss = log_loss(parts.predictions, logits);
  parts.logits = fit_logits(parts.predictions, logits);
}

void prepare_width_bins(Parts& parts) {
  parts.width = calibration_error(parts.predictions, {.bins = parts.bins});
}

void prepare_mass_bins(Parts& parts) {
  parts.mass = calibration_error(parts.predictions,
                                 {.bins = parts.bins, .strategy = BinStrategy::kEqualMass});
}

void prepare_sums(Parts& parts) {
  parts.sums = moments_of(parts.predictions);
  parts.brier = brier_score(parts.predictions, parts.sums);
}

// The longest comes first, so that threads end together.
constexpr std::array kPreparations = {prepare_recalibration, prepare_logits, prepare_mass_bins,
                                      prepare_width_bins, prepare_sums};

// MEASURE(field, preparation, value from `parts`, what is shown of it)
#define MEASURE(field, preparation, made, ...)                                           \
  MeasureRow {                                                                           \
    {.name = #field,                                                                     \
     __VA_ARGS__,                                                                        \
     .value = [](const Scorecard& card) -> std::optional<double> { return card.field; }, \
     .interval = &ScorecardIntervals::field},                                            \
        preparation, [](const Parts& parts, Scorecard& card) { card.field = made; }      \
  }

using enum Better;
using enum IntervalKind;

// clang-format off
constexpr std::array kRows = {
    MEASURE(log_loss, prepare_logits, parts.log_loss,
            .title = "log loss", .short_title = "log loss", .better = kLower, .in_compare = true,
            .by_fold = true, .explained = "everything at once; less is better"),
    MEASURE(brier, prepare_sums, parts.brier,
            .title = "Brier score", .short_title = "Brier", .better = kLower, .in_compare = true,
            .by_fold = true),
    MEASURE(miscalibration, prepare_recalibration, parts.split.miscalibration,
            .title = "  miscalibration", .better = kLower, .kind = kDistance),
    MEASURE(discrimination, prepare_recalibration, parts.split.discrimination,
            .title = "  - discrimination", .better = kHigher, .kind = kInflated),
    MEASURE(uncertainty, prepare_recalibration, parts.split.uncertainty,
            .title = "  + uncertainty", .kind = kOfPrevalence),
    MEASURE(rmse, prepare_sums, std::sqrt(parts.brier),
            .title = "RMSE", .better = kLower),
    MEASURE(ece, prepare_width_bins, parts.width.ece,
            .title = "ECE, equal width", .better = kLower, .kind = kDistance),
    MEASURE(mce, prepare_width_bins, parts.width.mce,
            .title = "MCE, equal width", .better = kLower, .kind = kDistance),
    MEASURE(ece_equal_mass, prepare_mass_bins, parts.mass.ece,
            .title = "ECE, equal mass", .short_title = "ECE", .better = kLower, .kind = kDistance,
            .in_compare = true, .explained = "mean distance to the observed share"),
    MEASURE(mce_equal_mass, prepare_mass_bins, parts.mass.mce,
            .title = "MCE, equal mass", .short_title = "MCE", .better = kLower, .kind = kDistance,
            .in_compare = true),
    MEASURE(ici, prepare_recalibration, parts.distance.ici,
            .title = "ICI", .better = kLower, .kind = kDistance),
    MEASURE(e90, prepare_recalibration, parts.distance.e90,
            .title = "E90", .better = kLower, .kind = kDistance),
    MEASURE(calibration_slope, prepare_logits, parts.logits.slope,
            .title = "calibration slope"),
    MEASURE(calibration_intercept, prepare_logits, parts.logits.intercept,
            .title = "calibration intercept"),
    MEASURE(observed_expected, prepare_sums, observed_expected(parts.predictions, parts.sums),
            .title = "observed / expected", .short_title = "observed / expected",
            .explained = "positives; 1 is right"),
    MEASURE(auc, prepare_sums, auc(parts.predictions),
            .title = "AUC", .short_title = "AUC", .better = kHigher, .in_compare = true,
            .by_fold = true, .explained = "the order of the rows; more is better"),
    MEASURE(accuracy, prepare_sums, accuracy(parts.predictions),
            .title = "accuracy at 1/2", .short_title = "accuracy", .better = kHigher,
            .in_compare = true, .by_fold = true),
    MEASURE(prevalence, prepare_sums, parts.predictions.positive_weight / parts.predictions.weight,
            .title = "prevalence"),
};
// clang-format on

#undef MEASURE

static_assert(sizeof(ScorecardIntervals) == kRows.size() * sizeof(std::optional<MeasureInterval>),
              "every field of PerMeasure has a row");

// Below this many groups a second thread is not worth its start.
constexpr std::size_t kManyGroups = 100'000;

}  // namespace

WantedMeasures all_measures() {
  WantedMeasures result;
  for (const MeasureRow& row : kRows) result.push_back(&row);
  return result;
}

WantedMeasures measures_of(std::initializer_list<IntervalField> fields) {
  WantedMeasures result = all_measures();
  std::erase_if(result, [&](const MeasureRow* row) {
    return std::ranges::find(fields, row->shown.interval) == fields.end();
  });
  return result;
}

void fill_in(Parts& parts, const WantedMeasures& wanted, unsigned threads, Scorecard& card) {
  std::vector<std::function<void()>> tasks;
  for (const auto prepare : kPreparations) {
    if (std::ranges::find(wanted, prepare, &MeasureRow::prepare) == wanted.end()) continue;
    // Tasks write different members.
    tasks.emplace_back([&, prepare] {
      prepare(parts);
      for (const MeasureRow* row : wanted) {
        if (row->prepare == prepare) row->measure(parts, card);
      }
    });
  }
  run_tasks(parts.predictions.groups() < kManyGroups ? 1 : threads, tasks);
}

}  // namespace metrics

std::span<const Measure> measures() {
  static constexpr auto kShown = [] {
    std::array<Measure, metrics::kRows.size()> shown = {};
    std::ranges::transform(metrics::kRows, shown.begin(), &metrics::MeasureRow::shown);
    return shown;
  }();
  return kShown;
}

}  // namespace calibrant
