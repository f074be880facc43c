#include "classes/curve_parts.hpp"

#include <algorithm>
#include <vector>

#include "calibrant/auto.hpp"
#include "calibrant/simplify.hpp"
#include "observations/builder.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;

// Neighbours are joined until at most about `max_groups` are left. Each class takes half of them:
// where one is rare, groups of equal weight would leave it hardly any.
Observations join_by_class(const Observations& seen, std::size_t max_groups) {
  if (seen.groups() <= max_groups) return seen;
  const auto share = [](double count, double all) { return all > 0 ? count / all : 0; };
  const auto shares = [&](const JoinedGroup& joined) {
    return share(joined.negatives, seen.negative_weight()) +
           share(joined.positives, seen.positive_weight());
  };
  ObservationsBuilder builder(max_groups + 1);
  double before = 0;  // of 2: the shares of both classes in the groups that are done
  std::size_t cell = 1;
  const auto reaches = [&](double done) {
    return done * static_cast<double>(max_groups) >= 2 * static_cast<double>(cell);
  };
  join_neighbours(
      view_of(seen),
      [&](const JoinedGroup& joined, std::size_t /*k*/) {
        return !reaches(before + shares(joined));
      },
      [&](const JoinedGroup& joined) {
        builder.add(joined.place, joined.negatives, joined.positives);
        before += shares(joined);
        while (reaches(before)) ++cell;
      });
  return std::move(builder).finish();
}

}  // namespace

CurveParts fit_curve_parts(const FoldRows& rows, const AlignedVector& probabilities,
                           BlockRange left_out, std::size_t max_groups) {
  constexpr double kCurveTolerance = 1e-4;
  const std::size_t classes = rows.classes();
  std::vector<double> scores;
  std::vector<std::uint8_t> own;
  std::vector<double> weights;
  const auto collect = [&](const auto& read) {
    scores.clear();
    own.clear();
    weights.clear();
    for (std::size_t i = 0; i < rows.labels().size(); ++i) {
      const std::size_t block = i / kRowBlock;
      if (rows.weights()[i] == 0 || (block >= left_out.begin && block < left_out.end)) continue;
      const auto [score, positive] =
          read(&probabilities[block * classes * kRowBlock + i % kRowBlock], rows.labels()[i]);
      scores.push_back(score);
      own.push_back(positive ? 1 : 0);
      weights.push_back(rows.weights()[i]);
    }
    const Observations seen =
        join_by_class(observe(scores, own, weights, {.threads = 1}), max_groups);
    return simplify(fit_auto(seen, {.execution = {.threads = 1}}), kCurveTolerance);
  };
  OneVsRestPart rest;
  for (std::size_t k = 0; k < classes; ++k) {
    rest.curves.push_back(collect([k](const double* row, std::size_t label) {
      return std::pair(row[k * kRowBlock], label == k);
    }));
  }
  Curve top = collect([classes](const double* row, std::size_t label) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < classes; ++k) {
      if (row[k * kRowBlock] > row[best * kRowBlock]) best = k;
    }
    return std::pair(row[best * kRowBlock], label == best);
  });
  return {std::move(rest), {std::move(top)}};
}

}  // namespace calibrant
