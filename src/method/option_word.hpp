// A word that was given for an option, as the enumerator that it stands for.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/error.hpp"
#include "calibrant/prior.hpp"
#include "model_file/names.hpp"
#include "support/legible.hpp"

namespace calibrant {

/// Throws OptionError: `lookup: 'next' is not one of linear, previous`.
template <class Enum, std::size_t kCount>
Enum option_word(const Names<Enum, kCount>& names, const std::string& option,
                 std::string_view text) {
  if (const auto value = value_of(names, text)) return *value;
  std::vector<std::string_view> known;
  for (const auto& [_, name] : names) known.push_back(name);
  throw OptionError(option,
                    fmt::format("{} is not one of {}", shown(text), fmt::join(known, ", ")));
}

/// A scale by its name, or auto: none in particular. Throws OptionError as option_word does.
inline std::optional<Scale> option_scale(const std::string& option, std::string_view text) {
  if (text == "auto") return {};
  if (const auto value = value_of(kScaleNames, text)) return *value;
  throw OptionError(option, fmt::format("{} is not one of rank, score, logit, auto", shown(text)));
}

}  // namespace calibrant
