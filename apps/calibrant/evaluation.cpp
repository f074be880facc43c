#include "evaluation.hpp"

#include <algorithm>
#include <numeric>

#include "metrics/holm.hpp"
#include "support/parallel.hpp"

namespace calibrant::cli {
namespace {

/// Positives, by the probabilities.
double expected_of(const Observations& seen) {
  double sum = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    sum += (seen.negatives()[k] + seen.positives()[k]) * seen.scores()[k];
  }
  return sum;
}

Evaluation evaluate_observed(std::size_t rows, const Observations& seen,
                             const EvaluationOptions& options, double smallest,
                             Diagnosis* diagnosis = nullptr) {
  Evaluation result;
  result.rows = rows;
  std::vector<ReliabilityRow> bins;
  const unsigned threads = thread_count(options.execution);
  run_tasks(threads, {[&] {
                        result.card = evaluate(
                            seen, {.bins = options.bins, .execution = {.threads = threads}});
                      },
                      [&] {
                        result.test = calibration_test(seen, {.smallest = smallest});
                        result.expected = expected_of(seen);
                        bins = reliability(seen, {.bins = options.bins});
                      },
                      [&] {
                        if (diagnosis != nullptr) *diagnosis = diagnose(seen);
                      }});
  if (options.repeats > 0) {
    result.intervals = bootstrap(seen, {.repeats = options.repeats,
                                        .level = kLevel,
                                        .bins = options.bins,
                                        .seed = options.seed,
                                        .execution = options.execution});
  }
  for (const ReliabilityRow& row : bins) {
    const double positives = row.observed * row.weight;
    const double negatives = std::max(0.0, row.weight - positives);
    result.reliability.push_back({row, exact_binomial_interval(negatives, positives, kLevel)});
  }
  return result;
}

template <class T>
std::vector<T> picked(const std::vector<T>& column, const std::vector<std::size_t>& rows) {
  std::vector<T> result;
  if (column.empty()) return result;
  result.reserve(rows.size());
  for (const std::size_t i : rows) result.push_back(column[i]);
  return result;
}

bool has_weight(const Rows& rows) {
  const auto positive = [](double weight) { return weight > 0; };
  if (!rows.negatives.empty()) {
    return std::ranges::any_of(rows.negatives, positive) ||
           std::ranges::any_of(rows.positives, positive);
  }
  return rows.weights.empty() || std::ranges::any_of(rows.weights, positive);
}

void evaluate_subgroups(const Rows& rows, const EvaluationOptions& options, Findings& findings) {
  std::vector<std::vector<std::size_t>> members(rows.subgroup_names.size());
  for (std::size_t i = 0; i < rows.size(); ++i) members[rows.subgroups[i]].push_back(i);
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return rows.subgroup_names[i]; });
  const double smallest = metrics::smallest_of(order.size(), 1 - kLevel);
  std::vector<std::optional<double>> p;
  for (const std::size_t i : order) {
    Rows part;
    part.scores = picked(rows.scores, members[i]);
    part.labels = picked(rows.labels, members[i]);
    part.weights = picked(rows.weights, members[i]);
    part.negatives = picked(rows.negatives, members[i]);
    part.positives = picked(rows.positives, members[i]);
    if (!has_weight(part)) {
      ++findings.weightless;
      continue;
    }
    findings.subgroups.push_back(
        {rows.subgroup_names[i],
         evaluate_observed(part.size(), observe_rows(part), options, smallest)});
    const auto& test = findings.subgroups.back().evaluation.test;
    p.push_back(test ? std::optional(test->p) : std::nullopt);
  }
  const auto adjusted = metrics::holm(p);
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    findings.subgroups[i].adjusted_p = adjusted[i];
    findings.subgroups[i].off = adjusted[i] && *adjusted[i] <= 1 - kLevel;
  }
}

}  // namespace

Findings evaluate_file(const InputOptions& input, const EvaluationOptions& options) {
  Findings findings;
  findings.file = input.path;
  findings.by = input.by;
  if (input.by) {
    const Rows rows = read_rows(input);
    findings.column = rows.score_column;
    findings.seen = observe_rows(rows);
    findings.all = evaluate_observed(rows.size(), *findings.seen, options,
                                     metrics::smallest_of(1, 1 - kLevel), &findings.diagnosis);
    evaluate_subgroups(rows, options, findings);
  } else {
    Seen seen = read_observations(input);
    findings.column = seen.score_column;
    findings.all = evaluate_observed(seen.rows, seen.observations, options,
                                     metrics::smallest_of(1, 1 - kLevel), &findings.diagnosis);
    findings.seen = std::move(seen.observations);
  }
  return findings;
}

}  // namespace calibrant::cli
