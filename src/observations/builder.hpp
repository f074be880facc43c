// The only door into Observations for code that already holds clean, sorted groups.
#pragma once

#include <cstddef>
#include <vector>

#include "calibrant/observations.hpp"
#include "math/join_neighbours.hpp"
#include "system/large_array.hpp"

namespace calibrant {

class ObservationsBuilder {
 public:
  explicit ObservationsBuilder(std::size_t most_groups);

  /// Scores come strictly ascending; one of the two counts is positive.
  void add(double score, double negatives, double positives) {
    arrays_.scores.push_back(score);
    arrays_.negatives.push_back(negatives);
    arrays_.positives.push_back(positives);
  }

  /// Sums up, once, in the order of the scores.
  Observations finish() &&;

  struct Arrays {
    LargeArray scores;
    LargeArray negatives;
    LargeArray positives;
  };
  /// The arrays themselves, still empty, for callers that fill them from several threads.
  Arrays& arrays() { return arrays_; }

  /// For counts of rows, whose sums the caller knows.
  Observations finish_counted(std::size_t negatives, std::size_t positives) &&;

 private:
  Observations made(double negatives, double positives, bool whole) &&;

  Arrays arrays_;
};

inline GroupView view_of(const Observations& observations) {
  return {observations.scores(), observations.negatives(), observations.positives()};
}

/// Neighbouring groups joined until at most `most_groups` are left, of about equal weight each; a
/// joined group stands at the weighted mean of its scores. `ends`, if given, receives one past the
/// last group that went into each.
Observations merge_groups(const Observations& observations, std::size_t most_groups,
                          std::vector<std::size_t>* ends = nullptr);

}  // namespace calibrant
