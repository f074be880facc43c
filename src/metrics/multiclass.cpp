// Rows of several classes, as the measures want to see them.
#include "calibrant/multiclass_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/compensated_sum.hpp"
#include "observations/against_rest.hpp"
#include "support/read_once.hpp"

namespace calibrant {
namespace {

void check_row(std::span<const double> row, std::size_t i) {
  CompensatedSum sum;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (!(row[k] >= 0 && row[k] <= 1)) {
      fail_cell("probabilities", i, k, fmt::format("{} is not a probability (0 to 1)", row[k]));
    }
    sum.add(row[k]);
  }
  if (std::abs(sum.value() - 1) > kMostSumError) {
    throw InputError("probabilities", i,
                     fmt::format("the row adds up to {:.6g} (1 was expected)", sum.value()));
  }
}

template <class Label>
MulticlassPredictions observe_rows(std::span<const double> probabilities,
                                   std::span<const Label> labels, std::size_t classes,
                                   std::span<const double> weights) {
  check_multiclass_rows("probabilities", probabilities, labels, classes, weights);
  std::vector<double> top(labels.size());
  std::vector<double> own(labels.size());
  std::vector<std::uint8_t> right(labels.size());
  std::vector<double> brier(labels.size());
  std::vector<std::uint32_t> checked(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = probabilities.subspan(i * classes, classes);
    check_row(row, i);
    const auto largest = std::ranges::max_element(row);
    // A class even if another thread has changed the label since it was checked.
    const auto label = std::min(static_cast<std::size_t>(read_once(labels, i)), classes - 1);
    checked[i] = static_cast<std::uint32_t>(label);
    top[i] = *largest;
    own[i] = row[label];
    right[i] = largest - row.begin() == static_cast<std::ptrdiff_t>(label) ? 1 : 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const double off = row[k] - (k == label ? 1 : 0);
      brier[i] += off * off;
    }
  }
  const std::vector<std::uint8_t> ones(labels.size(), 1);
  return {.top = observe(top, right, weights, {.threads = 1}),
          .own = observe(own, ones, weights, {.threads = 1}),
          .classes = observe_against_rest(probabilities, labels, classes, weights),
          .row_brier = std::move(brier),
          .row_weights = {weights.begin(), weights.end()},
          .probabilities = {probabilities.begin(), probabilities.end()},
          .labels = std::move(checked)};
}

}  // namespace

MulticlassPredictions observe_predictions(std::span<const double> probabilities,
                                          std::span<const std::uint32_t> labels,
                                          std::size_t classes, std::span<const double> weights) {
  return observe_rows(probabilities, labels, classes, weights);
}

MulticlassPredictions observe_predictions(std::span<const double> probabilities,
                                          std::span<const int> labels, std::size_t classes,
                                          std::span<const double> weights) {
  return observe_rows(probabilities, labels, classes, weights);
}

}  // namespace calibrant
