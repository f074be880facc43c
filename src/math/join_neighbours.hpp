// Neighbouring groups joined into fewer: what a joined group holds, and where it stands. Which
// neighbours belong together is the caller's rule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace calibrant {

/// Groups at ascending places, each with the weight of its negatives and of its positives.
struct GroupView {
  std::span<const double> places;
  std::span<const double> negatives;
  std::span<const double> positives;

  std::size_t size() const { return places.size(); }
  double weight(std::size_t k) const { return negatives[k] + positives[k]; }
};

/// Groups that own their numbers.
struct GroupArrays {
  std::vector<double> places;
  std::vector<double> negatives;
  std::vector<double> positives;

  std::size_t size() const { return places.size(); }
  GroupView view() const { return {places, negatives, positives}; }
  void add(double place, double a, double b) {
    places.push_back(place);
    negatives.push_back(a);
    positives.push_back(b);
  }
  void clear() {
    places.clear();
    negatives.clear();
    positives.clear();
  }
};

/// The groups [first, end) as one.
struct JoinedGroup {
  std::size_t first = 0;
  std::size_t end = 0;
  double negatives = 0;
  double positives = 0;
  double place = 0;  ///< the weighted mean; exact for a single group

  double weight() const { return negatives + positives; }
};

/// Calls take(joined) for one joined group after the other. joins(joined, k) says whether the
/// neighbour k belongs to them, whose place is not yet known.
template <class Joins, class Take>
void join_neighbours(const GroupView& groups, const Joins& joins, const Take& take) {
  for (std::size_t k = 0; k < groups.size();) {
    JoinedGroup joined = {.first = k};
    const double lowest = groups.places[k];
    double offset = 0;  // never negative, so that an overflow ends at the highest place
    do {
      joined.negatives += groups.negatives[k];
      joined.positives += groups.positives[k];
      offset += groups.weight(k) * (groups.places[k] - lowest);
      joined.end = ++k;
    } while (k < groups.size() && joins(joined, k));
    joined.place = std::clamp(lowest + offset / joined.weight(), lowest, groups.places[k - 1]);
    take(joined);
  }
}

}  // namespace calibrant
