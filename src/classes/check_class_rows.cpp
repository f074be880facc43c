#include "classes/check_class_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "calibrant/multiclass_metrics.hpp"
#include "observations/against_rest.hpp"

namespace calibrant {
namespace {

void check_scores(std::span<const double> scores, std::size_t classes, ClassInput input,
                  std::span<const std::string> names) {
  for (std::size_t begin = 0; begin < scores.size(); begin += classes) {
    const std::size_t row = begin / classes;
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const double score = scores[begin + k];
      if (!std::isfinite(score)) {
        fail_cell("scores", row, k, fmt::format("{} is not a finite number", score), names);
      }
      if (input == ClassInput::kLogits) continue;
      if (score < 0 || score > 1) {
        fail_cell("scores", row, k, fmt::format("{} is not a probability (0 to 1)", score), names);
      }
      sum += score;
    }
    if (input == ClassInput::kProbabilities && !(std::abs(sum - 1) <= kMostSumError)) {
      throw InputError("scores", row, fmt::format("the row adds up to {:g} (1 was expected)", sum));
    }
  }
}

void check_every_class(std::span<const std::uint32_t> labels, std::span<const double> weights,
                       std::size_t classes, std::span<const std::string> names) {
  std::vector<bool> seen(classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (weights.empty() || weights[i] > 0) seen[labels[i]] = true;
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    const auto k = static_cast<std::size_t>(missing - seen.begin());
    throw InputError(
        "labels", std::nullopt,
        fmt::format("no row has class {} (each class needs one at least)", class_called(k, names)));
  }
}

}  // namespace

ClassInput check_class_rows(std::span<const double> scores, std::span<const std::uint32_t> labels,
                            std::size_t classes, std::span<const double> weights,
                            const ClassOptions& options) {
  check_multiclass_rows("scores", scores, labels, classes, weights);
  const ClassInput input = options.input.value_or(recognise_class_input(scores, classes));
  if (options.input || input == ClassInput::kLogits) {
    check_scores(scores, classes, input, options.names);
  }
  if (options.every_class) check_every_class(labels, weights, classes, options.names);
  return input;
}

}  // namespace calibrant
