#include "apply/range_watch.hpp"

#include <utility>

#include "calibrant/error.hpp"
#include "csv/number.hpp"

namespace calibrant::cli {

RangeWatch::RangeWatch(const Model& model, std::vector<std::string> columns)
    : columns_(std::move(columns)) {
  if (const Curve* curve = curve_in(model)) checks_.emplace_back(curve->origin());
  if (const auto* several = std::get_if<MulticlassModel>(&model)) {
    for (const Curve& curve : several->curves()) checks_.emplace_back(curve.origin());
    const ClassModel* joint = several->joint();
    if (joint != nullptr && joint->input() == ClassInput::kProbabilities) {
      Origin zero_to_one;
      zero_to_one.scores = ScoreRange{.low = 0, .high = 1};
      checks_.resize(several->classes(), ScoreCheck(zero_to_one));
    }
  }
}

void RangeWatch::count(std::span<const double> scores, std::vector<ScoreCounts>& counts) const {
  counts.resize(checks_.size());
  if (checks_.size() == 1) {
    if (!checks_[0].known()) return;
    if (checks_[0].any(scores)) {
      counts[0].add(checks_[0].count(scores));
    } else {
      counts[0].scores += scores.size();
    }
    return;
  }
  for (std::size_t i = 0; i + checks_.size() <= scores.size(); i += checks_.size()) {
    for (std::size_t k = 0; k < checks_.size(); ++k) {
      counts[k].add(checks_[k].count(scores.subspan(i + k, 1)));
    }
  }
}

std::vector<Warning> RangeWatch::judge(const std::vector<ScoreCounts>& counts) const {
  for (std::size_t k = 0; k < counts.size(); ++k) {
    auto warning = checks_[k].judge(counts[k]);
    if (!warning) continue;
    if (counts.size() > 1)
      warning->message = "column " + shown(columns_[k]) + ": " + warning->message;
    return {*warning};
  }
  return {};
}

void RangeWatch::fail(const Field& field) {
  throw Error(shown(text_of(field)) +
              " lies outside 0 to 1, the range that the model was fitted on (--strict)");
}

}  // namespace calibrant::cli
