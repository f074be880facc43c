// Bootstrap intervals: replicate r draws from the stream (seed, r), so nothing depends on which
// thread draws it, and its scorecard goes through the same functions as evaluate()'s.
#include "calibrant/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <vector>

#include "math/compensated_sum.hpp"
#include "metrics/measure_table.hpp"
#include "metrics/resample.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace metrics {
namespace {

/// Replicates per task: few enough that threads end together.
constexpr std::size_t kPerTask = 8;

/// Is there more than one way the sample could have come out?
bool can_vary(const Predictions& predictions) {
  if (predictions.weight < 2) return false;
  return predictions.groups() > 1 ||
         (predictions.negative_weight > 0 && predictions.positive_weight > 0);
}

struct Replicates {
  std::vector<Scorecard> drawn;
  std::vector<Scorecard> perfect;  ///< distances, with labels drawn from the probabilities
};

/// The same weights, and as many positives in each group as its probability promises.
GroupArrays perfected(const GroupArrays& groups) {
  GroupArrays result = groups;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const double weight = groups.negatives[k] + groups.positives[k];
    result.positives[k] = weight * groups.places[k];
    result.negatives[k] = weight * (1 - groups.places[k]);
  }
  return result;
}

Scorecard measured(const Predictions& predictions, const WantedMeasures& wanted, std::size_t bins,
                   unsigned threads = 1) {
  Parts parts = {.predictions = predictions, .bins = bins};
  Scorecard card;
  fill_in(parts, wanted, threads, card);
  return card;
}

Replicates replicate(const GroupArrays& groups, const WantedMeasures& wanted,
                     const BootstrapOptions& options) {
  const Resampler resampler(groups);
  const GroupArrays perfect = perfected(groups);
  const Resampler perfect_resampler(perfect);
  WantedMeasures distances;
  std::ranges::copy_if(wanted, std::back_inserter(distances), [](const MeasureRow* row) {
    return row->shown.kind == IntervalKind::kDistance;
  });
  Replicates result = {.drawn = std::vector<Scorecard>(options.repeats),
                       .perfect = std::vector<Scorecard>(options.repeats)};
  ProgressMeter progress(options.execution, static_cast<double>(options.repeats));
  std::vector<std::function<void()>> tasks;
  for (std::size_t begin = 0; begin < options.repeats; begin += kPerTask) {
    const std::size_t end = std::min(begin + kPerTask, options.repeats);
    tasks.emplace_back([&, begin, end] {
      GroupArrays buffer;
      for (std::size_t r = begin; r < end; ++r) {
        RandomStream random(options.seed, r);
        result.drawn[r] = measured(resampler.draw(random, buffer), wanted, options.bins);
        if (!distances.empty()) {
          result.perfect[r] =
              measured(perfect_resampler.draw(random, buffer), distances, options.bins);
        }
        progress.advance(1);
      }
    });
  }
  run_tasks(thread_count(options.execution), tasks);
  return result;
}

/// Straight between the order statistics.
double quantile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

double standard_deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const auto n = static_cast<double>(values.size());
  CompensatedSum sum;
  for (const double value : values) sum.add(value);
  const double mean = sum.value() / n;
  CompensatedSum squares;
  for (const double value : values) squares.add((value - mean) * (value - mean));
  return std::sqrt(squares.value() / (n - 1));
}

/// Those replicates that have the measure, ascending.
std::vector<double> values_of(const Measure& measure, const std::vector<Scorecard>& cards) {
  std::vector<double> values;
  values.reserve(cards.size());
  for (const Scorecard& card : cards) {
    if (const auto value = measure.value(card)) values.push_back(*value);
  }
  std::sort(values.begin(), values.end());
  return values;
}

