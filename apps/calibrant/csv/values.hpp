// Scores, labels and weights from their fields. Like number.hpp, throws Error without the place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "csv/fields.hpp"
#include "csv/number.hpp"

namespace calibrant::cli {

[[noreturn]] void fail_probability(const Field& field);

/// Throws if a probability was expected and it is outside [0, 1].
inline double score_of(const Field& field, bool probability, char decimal) {
  const double value = parse_number(field, decimal);
  if (probability && !(value >= 0 && value <= 1)) [[unlikely]]
    fail_probability(field);
  return value;
}

/// For labels that are not plainly 0 or 1.
std::uint8_t unusual_label(const Field& field, const std::optional<std::string>& positive,
                           char decimal);

/// 0 or 1; or 1 for the text or the number `positive` and 0 for any other.
inline std::uint8_t label_of(const Field& field, const std::optional<std::string>& positive,
                             char decimal) {
  // Neither less nor more than one byte, 0 or 1.
  const auto digit = static_cast<unsigned char>(*field.begin - '0');
  if (field.end == field.begin + 1 && digit <= 1 && !positive) [[likely]]
    return digit;
  return unusual_label(field, positive, decimal);
}

/// For fields that do not begin with a digit.
bool unusual_missing(const Field& field);

/// Says that there is no value: it is empty, NA, NaN or null, in capitals or not.
inline bool is_missing(const Field& field) {
  if (field.begin != field.end && static_cast<unsigned char>(*field.begin - '0') <= 9) return false;
  return unusual_missing(field);
}

/// When a row happened: any text, in characters that can be shown. Throws Error if it is empty.
std::string time_of(const Field& field);

/// As is_missing, except that the word that --positive names is a label.
bool is_missing_label(const Field& field, const std::optional<std::string>& positive);

/// The problem with a field; if that is missing, how to leave such rows out.
std::string with_way_out(const Field& field, const std::string& problem);

/// A weight or a count: `what` is the word for it.
double not_negative(const Field& field, const char* what, char decimal);

}  // namespace calibrant::cli
