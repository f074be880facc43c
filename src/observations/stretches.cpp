#include "observations/stretches.hpp"

#include <hwy/contrib/sort/vqsort.h>

namespace calibrant {
namespace {

// How many scores equal `score` from sorted[begin] on.
std::size_t run_length(const double* sorted, std::size_t begin, std::size_t end, double score) {
  std::size_t k = begin;
  while (k < end && sorted[k] == score) ++k;
  return k - begin;
}

}  // namespace

void merge_stretch(const ObservationsBuilder::Arrays& arrays, Stretch& stretch) {
  double* const negative = arrays.negatives.data();
  double* const positive = arrays.positives.data();
  const std::size_t end = stretch.end();
  std::size_t i = end - stretch.negatives;
  std::size_t j = end - stretch.positives;
  const hwy::Sorter sort;
  sort(negative + i, stretch.negatives, hwy::SortAscending());
  sort(positive + j, stretch.positives, hwy::SortAscending());

  std::size_t group = stretch.first;
  const auto write = [&](double score, std::size_t a, std::size_t b) {
    arrays.scores[group] = score;
    negative[group] = static_cast<double>(a);
    positive[group] = static_cast<double>(b);
    ++group;
    i += a;
    j += b;
  };
  while (i < end && j < end) {
    // Which class comes next is a coin's toss: arithmetic, not a branch. Ties are the rare case.
    const double x = negative[i];
    const double y = positive[j];
    const double score = y < x ? y : x;
    std::size_t a = x <= y ? 1 : 0;
    std::size_t b = y <= x ? 1 : 0;
    if ((i + a < end && negative[i + a] == score) || (j + b < end && positive[j + b] == score)) {
      a = run_length(negative, i, end, score);
      b = run_length(positive, j, end, score);
    }
    write(score, a, b);
  }
  while (i < end) {
    const double score = negative[i];
    write(score, run_length(negative, i, end, score), 0);
  }
  while (j < end) {
    const double score = positive[j];
    write(score, 0, run_length(positive, j, end, score));
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
