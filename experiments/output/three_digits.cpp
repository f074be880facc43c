#include "output/three_digits.hpp"

#include <fmt/format.h>

namespace calibrant::experiments {

std::string three_digits(double value) {
  std::string text = fmt::format("{:.3f}", value);
  const std::size_t zero = text.find("0.");
  if (zero == 0 || (zero == 1 && text.front() == '-')) text.erase(zero, 1);
  return text;
}

std::string three_digits(const Spread& spread) {
  if (spread.sd == 0) return three_digits(spread.mean);
  return fmt::format("{} ± {}", three_digits(spread.mean), three_digits(spread.sd));
}

}  // namespace calibrant::experiments
