// The words that stand for enumerators in model files, on the command line, in Python and in C.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "calibrant/abb.hpp"
#include "calibrant/cells.hpp"
#include "calibrant/classes.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/prior.hpp"

namespace calibrant {

template <class Enum, std::size_t kCount>
using Names = std::array<std::pair<Enum, std::string_view>, kCount>;

inline constexpr Names<Scale, 3> kScaleNames = {
    {{Scale::kRank, "rank"}, {Scale::kScore, "score"}, {Scale::kLogit, "logit"}}};

inline constexpr Names<Sigmoid::Input, 3> kInputNames = {{{Sigmoid::Input::kScore, "score"},
                                                          {Sigmoid::Input::kLogit, "logit"},
                                                          {Sigmoid::Input::kLogs, "logs"}}};

inline constexpr Names<Lookup, 2> kLookupNames = {
    {{Lookup::kLinear, "linear"}, {Lookup::kPrevious, "previous"}}};

inline constexpr Names<BinStrategy, 2> kStrategyNames = {
    {{BinStrategy::kEqualMass, "quantile"}, {BinStrategy::kEqualWidth, "uniform"}}};

inline constexpr Names<CellRule, 2> kCellRuleNames = {
    {{CellRule::kProbability, "probability"}, {CellRule::kMargin, "margin"}}};

inline constexpr Names<ClassInput, 2> kClassInputNames = {
    {{ClassInput::kProbabilities, "probabilities"}, {ClassInput::kLogits, "logits"}}};

template <class Enum, std::size_t kCount>
constexpr std::string_view name_of(const Names<Enum, kCount>& names, Enum value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  return {};
}

template <class Enum, std::size_t kCount>
constexpr std::optional<Enum> value_of(const Names<Enum, kCount>& names, std::string_view name) {
  for (const auto& [value, known] : names) {
    if (known == name) return value;
  }
  return {};
}

}  // namespace calibrant
