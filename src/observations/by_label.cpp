#include <cmath>

#include "calibrant/observations.hpp"
#include "observations/canonical.hpp"
#include "observations/parallel_grouping.hpp"
#include "support/check.hpp"
#include "support/read_once.hpp"

namespace calibrant {
namespace {

// Negatives first, as rows.
struct LabelledArrays {
  std::span<const double> negatives;
  std::span<const double> positives;

  std::size_t size() const { return negatives.size() + positives.size(); }

  double score(std::size_t i) const {
    return canonical(i < negatives.size() ? read_once(negatives, i)
                                          : read_once(positives, i - negatives.size()));
  }

  template <class Visit>
  bool each(std::size_t begin, std::size_t end, const Visit& visit) const {
    bool clean = true;
    const std::size_t border = negatives.size();
    for (std::size_t i = begin; i < end; ++i) {
      const double own = score(i);
      clean = clean & std::isfinite(own);
      visit(own, i < border ? 0 : 1);
    }
    return clean;
  }
};

}  // namespace

Observations observe_by_label(std::span<const double> negatives, std::span<const double> positives,
                              const Execution& execution) {
  const LabelledArrays rows = {negatives, positives};
  check_not_empty("scores", rows.size());
  const unsigned threads =
      execution.threads > 0 ? execution.threads : threads_for_rows(rows.size(), 0);
  if (auto seen = group_in_parallel(rows, threads)) return *std::move(seen);
  for (std::size_t i = 0; i < negatives.size(); ++i) check_finite("negatives", i, negatives[i]);
  for (std::size_t i = 0; i < positives.size(); ++i) check_finite("positives", i, positives[i]);
  throw InputError("scores", std::nullopt, "changed while they were read");
}

}  // namespace calibrant
