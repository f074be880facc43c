#include "study/paper_errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace calibrant::experiments {
namespace {

constexpr std::size_t kGroups = 10;

// Hands out label - probability of each row in the order (probability, label).
class ExcessReader {
 public:
  explicit ExcessReader(const Observations& predictions) : predictions_(predictions) {}

  double next() {
    const auto weight = [&] {
      return predictions_.negatives()[group_] + predictions_.positives()[group_];
    };
    while (row_ == weight()) {
      ++group_;
      row_ = 0;
    }
    const double label = row_ >= predictions_.negatives()[group_] ? 1.0 : 0.0;
    row_ += 1;
    return label - predictions_.scores()[group_];
  }

 private:
  const Observations& predictions_;
  std::size_t group_ = 0;
  double row_ = 0;  // rows of the group already handed out
};

}  // namespace

PaperErrors paper_errors(const Observations& predictions) {
  const auto rows = static_cast<std::size_t>(predictions.weight());
  ExcessReader reader(predictions);
  PaperErrors result;
  double total = 0;  // of P(i) |o_i - e_i|, times N
  for (std::size_t group = 0; group < kGroups; ++group) {
    const std::size_t size = rows / kGroups + (group < rows % kGroups ? 1 : 0);
    if (size == 0) break;
    double excess = 0;
    for (std::size_t i = 0; i < size; ++i) excess += reader.next();
    const double gap = std::abs(excess);
    total += gap;
    result.mce = std::max(result.mce, gap / static_cast<double>(size));
  }
  result.ece = std::sqrt(total / predictions.weight() / kGroups);
  return result;
}

}  // namespace calibrant::experiments
