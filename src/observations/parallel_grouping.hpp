// Rows without weights, sorted and counted by several threads, in no more memory than the result.
//
// The scale is cut into stretches, one for each thread. Each has its part of the three arrays of
// the result, with a place for every row: the scores of its negatives first stand at the end of its
// part of `negatives`, those of its positives at the end of its part of `positives`. There they are
// sorted, as whole numbers (ordered_key.hpp), and from there merged into groups, from the front of
// the part on.
//
// The merge never overwrites what it has yet to read. With A negatives and B positives in the
// stretch, i and j of them read, at most i + j groups are written, and the next negative stands at
// place B + i: it is overwritten by the group of its own, or never, since j < B when it is not yet
// read. The same holds for positives.
//
// The rows belong to the caller, who may change them meanwhile (support/read_once.hpp). So what is
// checked is the copy that is sorted, labels are cut to one bit, and no place is filled twice:
// several threads count the rows of each stretch first, and read the rows again to move them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "calibrant/observations.hpp"
#include "math/ordered_bits.hpp"
#include "observations/builder.hpp"
#include "support/parallel.hpp"

namespace calibrant {

inline constexpr std::size_t kMostStretches = 32;

/// Where the scale is cut: a key belongs to the stretch whose number is that of the cuts not above
/// it. No result depends on the cuts, only the balance of the work.
class Cuts {
 public:
  /// Quantiles of the sample.
  Cuts(std::vector<std::int64_t> sample, std::size_t stretches) : count_(stretches - 1) {
    std::sort(sample.begin(), sample.end());
    for (std::size_t k = 0; k < count_; ++k) {
      cuts_[k] = sample[sample.size() * (k + 1) / stretches];
    }
  }

  std::size_t stretch(std::int64_t key) const {
    std::size_t result = 0;
    for (std::size_t k = 0; k < count_; ++k) result += key >= cuts_[k] ? 1U : 0U;
    return result;
  }

 private:
  std::array<std::int64_t, kMostStretches> cuts_ = {};
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

/// Places for keys, filled from the last one down to `limit`.
struct Slot {
  double* next = nullptr;
  double* limit = nullptr;

  bool full() const { return next == limit; }
  void put(std::int64_t key) { std::memcpy(--next, &key, sizeof key); }
};
/// Those of one part of the rows, by stretch and label.
using Slots = std::array<std::array<Slot, 2>, kMostStretches>;

/// Lays out the stretches one after the other, and in each the places for each part of the rows.
std::vector<Slots> lay_out(const std::vector<StretchRows>& counts,
                           ObservationsBuilder::Arrays& arrays, std::vector<Stretch>& stretches);

/// Sorts the keys of one stretch and merges them in place.
void merge_stretch(ObservationsBuilder::Arrays& arrays, Stretch& stretch);

/// Moves the groups of all stretches together: where rows were tied there are fewer than places.
void close_gaps(LargeArray& values, const std::vector<Stretch>& stretches);

/// `Rows` has size() > 0, score(i), and each(begin, end, visit), which calls visit(score, label)
/// for a part of the rows and returns whether they were clean: finite scores, labels 0 or 1. None
/// is -0.0, and the label visited is 0 or 1 in any case. The same bits for any number of threads.
/// Nothing if rows were not clean, or changed while they were read.
template <class Rows>
std::optional<Observations> group_in_parallel(const Rows& rows, unsigned threads) {
  const std::size_t size = rows.size();
  const unsigned parts = std::clamp<unsigned>(threads, 1, kMostStretches);
  std::vector<std::int64_t> sample(std::min(size, std::size_t{64} * parts));
  for (std::size_t k = 0; k < sample.size(); ++k) {
    sample[k] = ordered_bits(rows.score(size * k / sample.size()));
  }
  const Cuts cuts(std::move(sample), parts);

  ObservationsBuilder builder(size);
  ObservationsBuilder::Arrays& arrays = builder.arrays();
  for (auto* array : {&arrays.scores, &arrays.negatives, &arrays.positives}) array->resize(size);
  std::vector<Stretch> stretches(parts);
  std::vector<Slots> slots(1);
  if (parts == 1) {
    // A single stretch has all the places of both arrays, so nothing need be counted first.
    slots[0][0] = {Slot{arrays.negatives.data() + size, arrays.negatives.data()},
                   Slot{arrays.positives.data() + size, arrays.positives.data()}};
  } else {
    std::vector<StretchRows> counts(parts, StretchRows{});
    run_parts(parts, size, [&](std::size_t part, std::size_t begin, std::size_t end) {
      StretchRows mine = {};
      rows.each(begin, end, [&](double score, std::size_t label) {
        ++mine[cuts.stretch(ordered_bits(score))][label];
      });
      counts[part] = mine;
    });
    slots = lay_out(counts, arrays, stretches);
  }

  std::atomic<bool> good = true;
  run_parts(parts, size, [&](std::size_t part, std::size_t begin, std::size_t end) {
    Slots mine = slots[part];
    bool room = true;
    const bool clean = rows.each(begin, end, [&](double score, std::size_t label) {
      const std::int64_t key = ordered_bits(score);
      Slot& slot = mine[cuts.stretch(key)][label];
      if (slot.full()) {
        room = false;
      } else {
        slot.put(key);
      }
    });
    // As many rows as places, so if none lacked a place all places are filled.
    if (!clean || !room) good = false;
    slots[part] = mine;
  });
  if (!good) return {};
  if (parts == 1) {
    for (const std::size_t label : {0U, 1U}) {
      const auto left =
          static_cast<std::size_t>(slots[0][0][label].next - slots[0][0][label].limit);
      (label == 0 ? stretches[0].negatives : stretches[0].positives) = size - left;
    }
  }

  run_parts(parts, parts, [&](std::size_t part, std::size_t /*begin*/, std::size_t /*end*/) {
    merge_stretch(arrays, stretches[part]);
  });
  for (auto* array : {&arrays.scores, &arrays.negatives, &arrays.positives}) {
    close_gaps(*array, stretches);
  }
  std::array<std::size_t, 2> total = {};
  for (const Stretch& stretch : stretches) {
    total[0] += stretch.negatives;
    total[1] += stretch.positives;
  }
  return std::move(builder).finish_counted(total[0], total[1]);
}

}  // namespace calibrant
