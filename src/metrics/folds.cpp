#include "calibrant/folds.hpp"

#include <array>
#include <limits>
#include <utility>

#include "support/check.hpp"
#include "support/random.hpp"

namespace calibrant {

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint8_t> labels, std::size_t folds,
                                            std::uint64_t seed) {
  if (folds < 2) throw OptionError("folds", fmt::format("{} is fewer than 2", folds));
  if (folds > labels.size()) {
    throw OptionError("folds",
                      fmt::format("{} is more than there are rows ({})", folds, labels.size()));
  }
  if (folds > std::numeric_limits<std::uint32_t>::max()) {
    throw OptionError("folds", fmt::format("{} is too many", folds));
  }
  std::array<std::vector<std::size_t>, 2> by_class;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    check_label("labels", i, labels[i]);
    by_class[labels[i]].push_back(i);
  }
  std::vector<std::uint32_t> fold_of(labels.size());
  std::uint32_t fold = 0;  // the second class goes on where the first one stopped
  for (std::size_t label = 0; label < by_class.size(); ++label) {
    auto& rows = by_class[label];
    RandomStream random(seed, label);
    for (std::size_t left = rows.size(); left > 0; --left) {
      std::swap(rows[left - 1], rows[random.below(left)]);
      fold_of[rows[left - 1]] = fold;
      fold = fold + 1 == folds ? 0 : fold + 1;
    }
  }
  return fold_of;
}

}  // namespace calibrant
