#include "observations/by_label.hpp"

#include "observations/parallel_grouping.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace {

// Negatives first, as rows.
struct LabelledArrays {
  const LargeArray& negatives;
  const LargeArray& positives;

  std::size_t size() const { return negatives.size() + positives.size(); }

  double score(std::size_t i) const {
    return i < negatives.size() ? negatives[i] : positives[i - negatives.size()];
  }

  template <class Visit>
  bool each(std::size_t begin, std::size_t end, const Visit& visit) const {
    const std::size_t border = negatives.size();
    for (std::size_t i = begin; i < std::min(end, border); ++i) visit(negatives[i], 0);
    for (std::size_t i = std::max(begin, border); i < end; ++i) visit(positives[i - border], 1);
    return true;
  }
};

}  // namespace

Observations observe_by_label(const LargeArray& negatives, const LargeArray& positives,
                              unsigned threads) {
  const LabelledArrays rows = {negatives, positives};
  check_not_empty("scores", rows.size());
  // These arrays are the caller's alone: clean, and nobody changes them.
  return *group_in_parallel(rows, threads);
}

}  // namespace calibrant
