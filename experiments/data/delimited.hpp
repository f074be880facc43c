// Rows of text with commas between the fields, as the public data sets come; no quotes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace calibrant::experiments {

/// A row and where it stands: "adult.data:17".
struct Line {
  std::string place;
  std::vector<std::string> fields;
};

/// Lines without a comma are no rows. With `fields`, throws Error for a row that has another number
/// of them; always for a file that cannot be read.
std::vector<Line> read_lines(const std::filesystem::path& path, std::optional<std::size_t> fields);

/// The whole of `text` as a number; absent if it is none.
std::optional<double> to_number(std::string_view text);

/// The same; throws Error naming place and field (counted from 0).
double number_at(const Line& line, std::size_t field);

}  // namespace calibrant::experiments
