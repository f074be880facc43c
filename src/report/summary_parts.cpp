#include "report/summary_parts.hpp"

#include "report/facts.hpp"
#include "support/legible.hpp"

namespace calibrant::report {

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::string range(double lower, double upper) {
  return fmt::format("{:.4f} to {:.4f}", lower, upper);
}

std::string range(const std::optional<MeasureInterval>& interval) {
  return interval ? range(interval->lower, interval->upper) : "-";
}

std::string shown_percent(double fraction) { return fmt::format("{:.1f} %", 100 * fraction); }

std::string chance(double p) { return p < 0.0001 ? "< 0.0001" : fmt::format("= {:.4f}", p); }

std::string plural(double count, std::string_view word) {
  return fmt::format("{:.10g} {}{}", count, word, count == 1 ? "" : "s");
}

std::string rows_words(const ReportNames& names, std::size_t rows, double weight) {
  const auto number = static_cast<double>(rows);
  return (names.file.empty() ? "" : legible(file_words(names.file)) + ": ") +
         plural(number, "row") +
         (weight == number ? "" : fmt::format(" of weight {:.10g}", weight));
}

std::string columns_words(const ReportNames& names) {
  if (names.columns.empty()) return "";
  return fmt::format("; probabilities from {}", legible(column_list(names.columns)));
}

}  // namespace calibrant::report
