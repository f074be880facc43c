// Rows without weights, sorted and counted by several threads, in no more memory than the result.
//
// The scale is cut into stretches, one for each thread. Each has its part of the three arrays of
// the result, with a place for every row: the scores of its negatives first stand at the end of its
// part of `negatives`, those of its positives at the end of its part of `positives`. There they are
// sorted, and from there merged into groups, from the front of the part on.
//
// The merge never overwrites what it has yet to read. With A negatives and B positives in the
// stretch, i and j of them read, at most i + j groups are written, and the next negative stands at
// place B + i: it is overwritten by the group of its own, or never, since j < B when it is not yet
// read. The same holds for positives.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "calibrant/observations.hpp"
#include "observations/builder.hpp"
#include "support/parallel.hpp"

namespace calibrant {

inline constexpr std::size_t kMostStretches = 32;

/// Where the scale is cut: a score belongs to the stretch whose number is that of the cuts not
/// above it. No result depends on the cuts, only the balance of the work.
class Cuts {
 public:
  /// Quantiles of the sample.
  Cuts(std::vector<double> sample, std::size_t stretches) : count_(stretches - 1) {
    std::sort(sample.begin(), sample.end());
    for (std::size_t k = 0; k < count_; ++k) {
      cuts_[k] = sample[sample.size() * (k + 1) / stretches];
    }
  }

  std::size_t stretch(double score) const {
    std::size_t result = 0;
    for (std::size_t k = 0; k < count_; ++k) result += score >= cuts_[k] ? 1U : 0U;
    return result;
  }

 private:
  std::array<double, kMostStretches> cuts_ = {};
  std::size_t count_;
};

/// Rows of each stretch and label.
using StretchRows = std::array<std::array<std::size_t, 2>, kMostStretches>;

/// A stretch in the arrays of the result: its first place, its rows, and at last its groups.
struct Stretch {
  std::size_t first = 0;
  std::size_t negatives = 0;
  std::size_t positives = 0;
  std::size_t groups = 0;
  std::size_t end() const { return first + negatives + positives; }
};

/// Sorts and merges one stretch in place.
void merge_stretch(const ObservationsBuilder::Arrays& arrays, Stretch& stretch);

/// Moves the groups of all stretches together: where rows were tied there are fewer than places.
void close_gaps(LargeArray& values, const std::vector<Stretch>& stretches);

/// `Rows` has size() > 0, score(i), and each(begin, end, visit), which calls visit(score, label)
/// for a part of the rows. Scores are finite, none is -0.0. The same bits for any number of
/// threads.
template <class Rows>
Observations observe_stretches(const Rows& rows, unsigned threads) {
  const std::size_t size = rows.size();
  const unsigned parts = std::clamp<unsigned>(threads, 1, kMostStretches);
  std::vector<double> sample(std::min(size, std::size_t{64} * parts));
  for (std::size_t k = 0; k < sample.size(); ++k) sample[k] = rows.score(size * k / sample.size());
  const Cuts cuts(std::move(sample), parts);

  std::vector<StretchRows> counts(parts, StretchRows{});
  run_parts(parts, size, [&](std::size_t part, std::size_t begin, std::size_t end) {
    StretchRows mine = {};
    rows.each(begin, end,
              [&](double score, std::size_t label) { ++mine[cuts.stretch(score)][label]; });
    counts[part] = mine;
  });

  std::vector<Stretch> stretches(parts);
  ObservationsBuilder builder(size);
  const ObservationsBuilder::Arrays arrays = builder.arrays();
  for (auto* array : {&arrays.scores, &arrays.negatives, &arrays.positives}) array->resize(size);
  // Where each part of the rows puts its next score, by stretch and label.
  using Places = std::array<std::array<double*, 2>, kMostStretches>;
  std::vector<Places> places(parts, Places{});
  std::array<std::size_t, 2> total = {};
  for (std::size_t s = 0, first = 0; s < parts; ++s) {
    Stretch& stretch = stretches[s];
    stretch.first = first;
    for (const StretchRows& part : counts) {
      stretch.negatives += part[s][0];
      stretch.positives += part[s][1];
    }
    first = stretch.end();
    std::array<double*, 2> next = {arrays.negatives.data() + first - stretch.negatives,
                                   arrays.positives.data() + first - stretch.positives};
    for (std::size_t p = 0; p < parts; ++p) {
      places[p][s] = next;
      for (const std::size_t label : {0U, 1U}) next[label] += counts[p][s][label];
    }
    total[0] += stretch.negatives;
    total[1] += stretch.positives;
  }
  run_parts(parts, size, [&](std::size_t part, std::size_t begin, std::size_t end) {
    Places mine = places[part];
    rows.each(begin, end, [&](double score, std::size_t label) {
      *mine[cuts.stretch(score)][label]++ = score;
    });
  });

  run_parts(parts, parts, [&](std::size_t part, std::size_t /*begin*/, std::size_t /*end*/) {
    merge_stretch(arrays, stretches[part]);
  });
  for (auto* array : {&arrays.scores, &arrays.negatives, &arrays.positives}) {
    close_gaps(*array, stretches);
  }
  return std::move(builder).finish_counted(total[0], total[1]);
}

}  // namespace calibrant
