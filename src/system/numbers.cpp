#include "system/numbers.hpp"

#include <cctype>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <system_error>

namespace calibrant::system {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* skip_digits(const char* at, const char* end) {
  while (at != end && is_digit(*at)) ++at;
  return at;
}

// The end of `word` at this place in any case of its letters, or nullptr.
const char* skip_word(const char* at, const char* end, std::string_view word) {
  if (static_cast<std::size_t>(end - at) < word.size()) return nullptr;
  for (const char letter : word) {
    if ((*at | 0x20) != letter) return nullptr;
    ++at;
  }
  return at;
}

// nan or nan(letters, digits and underscores)
const char* skip_payload(const char* at, const char* end) {
  if (at == end || *at != '(') return at;
  const char* inside = at + 1;
  while (inside != end &&
         (std::isalnum(static_cast<unsigned char>(*inside)) != 0 || *inside == '_')) {
    ++inside;
  }
  return inside != end && *inside == ')' ? inside + 1 : at;
}

// The end of the decimal number at this place, or nullptr; whether a digit before the exponent is
// not zero.
const char* skip_number(const char* begin, const char* end, bool& zero) {
  const char* whole = skip_digits(begin, end);
  const char* at = whole;
  auto digits = whole - begin;
  if (at != end && *at == '.') {
    const char* decimals = skip_digits(at + 1, end);
    digits += decimals - at - 1;
    if (digits > 0) at = decimals;
  }
  if (digits == 0) return nullptr;
  zero = std::string_view(begin, static_cast<std::size_t>(at - begin)).find_first_of("123456789") ==
         std::string_view::npos;
  if (at == end || (*at | 0x20) != 'e') return at;
  const char* exponent = at + 1;
  if (exponent != end && (*exponent == '+' || *exponent == '-')) ++exponent;
  const char* stop = skip_digits(exponent, end);
  return stop == exponent ? at : stop;
}

}  // namespace

double read_rounded(const std::string& text) {
#ifdef _WIN32
  static const _locale_t plain = ::_create_locale(LC_ALL, "C");
  return ::_strtod_l(text.c_str(), nullptr, plain);
#else
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  return ::strtod_l(text.c_str(), nullptr, plain);
#endif
}

std::from_chars_result read_double_by_hand(const char* begin, const char* end, double& value) {
  if (begin == end) return {begin, std::errc::invalid_argument};
  const char* at = begin;
  const bool minus = *at == '-';
  if (minus) ++at;
  const double sign = minus ? -1 : 1;
  if (const char* stop = skip_word(at, end, "inf")) {
    const char* more = skip_word(stop, end, "inity");
    value = sign * std::numeric_limits<double>::infinity();
    return {more != nullptr ? more : stop, std::errc()};
  }
  if (const char* stop = skip_word(at, end, "nan")) {
    value = std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
    return {skip_payload(stop, end), std::errc()};
  }
  bool zero = true;
  const char* stop = skip_number(at, end, zero);
  if (stop == nullptr) return {begin, std::errc::invalid_argument};
  const double read = read_rounded(std::string(begin, stop));
  if (std::isinf(read) || (read == 0 && !zero)) return {stop, std::errc::result_out_of_range};
  value = read;
  return {stop, std::errc()};
}

}  // namespace calibrant::system
