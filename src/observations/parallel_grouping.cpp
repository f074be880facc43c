#include "observations/parallel_grouping.hpp"

#include <span>

#include "observations/sort.hpp"

namespace calibrant {
namespace {

// Keys in the places of doubles, which copying bytes allows.
class Keys {
 public:
  explicit Keys(const LargeArray& places) : places_(places.data()) {}

  std::int64_t operator[](std::size_t i) const {
    std::int64_t key;
    std::memcpy(&key, places_ + i, sizeof key);
    return key;
  }

  // How many keys equal `key` from number `begin` on.
  std::size_t run_length(std::size_t begin, std::size_t end, std::int64_t key) const {
    std::size_t k = begin;
    while (k < end && (*this)[k] == key) ++k;
    return k - begin;
  }

 private:
  const double* places_;
};

void sort_places(LargeArray& places, std::size_t begin, std::size_t end) {
  static_assert(sizeof(std::int64_t) == sizeof(double));
  sort_keys(std::span(reinterpret_cast<std::int64_t*>(places.data()) + begin, end - begin));
}

}  // namespace

std::vector<Slots> lay_out(const std::vector<StretchRows>& counts,
                           ObservationsBuilder::Arrays& arrays, std::vector<Stretch>& stretches) {
  std::vector<Slots> slots(counts.size(), Slots{});
  std::size_t first = 0;
  for (std::size_t s = 0; s < stretches.size(); ++s) {
    Stretch& stretch = stretches[s];
    stretch.first = first;
    for (const StretchRows& part : counts) {
      stretch.negatives += part[s][0];
      stretch.positives += part[s][1];
    }
    first = stretch.end();
    std::array<double*, 2> end = {arrays.negatives.data() + first, arrays.positives.data() + first};
    for (std::size_t p = 0; p < counts.size(); ++p) {
      for (const std::size_t label : {0U, 1U}) {
        double* const limit = end[label] - counts[p][s][label];
        slots[p][s][label] = {.next = end[label], .limit = limit};
        end[label] = limit;
      }
    }
  }
  return slots;
}

void merge_stretch(ObservationsBuilder::Arrays& arrays, Stretch& stretch) {
  const std::size_t end = stretch.end();
  std::size_t i = end - stretch.negatives;
  std::size_t j = end - stretch.positives;
  sort_places(arrays.negatives, i, end);
  sort_places(arrays.positives, j, end);

  const Keys negative(arrays.negatives);
  const Keys positive(arrays.positives);
  std::size_t group = stretch.first;
  const auto write = [&](std::int64_t key, std::size_t a, std::size_t b) {
    arrays.scores[group] = from_ordered_bits(key);
    arrays.negatives[group] = static_cast<double>(a);
    arrays.positives[group] = static_cast<double>(b);
    ++group;
    i += a;
    j += b;
  };
  while (i < end && j < end) {
    // Which class comes next is a coin's toss: arithmetic, not a branch. Ties are the rare case.
    const std::int64_t x = negative[i];
    const std::int64_t y = positive[j];
    const std::int64_t key = y < x ? y : x;
    std::size_t a = x <= y ? 1 : 0;
    std::size_t b = y <= x ? 1 : 0;
    if ((i + a < end && negative[i + a] == key) || (j + b < end && positive[j + b] == key)) {
      a = negative.run_length(i, end, key);
      b = positive.run_length(j, end, key);
    }
    write(key, a, b);
  }
  while (i < end) {
    const std::int64_t key = negative[i];
    write(key, negative.run_length(i, end, key), 0);
  }
  while (j < end) {
    const std::int64_t key = positive[j];
    write(key, 0, positive.run_length(j, end, key));
  }
  stretch.groups = group - stretch.first;
}

void close_gaps(LargeArray& values, const std::vector<Stretch>& stretches) {
  auto end = values.begin();
  for (const Stretch& stretch : stretches) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(stretch.first);
    const auto stop = begin + static_cast<std::ptrdiff_t>(stretch.groups);
    end = begin == end ? stop : std::move(begin, stop, end);
  }
  values.erase(end, values.end());
}

}  // namespace calibrant
