// The order is wrong if a curve that may fall predicts labels better, by more than `kClearly` in
// log likelihood, than its projection that may not: labels that neither of them has seen, over five
// folds. A curve that gains less than that on the labels it was fitted to is not asked further, and
// neither is one that gains fifty times as much: a fall so large is seen on any four fifths.
#include "auto/order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "auto/mixture.hpp"
#include "auto/monotone.hpp"
#include "calibrant/curve.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"
#include "observations/builder.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

constexpr double kClearly = 1;
constexpr double kBeyondDoubt = 50;
constexpr std::size_t kFolds = 5;
constexpr std::size_t kMostGroups = 256;  // a fall is no matter of detail
constexpr std::size_t kScreeningGroups = 128;
constexpr double kMostPieces = 64;

using Counts = std::vector<double>;

// The rows of one class, dealt to the folds by a hash of the place, so that no order of the rows
// matters. Many rows at one place go in pieces.
std::array<Counts, kFolds> dealt(std::span<const double> counts, std::uint64_t label) {
  std::array<Counts, kFolds> folds;
  folds.fill(Counts(counts.size(), 0.0));
  for (std::size_t k = 0; k < counts.size(); ++k) {
    RandomStream random(label, k);
    const double piece = std::max(1.0, counts[k] / kMostPieces);
    double left = counts[k];
    while (left > 0) {
      folds[random.below(kFolds)][k] += std::min(left, piece);
      left -= piece;
    }
  }
  return folds;
}

double likelihood_of(const Curve& curve, std::span<const double> scores, const Counts& negatives,
                     const Counts& positives) {
  double sum = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const double z = log_odds_of(curve(scores[k]));
    sum += positives[k] * z - (negatives[k] + positives[k]) * softplus(z);
  }
  return sum;
}

// What a curve that may fall gains on the labels of a fold that it has not seen.
double gain_on(std::size_t fold, const Observations& groups,
               const std::array<Counts, kFolds>& negatives,
               const std::array<Counts, kFolds>& positives, const Execution& execution) {
  Counts a(groups.negatives().begin(), groups.negatives().end());
  Counts b(groups.positives().begin(), groups.positives().end());
  for (std::size_t k = 0; k < a.size(); ++k) {
    a[k] = std::max(a[k] - negatives[fold][k], 0.0);
    b[k] = std::max(b[k] - positives[fold][k], 0.0);
  }
  if (std::ranges::max(a) + std::ranges::max(b) == 0) return 0;  // nothing else was seen
  const Observations seen = observe_counts(groups.scores(), a, b);
  const Mixture mixture =
      average_candidates(seen, execution, {.screening_groups = kScreeningGroups});
  Blend::Curved curved = Blend(mixture).curve();
  Segments ordered = curved.segments;
  ordered.values = ascending(ordered.values, knot_weights(curved, mixture.resolution.observations));
  return likelihood_of(Curve(std::move(curved.segments)), groups.scores(), negatives[fold],
                       positives[fold]) -
         likelihood_of(Curve(std::move(ordered)), groups.scores(), negatives[fold],
                       positives[fold]);
}

}  // namespace

std::vector<double> knot_weights(const Blend::Curved& curved, const Observations& groups) {
  const double little = 1e-6 * groups.weight() / static_cast<double>(curved.places.size());
  std::vector<double> weights;
  std::size_t next = 0;
  for (const double knot : curved.segments.knots) {
    const bool is_group = next < groups.groups() && knot == groups.scores()[next];
    weights.push_back(is_group ? groups.negatives()[next] + groups.positives()[next] : little);
    if (is_group) ++next;
  }
  return weights;
}

bool order_is_wrong(const Blend::Curved& curved, const std::vector<double>& ordered,
                    const Observations& groups, const Execution& execution) {
  const Counts a(groups.negatives().begin(), groups.negatives().end());
  const Counts b(groups.positives().begin(), groups.positives().end());
  const double fitted =
      likelihood_of(Curve(curved.segments), groups.scores(), a, b) -
      likelihood_of(Curve(Segments{curved.segments.knots, ordered}), groups.scores(), a, b);
  if (fitted <= kClearly) return false;
  if (fitted > kBeyondDoubt) return true;
  const Observations merged = merge_groups(groups, kMostGroups);
  const auto negatives = dealt(merged.negatives(), 0);
  const auto positives = dealt(merged.positives(), 1);
  double gain = 0;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    gain += gain_on(fold, merged, negatives, positives, execution);
  }
  return gain > kClearly;
}

}  // namespace calibrant
