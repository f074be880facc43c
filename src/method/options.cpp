// The table of options: one row for each.
#include "calibrant/option.hpp"

#include <array>
#include <cstddef>
#include <limits>

#include "calibrant/method.hpp"
#include "calibrant/words.hpp"

namespace calibrant {
namespace {

using Kind = Option::Kind;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kLargestCount = 0x1p53;  // every whole number up to it is a double
constexpr double kMostTableCells = 10'000'000;

template <class Enum, std::size_t kCount>
std::vector<std::string_view> words_of(const Names<Enum, kCount>& names) {
  std::vector<std::string_view> words;
  for (const auto& [_, name] : names) words.push_back(name);
  return words;
}

std::vector<std::string_view> with_auto(std::vector<std::string_view> words) {
  words.emplace_back("auto");
  return words;
}

bool yes(const OptionValue& value) { return std::get<bool>(value); }
double number(const OptionValue& value) { return std::get<double>(value); }
std::size_t count(const OptionValue& value) { return static_cast<std::size_t>(number(value)); }

/// A word that is known; "auto", where it is among the words, stands for none in particular.
template <class Enum, std::size_t kCount>
std::optional<Enum> word(const OptionValue& value, const Names<Enum, kCount>& names) {
  return value_of(names, std::get<std::string>(value));
}

template <class Enum, std::size_t kCount>
OptionValue word_of(Enum value, const Names<Enum, kCount>& names) {
  return std::string(name_of(names, value));
}

std::vector<Option> make_options() {
  return {
      {.name = "lambda",
       .flag = "--lambda",
       .python = "lam",
       .kind = Kind::kNumberOrAuto,
       .standard = "auto",
       .high = kInfinite,
       .range = "a positive number",
       .help = "Expected number of boundaries between bins; auto weighs several",
       .write =
           [](const OptionValue& value, MethodOptions& o) {
             if (std::holds_alternative<double>(value)) o.prior.lambda = number(value);
           },
       .read = [](const MethodOptions& o) -> OptionValue {
         return o.prior.lambda ? OptionValue(*o.prior.lambda) : OptionValue("auto");
       }},
      {.name = "scale",
       .flag = "--scale",
       .python = "scale",
       .kind = Kind::kWord,
       .standard = "rank",
       .words = with_auto(words_of(kScaleNames)),
       .help =
           "Along which scale boundaries are equally likely; auto weighs all that the scores allow",
       .write = [](const OptionValue& value,
                   MethodOptions& o) { o.prior.scale = word(value, kScaleNames); },
       .read = [](const MethodOptions& o) -> OptionValue {
         return o.prior.scale ? word_of(*o.prior.scale, kScaleNames) : OptionValue("auto");
       }},
      {.name = "lookup",
       .flag = "--lookup",
       .python = "lookup",
       .kind = Kind::kWord,
       .standard = "linear",
       .words = words_of(kLookupNames),
       .help =
           "Between two scores that were seen, a straight line or the value of the previous one",
       .write = [](const OptionValue& value,
                   MethodOptions& o) { o.lookup = *word(value, kLookupNames); },
       .read = [](const MethodOptions& o) -> OptionValue {
         return word_of(o.lookup, kLookupNames);
       }},
      {.name = "bins",
       .flag = "--bins",
       .python = "n_bins",
       .kind = Kind::kCount,
       .standard = 10.0,
       .low = 1,
       .high = kLargestCount,
       .range = "a whole number above 0",
       .help = "How many bins there are at most",
       .write = [](const OptionValue& value, MethodOptions& o) { o.bins = count(value); },
       .read = [](const MethodOptions& o) -> OptionValue { return static_cast<double>(o.bins); }},
      {.name = "strategy",
       .flag = "--strategy",
       .python = "strategy",
       .kind = Kind::kWord,
       .standard = "quantile",
       .words = words_of(kStrategyNames),
       .help = "Bins of equally many rows (quantile) or of equal width (uniform)",
       .write = [](const OptionValue& value,
                   MethodOptions& o) { o.strategy = *word(value, kStrategyNames); },
       .read = [](const MethodOptions& o) -> OptionValue {
         return word_of(o.strategy, kStrategyNames);
       }},
      {.name = "smoothing",
       .flag = "--no-smoothing",
       .python = "smoothing",
       .kind = Kind::kFlag,
       .standard = true,
       .help =
           "Keep bins away from 0 and 1 by (positives + 1) / (rows + 2) instead of the fraction",
       .write = [](const OptionValue& value, MethodOptions& o) { o.smoothing = yes(value); },
       .read = [](const MethodOptions& o) -> OptionValue { return o.smoothing; }},
      {.name = "interpolate",
       .flag = "--interpolate",
       .python = "interpolate",
       .kind = Kind::kFlag,
       .standard = false,
       .help = "Draw straight lines between the steps, as scikit-learn does",
       .write = [](const OptionValue& value, MethodOptions& o) { o.interpolate = yes(value); },
       .read = [](const MethodOptions& o) -> OptionValue { return o.interpolate; }},
      {.name = "monotone",
       .flag = "--monotone",
       .python = "monotone",
       .kind = Kind::kFlagOrAuto,
       .standard = "auto",
       .help = "Never give a higher score a lower probability; auto does unless the labels clearly "
               "speak against it",
       .write =
           [](const OptionValue& value, MethodOptions& o) {
             if (std::holds_alternative<bool>(value)) o.monotone = yes(value);
           },
       .read = [](const MethodOptions& o) -> OptionValue {
         return o.monotone ? OptionValue(*o.monotone) : OptionValue("auto");
       }},
      {.name = "exact",
       .flag = "--exact",
       .python = "exact",
       .kind = Kind::kFlag,
       .standard = false,
       .help = "Keep every knot of the curve, not only as many as the data can tell",
       .write = [](const OptionValue& value, MethodOptions& o) { o.exact = yes(value); },
       .read = [](const MethodOptions& o) -> OptionValue { return o.exact; }},
      {.name = "level",
       .flag = "--level",
       .python = "level",
       .kind = Kind::kNumber,
       .high = 1,
       .range = "a number strictly between 0 and 1",
       .help = "Add a credible band at this level, such as 0.95",
       .write = [](const OptionValue& value, MethodOptions& o) { o.level = number(value); },
       .read = [](const MethodOptions& o) -> OptionValue {
         return o.level ? OptionValue(*o.level) : OptionValue();
       }},
      {.name = "keep_top",
       .flag = "--keep-top",
       .python = "keep_top",
       .kind = Kind::kFlag,
       .standard = false,
       .help = "Several classes: never change which class is the most likely",
       .write = [](const OptionValue& value, MethodOptions& o) { o.keep_top = yes(value); },
       .read = [](const MethodOptions& o) -> OptionValue { return o.keep_top; }},
      {.name = "input",
       .flag = "--input",
       .python = "input",
       .kind = Kind::kWord,
       .standard = "auto",
       .words = with_auto(words_of(kClassInputNames)),
       .help = "Several classes: what the scores are; auto takes rows that add up to 1 for "
               "probabilities",
       .write = [](const OptionValue& value,
                   MethodOptions& o) { o.input = word(value, kClassInputNames); },
       .read = [](const MethodOptions& o) -> OptionValue {
         return o.input ? word_of(*o.input, kClassInputNames) : OptionValue("auto");
       }},
      {.name = "keep_rows",
       .flag = "--keep-rows",
       .python = "keep_rows",
       .kind = Kind::kCount,
       .low = 1,
       .high = kLargestCount,
       .range = "a whole number above 0",
       .help = "Several classes: keep a sample of so many rows at most for updates",
       .write = [](const OptionValue& value, MethodOptions& o) { o.keep_rows = count(value); },
       .read = [](const MethodOptions& o) -> OptionValue {
         return o.keep_rows ? OptionValue(static_cast<double>(*o.keep_rows)) : OptionValue();
       }},
      {.name = "curve",
       .flag = "--curve",
       .python = "curve",
       .kind = Kind::kWord,
       .standard = "auto",
       .words = method_names(),
       .help = "One-vs-rest: the method of each class's curve, whose options may be given too",
       .write = [](const OptionValue& value,
                   MethodOptions& o) { o.curve = std::get<std::string>(value); },
       .read = [](const MethodOptions& o) -> OptionValue { return o.curve; }},
      {.name = "cells",
       .flag = "--cells",
       .python = "cells",
       .kind = Kind::kWord,
       .words = words_of(kCellRuleNames),
       .help =
           "Round scores to cells first, for probabilities or for any margins, as databases count",
       .common = true,
       .write = [](const OptionValue& value,
                   MethodOptions& o) { o.cells = *word(value, kCellRuleNames); },
       .read = [](const MethodOptions& o) -> OptionValue {
         return o.cells ? word_of(*o.cells, kCellRuleNames) : OptionValue();
       }},
      {.name = "tabulate",
       .flag = "--tabulate",
       .python = "tabulate",
       .kind = Kind::kCount,
       .low = 1,
       .high = kMostTableCells,
       .range = "a number of cells from 1 to 10000000",
       .help = "Replace the curve by a table of so many cells",
       .common = true,
       .write = [](const OptionValue& value, MethodOptions& o) { o.tabulate = count(value); },
       .read = [](const MethodOptions& o) -> OptionValue {
         return o.tabulate ? OptionValue(static_cast<double>(*o.tabulate)) : OptionValue();
       }},
  };
}

}  // namespace

const std::vector<Option>& method_options() {
  static const std::vector<Option> all = make_options();
  return all;
}

}  // namespace calibrant
