#include "calibrant/folds.hpp"

#include <limits>
#include <utility>
#include <vector>

#include "math/random.hpp"
#include "support/check.hpp"
#include "support/read_once.hpp"

namespace calibrant {

namespace {

void check_folds(std::size_t folds, std::size_t rows) {
  if (folds < 2) throw OptionError("folds", fmt::format("{} is fewer than 2", folds));
  if (folds > rows) {
    throw OptionError("folds", fmt::format("{} is more than there are rows ({})", folds, rows));
  }
  if (folds > std::numeric_limits<std::uint32_t>::max()) {
    throw OptionError("folds", fmt::format("{} is too many", folds));
  }
}

// The rows of each class are shuffled and dealt.
std::vector<std::uint32_t> deal(std::vector<std::vector<std::size_t>> by_class, std::size_t rows,
                                std::size_t folds, std::uint64_t seed) {
  std::vector<std::uint32_t> fold_of(rows);
  std::uint32_t fold = 0;  // a class goes on where the one before it stopped
  for (std::size_t label = 0; label < by_class.size(); ++label) {
    auto& members = by_class[label];
    RandomStream random(seed, label);
    for (std::size_t left = members.size(); left > 0; --left) {
      std::swap(members[left - 1], members[random.below(left)]);
      fold_of[members[left - 1]] = fold;
      fold = fold + 1 == folds ? 0 : fold + 1;
    }
  }
  return fold_of;
}

}  // namespace

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint8_t> labels, std::size_t folds,
                                            std::uint64_t seed) {
  check_folds(folds, labels.size());
  std::vector<std::vector<std::size_t>> by_class(2);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::uint8_t label = read_once(labels, i);
    check_label("labels", i, label);
    by_class[label].push_back(i);
  }
  return deal(std::move(by_class), labels.size(), folds, seed);
}

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> labels,
                                            std::size_t classes, std::size_t folds,
                                            std::uint64_t seed) {
  check_folds(folds, labels.size());
  std::vector<std::vector<std::size_t>> by_class(classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::uint32_t label = read_once(labels, i);
    check_class("labels", i, label, classes);
    by_class[label].push_back(i);
  }
  return deal(std::move(by_class), labels.size(), folds, seed);
}

}  // namespace calibrant
