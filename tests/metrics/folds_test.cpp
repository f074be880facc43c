#include "calibrant/folds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "calibrant/error.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

std::vector<std::uint8_t> labels_of(std::size_t negatives, std::size_t positives) {
  std::vector<std::uint8_t> labels(negatives);
  labels.resize(negatives + positives, 1);
  return labels;
}

TEST(Folds, SeveralClassesAreDealtEvenly) {
  testing::Random random(3);
  std::vector<std::uint32_t> labels;
  for (int i = 0; i < 203; ++i) labels.push_back(static_cast<std::uint32_t>(random.below(5)));
  const auto fold_of = stratified_folds(labels, 6, 7);  // no row has class 5
  std::vector<std::vector<int>> count(6, std::vector<int>(7));
  std::vector<int> size(7);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ++count[labels[i]][fold_of[i]];
    ++size[fold_of[i]];
  }
  count.push_back(size);
  for (const auto& row : count) {
    const auto [least, most] = std::minmax_element(row.begin(), row.end());
    EXPECT_LE(*most - *least, 1);
  }
  labels = {0, 1, 2};
  EXPECT_EQ(testing::message_of<InputError>([&] { stratified_folds(labels, 2, 3); }),
            "labels[2]: 2 is not a class (0 to 1)");
}

TEST(Folds, TwoOfSeveralClassesAreDealtAsTwoClasses) {
  std::vector<std::uint8_t> two;
  std::vector<std::uint32_t> several;
  for (std::uint32_t i = 0; i < 50; ++i) {
    two.push_back(i % 3 == 0 ? 1 : 0);
    several.push_back(two.back());
  }
  EXPECT_EQ(stratified_folds(several, 2, 4, 9), stratified_folds(two, 4, 9));
}

TEST(Folds, DifferByAtMostOneRowOfEachClassAndInAll) {
  for (const auto& [negatives, positives, folds] :
       {std::array<std::size_t, 3>{95, 13, 10}, {5, 5, 10}, {7, 0, 3}, {1, 50, 4}}) {
    const auto labels = labels_of(negatives, positives);
    const auto fold_of = stratified_folds(labels, folds, 3);
    std::array<std::vector<std::size_t>, 3> counts;  // negatives, positives, all
    for (auto& count : counts) count.resize(folds);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      ASSERT_LT(fold_of[i], folds);
      ++counts[labels[i]][fold_of[i]];
      ++counts[2][fold_of[i]];
    }
    for (const auto& count : counts) {
      const auto [least, most] = std::minmax_element(count.begin(), count.end());
      EXPECT_LE(*most - *least, 1U);
    }
  }
}

TEST(Folds, TheSeedDecides) {
  const auto labels = labels_of(60, 40);
  EXPECT_EQ(stratified_folds(labels, 5, 1), stratified_folds(labels, 5, 1));
  EXPECT_NE(stratified_folds(labels, 5, 1), stratified_folds(labels, 5, 2));
}

TEST(Folds, EveryRowIsAsLikelyInEveryFold) {
  const auto labels = labels_of(6, 3);
  std::array<int, 3> folds_of_first = {};
  std::array<int, 3> folds_of_last = {};
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto fold_of = stratified_folds(labels, 3, seed);
    ++folds_of_first[fold_of.front()];
    ++folds_of_last[fold_of.back()];
  }
  // 1000 +- 26
  for (const int count : folds_of_first) EXPECT_NEAR(count, 1000, 130);
  for (const int count : folds_of_last) EXPECT_NEAR(count, 1000, 130);
}

TEST(Folds, RefusesWhatCannotBeDealt) {
  const auto message = [](const std::vector<std::uint8_t>& labels, std::size_t folds) {
    try {
      stratified_folds(labels, folds);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message({0, 1, 1}, 1), "folds: 1 is fewer than 2");
  EXPECT_EQ(message({0, 1, 1}, 4), "folds: 4 is more than there are rows (3)");
  EXPECT_EQ(message({0, 2, 1}, 2), "labels[1]: 2 is not a label (0 or 1)");
}

}  // namespace
}  // namespace calibrant
