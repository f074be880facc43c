// Cheap looks at data that is legal and yet hardly what its owner means.
//
// Reversed: the AUC lies below 1/2 by more than chance. If scores and labels had nothing to do with
// each other, the AUC would have the mean 1/2 and the variance
//
//   (1 - sum t (t^2 - 1) / (N (N^2 - 1))) (N + 1) / (12 A B)
//
// with A negatives, B positives, N of both, and t the weight of each group of ties (Mann & Whitney
// 1947; ties: Lehmann 1975).
#include "calibrant/suspicion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "calibrant/metrics.hpp"
#include "math/compensated_sum.hpp"

namespace calibrant {
namespace {

constexpr double kMinRows = 50;
constexpr double kMinOfAClass = 10;
constexpr double kMinPercentage = 50;
/// Weak scores are no reason to warn, however many rows show that they are worse than a coin.
constexpr double kMaxReversedAuc = 0.45;
constexpr double kReversedDeviations = 3;

/// Standard deviation of the AUC of scores that have nothing to do with the labels.
double auc_deviation(const Observations& observations) {
  const double n = observations.weight();
  CompensatedSum ties;
  for (std::size_t k = 0; k < observations.groups(); ++k) {
    const double t = (observations.negatives()[k] + observations.positives()[k]) / n;
    ties.add(t * (t * t - 1 / n / n));
  }
  const double untied = 1 - ties.value() / (1 - 1 / n / n);
  return std::sqrt(untied * (n + 1) / 12 / observations.negative_weight() /
                   observations.positive_weight());
}

std::string weight_words(const Totals& totals, double weight, std::string_view what) {
  if (!totals.whole) return fmt::format("{}s of total weight {:.3g}", what, weight);
  return fmt::format("{:.0f} {}{}", weight, what, weight == 1 ? "" : "s");
}

}  // namespace

std::vector<Warning> inspect_totals(const Totals& totals) {
  std::vector<Warning> warnings;
  const auto warn = [&](Suspicion suspicion, std::string message) {
    warnings.push_back({suspicion, std::move(message)});
  };
  const auto& [negatives, positives, whole, least, largest] = totals;
  const bool one_class = negatives == 0 || positives == 0;
  if (least >= 0 && largest > kMinPercentage && largest <= 100) {
    warn(Suspicion::kPercentages,
         fmt::format("the scores look like percentages ({:.3g} to {:.3g}): divide them by 100 if "
                     "they are",
                     std::round(least * 100) / 100, largest));
  }
  if (one_class) {
    warn(Suspicion::kOneClass,
         fmt::format("all labels are {}, so nothing can be learned about the other class",
                     negatives == 0 ? 1 : 0));
  }
  if (negatives + positives < kMinRows) {
    warn(Suspicion::kFewRows,
         fmt::format("only {}: too few to calibrate or to judge (50 are the least)",
                     weight_words(totals, negatives + positives, "row")));
  }
  const double fewer = std::min(negatives, positives);
  if (!one_class && fewer < kMinOfAClass) {
    warn(Suspicion::kFewOfAClass,
         fmt::format("only {}: too few to calibrate or to judge (10 are the least)",
                     weight_words(totals, fewer, negatives < positives ? "negative" : "positive")));
  }
  if (least == largest) {
    warn(Suspicion::kEqualScores,
         fmt::format("all scores equal {:.6g}, so every row gets the same probability", least));
  }
  return warnings;
}

std::vector<Warning> inspect(const Observations& observations) {
  std::vector<Warning> warnings = inspect_totals({.negatives = observations.negative_weight(),
                                                  .positives = observations.positive_weight(),
                                                  .whole = observations.whole(),
                                                  .least = observations.scores().front(),
                                                  .largest = observations.scores().back()});
  if (const auto area = auc(observations);
      area && observations.groups() > 1 && *area < kMaxReversedAuc &&
      *area < 0.5 - kReversedDeviations * auc_deviation(observations)) {
    warnings.insert(
        warnings.begin(),
        {Suspicion::kReversed,
         fmt::format("the scores run the wrong way (AUC {:.2f}): are they the probability of the "
                     "other class?",
                     *area)});
  }
  return warnings;
}

std::vector<Warning> inspect_classes(std::span<const std::string> names,
                                     std::span<const double> weights) {
  constexpr std::size_t kMostNames = 5;
  std::vector<Warning> warnings;
  double total = 0;
  std::vector<std::string> scarce;
  std::size_t few = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    total += weights[k];
    if (weights[k] >= kMinOfAClass) continue;
    if (++few <= kMostNames) scarce.push_back(fmt::format("{} {:.3g}", names[k], weights[k]));
  }
  if (total < kMinRows) {
    warnings.push_back(
        {Suspicion::kFewRows,
         fmt::format("only {:.3g} row{}: too few to calibrate or to judge (50 are the least)",
                     total, total == 1 ? "" : "s")});
  }
  if (few > 0) {
    if (few > kMostNames) scarce.push_back("...");
    warnings.push_back(
        {Suspicion::kFewOfAClass,
         fmt::format("{} of {} classes {} fewer than 10 rows ({}): too few to calibrate or to "
                     "judge",
                     few, names.size(), few == 1 ? "has" : "have", fmt::join(scarce, ", "))});
  }
  return warnings;
}

}  // namespace calibrant