/// `joined` is the measure of the groups that the replicates are drawn from.
std::optional<MeasureInterval> interval(const Measure& measure, const Scorecard& card,
                                        const Scorecard& joined, const Replicates& replicates,
                                        double level) {
  const std::optional<double> value = measure.value(card);
  if (!value) return {};
  const std::vector<double> drawn = values_of(measure, replicates.drawn);
  const double tail = (1 - level) / 2;
  // Those that miss might all lie beyond one end.
  const auto repeats = static_cast<double>(replicates.drawn.size());
  if (drawn.empty() || repeats - static_cast<double>(drawn.size()) > tail * repeats) return {};
  MeasureInterval result = {.lower = quantile(drawn, tail),
                            .upper = quantile(drawn, 1 - tail),
                            .standard_error = standard_deviation(drawn)};
  if (measure.kind == IntervalKind::kQuantiles || measure.kind == IntervalKind::kOfPrevalence)
    return result;
  // Joining takes some noise away, and these measures feed on noise: only differences carry over.
  const double start = *measure.value(joined);
  const double reach = std::max(0.0, result.upper - start);
  result.upper = *value + reach;
  result.lower = std::max(0.0, *value - reach);
  if (measure.kind == IntervalKind::kDistance) {
    const double chance = quantile(values_of(measure, replicates.perfect), 1 - tail);
    if (start <= chance) result.lower = 0;
    result.by_chance = std::max(0.0, *value + (chance - start));
  }
  return result;
}

/// r (1 - r) rises up to 1/2 and falls behind it; the quantiles of r turn there, those of r (1 - r)
/// would miss the value near the turn.
MeasureInterval uncertainty_interval(const MeasureInterval& prevalence, double standard_error) {
  const double at_lower = prevalence.lower * (1 - prevalence.lower);
  const double at_upper = prevalence.upper * (1 - prevalence.upper);
  const bool turns = prevalence.lower <= 0.5 && prevalence.upper >= 0.5;
  return {.lower = std::min(at_lower, at_upper),
          .upper = turns ? 0.25 : std::max(at_lower, at_upper),
          .standard_error = standard_error};
}

}  // namespace

ScorecardIntervals intervals(const Predictions& predictions, const WantedMeasures& wanted,
                             const BootstrapOptions& options, std::size_t most_groups,
                             double widest) {
  if (!can_vary(predictions)) return {};
  const unsigned threads = thread_count(options.execution);
  const GroupArrays groups = fewer_groups(predictions, options.bins, most_groups, widest);
  const Scorecard card = measured(predictions, wanted, options.bins, threads);
  const Scorecard joined = measured(view_of(groups), wanted, options.bins, threads);
  const Replicates replicates = replicate(groups, wanted, options);
  ScorecardIntervals result;
  for (const MeasureRow* row : wanted) {
    result.*row->shown.interval = interval(row->shown, card, joined, replicates, options.level);
  }
  if (result.uncertainty && result.prevalence) {
    result.uncertainty =
        uncertainty_interval(*result.prevalence, result.uncertainty->standard_error);
  }
  return result;
}

void check_bootstrap(const BootstrapOptions& options) {
  check_bins(options.bins);
  check_option_level("level", options.level);
  if (options.repeats == 0) throw OptionError("repeats", "0 is not a positive number");
}

}  // namespace metrics

ScorecardIntervals bootstrap(const Observations& predictions, const BootstrapOptions& options) {
  metrics::check_bootstrap(options);
  return metrics::intervals(metrics::predictions_of(predictions), metrics::all_measures(), options);
}

ScorecardIntervals bootstrap(std::span<const double> probabilities,
                             std::span<const std::uint8_t> labels, std::span<const double> weights,
                             const BootstrapOptions& options) {
  return bootstrap(observe_probabilities(probabilities, labels, weights), options);
}

ScorecardIntervals bootstrap(std::span<const double> probabilities, std::span<const int> labels,
                             std::span<const double> weights, const BootstrapOptions& options) {
  return bootstrap(observe_probabilities(probabilities, labels, weights), options);
}

}  // namespace calibrant
