// A small vocabulary of checks that name the argument. They stand at the border only.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "calibrant/error.hpp"

namespace calibrant {

inline void check_same_length(std::string_view name, std::size_t length, std::string_view reference,
                              std::size_t expected) {
  if (length != expected) {
    throw InputError(std::string(name), std::nullopt,
                     fmt::format("has {} elements ({} has {})", length, reference, expected));
  }
}

inline void check_not_empty(std::string_view name, std::size_t length) {
  if (length == 0) throw InputError(std::string(name), std::nullopt, "is empty (nothing observed)");
}

inline void check_finite(std::string_view name, std::size_t index, double value) {
  if (!std::isfinite(value)) {
    throw InputError(std::string(name), index, fmt::format("{} is not a finite number", value));
  }
}

/// A weight or a count.
inline void check_weight(std::string_view name, std::size_t index, double value) {
  check_finite(name, index, value);
  if (value < 0) throw InputError(std::string(name), index, fmt::format("{} is negative", value));
}

inline void check_label(std::string_view name, std::size_t index, std::int64_t value) {
  if (value != 0 && value != 1) {
    throw InputError(std::string(name), index, fmt::format("{} is not a label (0 or 1)", value));
  }
}

/// `value` may be of any integer type.
template <class Label>
void check_class(std::string_view name, std::size_t index, Label value, std::size_t classes) {
  if (std::cmp_less(value, 0) || std::cmp_greater_equal(value, classes)) {
    throw InputError(std::string(name), index,
                     fmt::format("{} is not a class (0 to {})", value, classes - 1));
  }
}

inline void check_probability(std::string_view name, std::size_t index, double value) {
  if (!(value >= 0 && value <= 1)) {
    throw InputError(std::string(name), index,
                     fmt::format("{} is not a probability (0 to 1)", value));
  }
}

inline void check_option_positive(std::string_view option, double value) {
  if (!(std::isfinite(value) && value > 0)) {
    throw OptionError(std::string(option),
                      fmt::format("{} is not a positive finite number", value));
  }
}

inline void check_option_level(std::string_view option, double value) {
  if (!(value > 0 && value < 1)) {
    throw OptionError(std::string(option),
                      fmt::format("{} is not strictly between 0 and 1", value));
  }
}

}  // namespace calibrant
