// Weights act as counts of rows. Two other kinds of weights are common, and both mislead here.
//
// Class weights: one weight for all rows of a class, which brings the classes nearer to equal
// shares (a smaller sum of squared shares). Rows of a class of which only a part was kept have one
// weight, too, and that moves the shares apart again.
//
// Inverse probabilities and other sizes: hardly a weight is a whole number, and they count for many
// more rows than there are. They tell as much as (sum w)^2 / (sum w^2) rows (Kish 1965).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "calibrant/suspicion.hpp"

namespace calibrant {
namespace {

constexpr double kLeastRowsOfAClass = 10;
constexpr double kLeastRows = 50;
constexpr double kMostWholeShare = 0.05;
constexpr double kMaxMeanWeight = 1.5;
constexpr double kEqualWeights = 1e-9;

struct ClassWeights {
  double rows = 0;
  double sum = 0;
  double least = std::numeric_limits<double>::infinity();
  double largest = 0;

  double mean() const { return sum / rows; }
  bool equal() const { return largest - least <= kEqualWeights * largest; }
};

bool look_like_class_weights(std::span<const ClassWeights> classes, const ClassWeights& all) {
  if (classes.size() < 2 || all.equal()) return false;
  double square_before = 0;
  double square_after = 0;
  for (const ClassWeights& one : classes) {
    if (one.rows < kLeastRowsOfAClass || !one.equal()) return false;
    square_before += (one.rows / all.rows) * (one.rows / all.rows);
    square_after += (one.sum / all.sum) * (one.sum / all.sum);
  }
  return square_after < square_before * (1 - kEqualWeights);
}

std::string class_words(std::span<const ClassWeights> classes, const ClassWeights& all) {
  if (classes.size() > 2) {
    return "the weights look like class weights (one for each class): probabilities will be those "
           "of data with other shares of the classes than yours";
  }
  return fmt::format(
      "the weights look like class weights ({:.3g} for each negative, {:.3g} for each positive): "
      "probabilities will be those of data with {:.3g} % positives, and yours have {:.3g} %",
      classes[0].mean(), classes[1].mean(), 100 * classes[1].sum / all.sum,
      100 * classes[1].rows / all.rows);
}

}  // namespace

std::vector<Warning> inspect_weights(std::span<const double> weights,
                                     std::span<const std::uint32_t> labels) {
  std::vector<ClassWeights> classes;
  ClassWeights all;
  double squares = 0;
  double whole = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double weight = weights[i];
    if (weight == 0) continue;
    if (classes.size() <= labels[i]) classes.resize(labels[i] + std::size_t{1});
    for (ClassWeights* into : {&classes[labels[i]], &all}) {
      into->rows += 1;
      into->sum += weight;
      into->least = std::min(into->least, weight);
      into->largest = std::max(into->largest, weight);
    }
    squares += weight * weight;
    whole += weight == std::floor(weight) ? 1 : 0;
  }
  if (look_like_class_weights(classes, all)) {
    return {{Suspicion::kClassWeights, class_words(classes, all)}};
  }
  if (all.rows < kLeastRows || whole > kMostWholeShare * all.rows ||
      all.sum <= kMaxMeanWeight * all.rows || !std::isfinite(squares)) {
    return {};
  }
  return {{Suspicion::kNoCounts,
           fmt::format("the weights are no counts of rows: they add up to {:.4g} and tell as much "
                       "as {:.4g} rows, so intervals will be too narrow (divide the weights by "
                       "{:.3g})",
                       all.sum, all.sum * all.sum / squares, squares / all.sum)}};
}

}  // namespace calibrant
