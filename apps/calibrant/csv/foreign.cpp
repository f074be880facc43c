#include "csv/foreign.hpp"

#include <fmt/format.h>

#include <array>

namespace calibrant::cli {
namespace {

using namespace std::string_view_literals;

struct Format {
  std::string_view magic;
  const char* name;
  const char* way_out;
};

constexpr const char* kTable = "export it as CSV, or use calibrant.duckdb in Python";
constexpr const char* kSheet = "save it as CSV";
constexpr const char* kPacked = "decompress it, or use gzip";

constexpr std::array kFormats = std::to_array<Format>({
    {"ARROW1\0\0"sv, "an Arrow or Feather file", kTable},
    {"SQLite format 3\0"sv, "an SQLite database", "export a table or a query as CSV"},
    {"PK\x03\x04"sv, "an Excel workbook or another zip archive", kSheet},
    {"\xD0\xCF\x11\xE0"sv, "an old Excel workbook", kSheet},
    {"\xFF\xFE"sv, "UTF-16 text", "UTF-8 was expected"},
    {"\xFE\xFF"sv, "UTF-16 text", "UTF-8 was expected"},
    {"\x28\xB5\x2F\xFD"sv, "compressed with zstd", kPacked},
    {"\xFD\x37\x7A\x58\x5A"sv, "compressed with xz", kPacked},
    {"\x1F\x8B"sv, "compressed with gzip twice", "decompress it once"},
});

// A column may be called PAR1: a Parquet file goes on with a control character.
bool is_parquet(std::string_view start) {
  constexpr std::string_view kMagic = "PAR1";
  return start.starts_with(kMagic) && start.size() > kMagic.size() &&
         static_cast<unsigned char>(start[4]) < 0x20 && start[4] != '\n' && start[4] != '\r' &&
         start[4] != '\t';
}

}  // namespace

bool is_gzip(std::string_view start) { return start.starts_with("\x1F\x8B"); }

std::optional<std::string> foreign_format(std::string_view start) {
  if (is_parquet(start)) return fmt::format("is a Parquet file ({})", kTable);
  for (const auto& [magic, name, way_out] : kFormats) {
    if (start.starts_with(magic)) return fmt::format("is {} ({})", name, way_out);
  }
  return {};
}

}  // namespace calibrant::cli
