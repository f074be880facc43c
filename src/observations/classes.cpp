// Negatives and positives are sorted apart as plain doubles, so that no label travels through the
// sort, and merged.
#include "observations/classes.hpp"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "observations/builder.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

// Stands behind the last score of each class, so that the merge needs no other end.
constexpr double kEnd = std::numeric_limits<double>::infinity();

void sort_scores(LargeArray& scores) {
  const hwy::Sorter sort;
  sort(scores.data(), scores.size(), hwy::SortAscending());
  scores.push_back(kEnd);
}

// How many scores equal `score` from sorted[begin] on.
std::size_t run_length(const LargeArray& sorted, std::size_t begin, double score) {
  std::size_t end = begin;
  while (sorted[end] == score) ++end;
  return end - begin;
}

// A stretch of scores, ties whole: [i, i_end) of the negatives and [j, j_end) of the positives
// become groups from `first` on, where there is room for each row to be one.
struct Piece {
  std::size_t i, i_end;
  std::size_t j, j_end;
  std::size_t first = i + j;
  std::size_t groups = 0;
};

// Pieces of about equal size, cut at scores of the larger class.
std::vector<Piece> cut(const LargeArray& negatives, const LargeArray& positives,
                       std::size_t count) {
  const auto place = [](const LargeArray& sorted, double score) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), score) -
                                    sorted.begin());
  };
  const auto& larger = negatives.size() > positives.size() ? negatives : positives;
  std::vector<Piece> pieces;
  std::size_t i = 0;
  std::size_t j = 0;
  for (std::size_t k = 1; k <= count; ++k) {
    const double border = larger[(larger.size() - 1) * k / count];  // kEnd for the last
    const std::size_t i_end = place(negatives, border);
    const std::size_t j_end = place(positives, border);
    pieces.push_back({.i = i, .i_end = i_end, .j = j, .j_end = j_end});
    i = i_end;
    j = j_end;
  }
  return pieces;
}

void merge(const LargeArray& negatives, const LargeArray& positives,
           const ObservationsBuilder::Arrays& arrays, Piece& piece) {
  std::size_t i = piece.i;
  std::size_t j = piece.j;
  std::size_t group = piece.first;
  while (i < piece.i_end || j < piece.j_end) {
    // Which class comes next is a coin's toss: arithmetic, not a branch. Ties are the rare case.
    const double score = std::min(negatives[i], positives[j]);
    std::size_t a = negatives[i] == score ? 1 : 0;
    std::size_t b = positives[j] == score ? 1 : 0;
    if (negatives[i + a] == score || positives[j + b] == score) {
      a = run_length(negatives, i, score);
      b = run_length(positives, j, score);
    }
    arrays.scores[group] = score;
    arrays.negatives[group] = static_cast<double>(a);
    arrays.positives[group] = static_cast<double>(b);
    ++group;
    i += a;
    j += b;
  }
  piece.groups = group - piece.first;
}

// Moves the groups of all pieces together: where rows were tied there are fewer than there was room
// for.
void close_gaps(LargeArray& values, const std::vector<Piece>& pieces) {
  auto end = values.begin();
  for (const Piece& piece : pieces) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(piece.first);
    const auto stop = begin + static_cast<std::ptrdiff_t>(piece.groups);
    end = begin == end ? stop : std::move(begin, stop, end);
  }
  values.erase(end, values.end());
}

}  // namespace

Observations observe_classes(LargeArray negatives, LargeArray positives, unsigned threads) {
  const std::size_t negative_rows = negatives.size();
  const std::size_t positive_rows = positives.size();
  check_not_empty("scores", negative_rows + positive_rows);
  run_tasks(threads, {[&] { sort_scores(negatives); }, [&] { sort_scores(positives); }});

  ObservationsBuilder builder(negative_rows + positive_rows);
  const ObservationsBuilder::Arrays arrays = builder.arrays();
  const std::size_t most = negative_rows + positive_rows;
  run_tasks(threads, {[&] { arrays.scores.resize(most); }, [&] { arrays.negatives.resize(most); },
                      [&] { arrays.positives.resize(most); }});
  std::vector<Piece> pieces = cut(negatives, positives, std::max(1U, threads));
  std::vector<std::function<void()>> tasks;
  tasks.reserve(pieces.size());
  for (Piece& piece : pieces) {
    tasks.emplace_back([&] { merge(negatives, positives, arrays, piece); });
  }
  run_tasks(threads, tasks);
  close_gaps(arrays.scores, pieces);
  close_gaps(arrays.negatives, pieces);
  close_gaps(arrays.positives, pieces);
  return std::move(builder).finish_counted(negative_rows, positive_rows);
}

}  // namespace calibrant
