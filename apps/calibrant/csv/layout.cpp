#include "csv/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "calibrant/error.hpp"
#include "csv/number.hpp"
#include "system/numbers.hpp"

namespace calibrant::cli {
namespace {

// A header of one name that holds another usual delimiter was probably written with that one.
std::string delimiter_hint(const std::vector<std::string>& names, char used) {
  if (names.size() != 1) return "";
  for (const char other : std::string_view(";\t,|")) {
    if (other != used && names[0].find(other) != std::string::npos) {
      return fmt::format("; try --delimiter {}",
                         other == '\t' ? "tab" : fmt::format("'{}'", other));
    }
  }
  return "";
}

// Names that are numbers are rather the first row of a file without a header.
std::string header_hint(const std::vector<std::string>& names) {
  const auto numbers = std::ranges::count_if(names, [](const std::string& name) {
    const std::string_view text = trimmed(name);
    double value = 0;
    const auto [stop, problem] = system::read_double(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && stop == text.data() + text.size();
  });
  if (2 * static_cast<std::size_t>(numbers) < names.size()) return "";
  return "; the first line looks like data: is the header missing?";
}

}  // namespace

Layout::Layout(const Blocks& blocks)
    : path_(blocks.path()),
      delimiter_(blocks.delimiter()),
      names_(blocks.names()),
      place_of_column_(blocks.names().size(), kMostWanted),
      header_line_(blocks.header_line()) {}

std::size_t Layout::want(const std::string& name, const std::string& option) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) fail_missing(name, option);
  if (std::find(found + 1, names_.end(), name) != names_.end()) {
    fail(header_line_, fmt::format("has two columns {}", shown(name)));
  }
  const auto column = static_cast<std::size_t>(found - names_.begin());
  if (place_of_column_[column] == kMostWanted) {
    place_of_column_[column] = column_of_place_.size();
    column_of_place_.push_back(column);
  }
  return place_of_column_[column];
}

bool Layout::has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

void Layout::fail_missing(const std::string& name, const std::string& option) const {
  fail(header_line_,
       fmt::format("has no column {} ({} names another of {}{}{})", shown(name), option,
                   listed(names_), delimiter_hint(names_, delimiter_), header_hint(names_)));
}

void Layout::fail(std::uint64_t line, const std::string& problem) const {
  throw Error(fmt::format("{}:{}: {}", path_, line, problem));
}

void Layout::fail(std::uint64_t line, std::size_t place, const std::string& problem) const {
  fail(line, fmt::format("column {}: {}", shown(names_[column_of_place_[place]]), problem));
}

std::uint64_t RowScanner::line() const {
  return first_line_ + static_cast<std::uint64_t>(std::count(begin_, row_begin_, '\n'));
}

void RowScanner::fail_row(std::size_t fields) const {
  if (scanner_.broken()) layout_->fail(line(), "has text after a closing quote");
  layout_->fail(line(), fmt::format("has {} field{} (the header has {})", fields,
                                    fields == 1 ? "" : "s", layout_->columns()));
}

}  // namespace calibrant::cli
