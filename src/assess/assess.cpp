#include "calibrant/assess.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "assess/refinement.hpp"
#include "metrics/holm.hpp"
#include "metrics/predictions.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

/// Of all tests together.
constexpr double kChance = 1 - kDiagnosisLevel;

double expected_positives(const Observations& seen) {
  double sum = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    sum += (seen.negatives()[k] + seen.positives()[k]) * seen.scores()[k];
  }
  return sum;
}

BootstrapOptions bootstrap_options(const AssessOptions& options) {
  return {.repeats = options.repeats,
          .level = options.level,
          .bins = options.bins,
          .seed = options.seed,
          .execution = options.execution};
}

AssessedRows assess_rows(std::string name, std::size_t rows, const Observations& seen,
                         const AssessOptions& options, double smallest,
                         Diagnosis* diagnosis = nullptr) {
  AssessedRows result = {.name = std::move(name), .rows = rows};
  std::vector<ReliabilityRow> bins;
  const unsigned threads = thread_count(options.execution);
  run_tasks(threads, {[&] {
                        result.card = evaluate(
                            seen, {.bins = options.bins, .execution = {.threads = threads}});
                      },
                      [&] {
                        result.test = calibration_test(seen, {.smallest = smallest});
                        result.expected = expected_positives(seen);
                        bins = reliability(seen, {.bins = options.bins});
                      },
                      [&] {
                        if (diagnosis != nullptr) *diagnosis = diagnose(seen);
                      }});
  if (options.repeats > 0) result.intervals = bootstrap(seen, bootstrap_options(options));
  for (const ReliabilityRow& row : bins) {
    const double positives = row.observed * row.weight;
    const double negatives = std::max(0.0, row.weight - positives);
    result.reliability.push_back(
        {row, exact_binomial_interval(negatives, positives, options.level)});
  }
  return result;
}

/// Which of them are off, all tests together.
void judge(std::vector<AssessedRows>& parts) {
  std::vector<std::optional<double>> p;
  p.reserve(parts.size());
  for (const AssessedRows& part : parts) {
    p.push_back(part.test ? std::optional(part.test->p) : std::nullopt);
  }
  const auto adjusted = metrics::holm(p);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].adjusted_p = adjusted[i];
    parts[i].off = adjusted[i] && *adjusted[i] <= kChance;
  }
}

/// A column's values in some rows; nothing of a column that is absent.
template <class T>
std::vector<T> picked(std::span<const T> column, const std::vector<std::size_t>& rows) {
  std::vector<T> result;
  if (column.empty()) return result;
  result.reserve(rows.size());
  for (const std::size_t i : rows) result.push_back(column[i]);
  return result;
}

bool has_weight(const std::vector<double>& column) {
  return std::ranges::any_of(column, [](double weight) { return weight > 0; });
}

/// Nothing if the rows have no weight.
std::optional<Observations> observe_part(const Subgroups& given,
                                         const std::vector<std::size_t>& rows) {
  const auto probabilities = picked(given.probabilities, rows);
  if (!given.negatives.empty()) {
    const auto negatives = picked(given.negatives, rows);
    const auto positives = picked(given.positives, rows);
    if (!has_weight(negatives) && !has_weight(positives)) return {};
    return observe_counts(probabilities, negatives, positives);
  }
  const auto weights = picked(given.weights, rows);
  if (!weights.empty() && !has_weight(weights)) return {};
  return observe(probabilities, picked(given.labels, rows), weights, {.threads = 1});
}

void check_subgroups(const Subgroups& given) {
  const std::size_t rows = given.probabilities.size();
  check_same_length("subgroups", given.of_row.size(), "probabilities", rows);
  for (const auto& [name, size] :
       {std::pair("labels", given.labels.size()), std::pair("weights", given.weights.size()),
        std::pair("negatives", given.negatives.size()),
        std::pair("positives", given.positives.size())}) {
    if (size > 0) check_same_length(name, size, "probabilities", rows);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    check_class("subgroups", i, given.of_row[i], given.names.size());
  }
}

void assess_subgroups(const Subgroups& given, Assessment& result) {
  check_subgroups(given);
  result.by = given.by;
  std::vector<std::vector<std::size_t>> members(given.names.size());
  for (std::size_t i = 0; i < given.of_row.size(); ++i) members[given.of_row[i]].push_back(i);
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return given.names[i]; });
  const double smallest = metrics::smallest_of(order.size(), kChance);
  for (const std::size_t i : order) {
    if (const auto seen = observe_part(given, members[i])) {
      result.subgroups.push_back(
          assess_rows(given.names[i], members[i].size(), *seen, result.options, smallest));
    } else {
      ++result.weightless;
    }
  }
  judge(result.subgroups);
}

}  // namespace

Assessment assess(const Observations& predictions, std::size_t rows, const AssessOptions& options,
                  const Subgroups* subgroups) {
  check_option_level("level", options.level);
  Assessment result = {.options = options, .predictions = predictions};
  result.all = assess_rows({}, rows, result.predictions, options, metrics::smallest_of(1, kChance),
                           &result.diagnosis);
  if (subgroups != nullptr) assess_subgroups(*subgroups, result);
  result.options.execution.progress = {};  // it may end with the call
  return result;
}

Assessment assess(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                  std::span<const double> weights, const AssessOptions& options) {
  return assess(observe_probabilities(probabilities, labels, weights), probabilities.size(),
                options);
}

MulticlassAssessment assess(const MulticlassPredictions& predictions, std::size_t rows,
                            std::span<const std::string> names, const AssessOptions& options) {
  check_option_level("level", options.level);
  check_same_length("names", names.size(), "predictions", predictions.classes.size());
  MulticlassAssessment result = {.options = options,
                                 .rows = rows,
                                 .top = predictions.top,
                                 .against_rest = predictions.classes};
  result.options.execution.progress = {};
  const Execution execution = {.threads = thread_count(options.execution)};
  result.card =
      evaluate(predictions, {.bins = options.bins, .exact_p = false, .execution = execution});
  result.diagnosis = diagnose(predictions, execution);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const DiagnosedClass& found = result.diagnosis.classes[k];
    result.classes.push_back({.name = names[k],
                              .rows = rows,
                              .card = result.card.classes[k],
                              .expected = found.expected,
                              .adjusted_p = found.p(),
                              .off = found.off()});
  }
  if (options.repeats > 0) result.intervals = bootstrap(predictions, bootstrap_options(options));
  split_losses(predictions, options, result.card, result.intervals);
  return result;
}

}  // namespace calibrant
