#include "fit/sample.hpp"
#include "csv/observations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "calibrant/multiclass.hpp"
#include "common/counted.hpp"
#include "csv/class_rows.hpp"
#include "csv/number.hpp"

namespace calibrant::cli {

double Sample::weight() const {
  if (!together) return seen[0].weight();
  const std::vector<double> weights = class_weights();
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

std::vector<double> Sample::class_weights() const {
  std::vector<double> weights;
  if (together) {
    weights = together->class_weights(classes.size());
    for (std::size_t k = 0; k < before.size(); ++k) weights[k] += before[k];
    return weights;
  }
  for (const Observations& one : seen) weights.push_back(one.positive_weight());
  return weights;
}

Sample read_sample(const InputOptions& options, const std::optional<ClassColumns>& columns,
                   const ClassNeeds& needs) {
  Sample sample;
  if (columns) {
    ClassRows rows = read_class_rows(options, *columns, needs.rules);
    sample.rows = rows.size();
    sample.classes = columns->classes;
    if (needs.together) {
      sample.together = std::move(rows);
    } else {
      sample.seen =
          observe_multiclass(rows.scores, rows.labels, columns->classes.size(), rows.weights);
    }
  } else if (options.by) {
    const CsvRows rows = read_rows(options);
    sample.rows = rows.size();
    sample.groups = observe_groups({.names = rows.subgroup_names,
                                    .of_row = rows.subgroups,
                                    .scores = rows.scores,
                                    .labels = rows.labels,
                                    .weights = rows.weights,
                                    .negatives = rows.negatives,
                                    .positives = rows.positives});
    sample.seen.push_back(calibrant::together(sample.groups));
  } else {
    Seen seen = read_observations(options);
    sample.rows = seen.rows;
    sample.seen.push_back(std::move(seen.observations));
  }
  return sample;
}

void add_old(const StoredModel& old, double forget, Sample& sample) {
  if (sample.together) {
    sample.before = reweigh(kept_of(old).rows, forget).class_weights();
  } else {
    sample.seen = absorb(old, sample.seen, forget).observations;
  }
}

std::vector<Warning> inspect(const Sample& sample) {
  if (sample.classes.empty()) return calibrant::inspect(sample.seen[0]);
  return inspect_classes(shown(sample.classes), sample.class_weights());
}

std::string words_of(const Sample& sample) {
  const double weight = sample.weight();
  const auto percent = [weight](double part) {
    return fmt::format("{:.4g} %", 100 * part / weight);
  };
  if (sample.classes.empty()) {
    const Observations& seen = sample.seen[0];
    return fmt::format(
        "with {}, {} of them positive",
        counted(static_cast<double>(seen.groups()), "distinct score", "distinct scores"),
        percent(seen.positive_weight()));
  }
  constexpr std::size_t kMostShares = 12;  // as in `listed`
  const std::vector<double> weights = sample.class_weights();
  std::vector<std::string> shares;
  for (std::size_t k = 0; k < std::min(sample.classes.size(), kMostShares); ++k) {
    shares.push_back(fmt::format("{} {}", shown(sample.classes[k]), percent(weights[k])));
  }
  std::string text =
      fmt::format("of {} classes: {}", sample.classes.size(), fmt::join(shares, ", "));
  if (sample.classes.size() > kMostShares) {
    text += fmt::format(" and {} more", sample.classes.size() - kMostShares);
  }
  return text;
}

}  // namespace calibrant::cli
