// Which version of the format a model needs: the lowest, so that old releases read what they can.
#pragma once

#include <algorithm>
#include <variant>

#include "calibrant/model_file.hpp"

namespace calibrant {

inline constexpr int kNewestFormat = 5;

/// 2 if an origin holds the range of the scores (docs/reference/format/v2.md), 1 otherwise.
inline int curve_version(const Model& model) {
  const auto has_range = [](const Curve& curve) { return curve.origin().scores.has_value(); };
  bool any = false;
  if (const Curve* curve = curve_in(model)) any = has_range(*curve);
  if (const auto* several = std::get_if<MulticlassModel>(&model)) {
    any = std::ranges::any_of(several->curves(), has_range);
  }
  return any ? 2 : 1;
}

/// 5 if there are groups (docs/reference/format/v5.md), 4 if several classes are fitted together
/// (docs/reference/format/v4.md), 3 if options are kept (docs/reference/format/v3.md).
inline int format_version(const Model& model, const std::optional<Kept>& kept) {
  if (std::holds_alternative<GroupedModel>(model)) return 5;
  const auto* several = std::get_if<MulticlassModel>(&model);
  if (several != nullptr && several->joint() != nullptr) return 4;
  return kept && !kept->options.empty() ? 3 : curve_version(model);
}

}  // namespace calibrant
