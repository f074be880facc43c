// Numbers as `calibrant evaluate` prints them.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "calibrant/bootstrap.hpp"

namespace calibrant::cli {

inline std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

inline std::string range(double lower, double upper) {
  return fmt::format("{:.4f} to {:.4f}", lower, upper);
}

inline std::string range(const std::optional<MeasureInterval>& interval) {
  return interval ? range(interval->lower, interval->upper) : "-";
}

inline std::string percent(double fraction) { return fmt::format("{:.1f} %", 100 * fraction); }

}  // namespace calibrant::cli
