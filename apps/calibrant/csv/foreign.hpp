// Files that are no CSV at all, recognised by their first bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace calibrant::cli {

/// As many bytes as foreign_format may need.
inline constexpr std::size_t kMagicBytes = 16;

bool is_gzip(std::string_view start);

/// What the file is and what to do about it: "is a Parquet file (export it as CSV, ...)". Absent if
/// it may be text.
std::optional<std::string> foreign_format(std::string_view start);

}  // namespace calibrant::cli
