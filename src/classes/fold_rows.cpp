#include "classes/fold_rows.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "classes/distinct_rows.hpp"

namespace calibrant {
namespace {

// A distinct row with its label.
struct Row {
  std::size_t place;  // in what was given
  std::uint32_t label;
  double weight;
  double own;      // the score of its class
  double largest;  // score
  double sum;      // of squares, taken in ascending order
};

struct Given {
  std::span<const double> scores;
  std::size_t classes;

  std::span<const double> row(std::size_t place) const {
    return scores.subspan(place * classes, classes);
  }
};

std::vector<Row> join_equal_rows(const Given& given, std::span<const std::uint32_t> labels,
                                 std::span<const double> weights) {
  std::vector<Row> rows;
  std::vector<double> sorted(given.classes);
  for (const auto& [place, weight] : distinct_rows(given.scores, labels, given.classes, weights)) {
    const auto row = given.row(place);
    std::copy(row.begin(), row.end(), sorted.begin());
    std::sort(sorted.begin(), sorted.end());
    rows.push_back({place, labels[place], weight, row[labels[place]], sorted.back(),
                    std::inner_product(sorted.begin(), sorted.end(), sorted.begin(), 0.0)});
  }
  return rows;
}

// Heavy rows first, then by what does not depend on the order of the classes; each row goes to the
// lightest fold. Not by label: folds that have the same share of a class would tell a fit how
// frequent it is in the rows that were left out, and make its intercept look better than it is.
std::vector<std::size_t> deal(std::vector<Row>& rows, std::size_t classes, std::size_t folds) {
  std::vector<double> weight_of_class(classes);
  std::vector<double> own_of_class(classes);
  for (const Row& row : rows) {
    weight_of_class[row.label] += row.weight;
    own_of_class[row.label] += row.weight * row.own;
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    const auto key = [&](const Row& row) {
      return std::tuple(-row.weight, row.largest, row.sum, row.own, -weight_of_class[row.label],
                        own_of_class[row.label], row.label);
    };
    return key(a) < key(b);
  });
  std::vector<std::size_t> fold_of;
  std::vector<double> total(folds);
  for (const Row& row : rows) {
    const auto lightest = std::min_element(total.begin(), total.end());
    fold_of.push_back(static_cast<std::size_t>(lightest - total.begin()));
    *lightest += row.weight;
  }
  return fold_of;
}

}  // namespace

FoldRows::FoldRows(std::span<const double> scores, std::span<const std::uint32_t> labels,
                   std::size_t classes, std::span<const double> weights, std::size_t folds)
    : classes_(classes) {
  const Given given{scores, classes};
  std::vector<Row> rows = join_equal_rows(given, labels, weights);
  const std::vector<std::size_t> fold_of = deal(rows, classes, folds);
  const auto put = [&](const Row& row, double weight) {
    const auto from = given.row(row.place);
    scores_.insert(scores_.end(), from.begin(), from.end());
    labels_.push_back(row.label);
    weights_.push_back(weight);
  };
  for (std::size_t f = 0; f < folds; ++f) {
    BlockRange range{blocks(), 0};
    const Row* last = nullptr;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (fold_of[i] != f) continue;
      last = &rows[i];
      put(*last, last->weight);
      weight_ += last->weight;
    }
    while (labels_.size() % kernels::kRowBlock != 0) put(*last, 0);
    range.end = blocks();
    folds_.push_back(range);
  }
}

}  // namespace calibrant
