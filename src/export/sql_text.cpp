// Digits: the shortest that read back will not do, since SQLite reads numbers with an error in the
// twentieth digit (one in ten thousand comes out as its neighbour, 0.906472 for one). Eighteen
// digits lie so near to the double that such an error does not matter. Numbers below 1e-280 it
// reads worse; they are written as a product with a power of two. The largest double has seventeen
// digits: with the eighteenth it is above itself, and Spark refuses that.
#include "export/sql_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <limits>

namespace calibrant {
namespace {

std::string digits(double x) {
  const bool largest = std::abs(x) == std::numeric_limits<double>::max();
  const std::string full = fmt::format("{:.{}e}", x, largest ? 16 : 17);
  const std::size_t e = full.find('e');
  std::size_t end = full.find_last_not_of('0', e - 1) + 1;
  if (full[end - 1] == '.') --end;
  return fmt::format("{}e{}", full.substr(0, end), std::stoi(full.substr(e + 1)));
}

}  // namespace

std::string sql_number(double x) {
  const bool tiny = x != 0 && std::abs(x) < 1e-280;
  std::string text =
      tiny ? digits(std::ldexp(x, 600)) + " * " + digits(std::ldexp(1.0, -600)) : digits(x);
  return tiny || std::signbit(x) ? "(" + text + ")" : text;
}

std::string sql_name(const std::string& name, char quote) {
  std::string result(1, quote);
  for (const char letter : name) {
    result += letter;
    if (letter == quote) result += letter;
  }
  return result + quote;
}

}  // namespace calibrant
