#include "data/dataset.hpp"

#include <cassert>
#include <numeric>
#include <utility>

namespace calibrant::experiments {

Dataset select_rows(const Dataset& data, std::span<const std::size_t> rows) {
  Dataset result;
  result.levels = data.levels;
  result.features.resize(static_cast<Eigen::Index>(rows.size()), data.features.cols());
  result.labels.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result.features.row(static_cast<Eigen::Index>(i)) =
        data.features.row(static_cast<Eigen::Index>(rows[i]));
    result.labels.push_back(data.labels[rows[i]]);
  }
  return result;
}

Dataset select_features(const Dataset& data, std::span<const std::size_t> features) {
  Dataset result;
  result.labels = data.labels;
  result.features.resize(data.features.rows(), static_cast<Eigen::Index>(features.size()));
  for (std::size_t j = 0; j < features.size(); ++j) {
    result.features.col(static_cast<Eigen::Index>(j)) =
        data.features.col(static_cast<Eigen::Index>(features[j]));
    result.levels.push_back(data.levels[features[j]]);
  }
  return result;
}

Dataset join(const Dataset& first, const Dataset& second) {
  assert(first.levels == second.levels);
  Dataset result;
  result.levels = first.levels;
  result.features.resize(first.features.rows() + second.features.rows(), first.features.cols());
  result.features << first.features, second.features;
  result.labels = first.labels;
  result.labels.insert(result.labels.end(), second.labels.begin(), second.labels.end());
  return result;
}

Split deal(const Dataset& data, const SplitSizes& sizes, RandomStream& random) {
  const std::size_t needed = sizes.train + sizes.calibration + sizes.test;
  assert(needed <= data.rows());
  std::vector<std::size_t> order(data.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = 0; i < needed; ++i) {
    std::swap(order[i], order[i + random.below(order.size() - i)]);
  }
  const std::span<const std::size_t> dealt(order);
  return {.train = select_rows(data, dealt.first(sizes.train)),
          .calibration = select_rows(data, dealt.subspan(sizes.train, sizes.calibration)),
          .test = select_rows(data, dealt.subspan(sizes.train + sizes.calibration, sizes.test))};
}

}  // namespace calibrant::experiments
