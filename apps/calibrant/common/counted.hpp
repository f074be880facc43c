// Words that agree with a number.
#pragma once

#include <fmt/format.h>

#include <string>

namespace calibrant::cli {

/// "1 row", "2 rows".
inline std::string counted(double amount, const char* one, const char* many) {
  return fmt::format("{} {}", amount, amount == 1 ? one : many);
}

}  // namespace calibrant::cli
