#include "calibrant/score_check.hpp"

#include <fmt/format.h>

#include "kernels/row_blocks.hpp"

namespace calibrant {
namespace {

constexpr double kWidening = 0.05;
constexpr double kNormalShare = 0.01;
constexpr double kNormalRows = 10;
constexpr std::size_t kFewest = 3;

Warning warning(std::size_t outside, std::size_t scores, const ScoreRange& range) {
  return {Suspicion::kOutside,
          fmt::format("{} of {} scores {} outside {:.6g} to {:.6g}, the range that the model was "
                      "fitted on",
                      outside, scores, outside == 1 ? "lies" : "lie", range.low, range.high)};
}

}  // namespace

ScoreCheck::ScoreCheck(const Origin& origin) : range_(origin.scores) {
  if (!range_) return;
  // Halves first: the width of the largest doubles would overflow.
  const double margin = 2 * (kWidening * (range_->high / 2 - range_->low / 2));
  low_ = range_->low - margin;
  high_ = range_->high + margin;
  most_ = std::max(kNormalShare, kNormalRows / origin.weight);
  probabilities_ = range_->low >= 0 && range_->high <= 1;
  bounds_ = {.low = low_, .high = high_};
  if (probabilities_) bounds_ = {.low = std::max(low_, 0.0), .high = std::min(high_, 1.0)};
}

bool ScoreCheck::any(std::span<const double> scores) const {
  return !kernels::all_within(scores, bounds_.low, bounds_.high);
}

std::optional<Warning> ScoreCheck::judge(const ScoreCounts& counts) const {
  if (!range_) return {};
  if (probabilities_ && counts.impossible > 0) {
    return warning(counts.impossible, counts.scores, {.low = 0, .high = 1});
  }
  if (counts.outside < kFewest ||
      static_cast<double>(counts.outside) <= most_ * static_cast<double>(counts.scores)) {
    return {};
  }
  return warning(counts.outside, counts.scores, *range_);
}

}  // namespace calibrant
