#include "data/delimited.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <utility>

#include "calibrant/error.hpp"

namespace calibrant::experiments {
namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> split_fields(std::string_view text) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    fields.emplace_back(trim(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return fields;
}

}  // namespace

std::vector<Line> read_lines(const std::filesystem::path& path, std::optional<std::size_t> fields) {
  std::ifstream file(path);
  if (!file) throw Error(fmt::format("{}: cannot be read", path.string()));
  std::vector<Line> lines;
  std::string text;
  for (std::size_t number = 1; std::getline(file, text); ++number) {
    if (text.find(',') == std::string::npos) continue;
    Line line = {.place = fmt::format("{}:{}", path.string(), number),
                 .fields = split_fields(text)};
    if (fields && line.fields.size() != *fields) {
      throw Error(
          fmt::format("{}: {} fields ({} were expected)", line.place, line.fields.size(), *fields));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::optional<double> to_number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return {};
  return value;
}

double number_at(const Line& line, std::size_t field) {
  const std::optional<double> value = to_number(line.fields[field]);
  if (!value) {
    throw Error(fmt::format("{}: field {} is '{}' (a number was expected)", line.place, field + 1,
                            line.fields[field]));
  }
  return *value;
}

}  // namespace calibrant::experiments
