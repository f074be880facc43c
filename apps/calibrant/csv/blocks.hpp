// Cuts a CSV file (RFC 4180) into blocks of whole rows, so that they can be parsed side by side.
//
// A newline ends a row unless it stands inside a quoted field. A quote opens a quoted field only as
// its first byte; elsewhere it is a byte like any other.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "csv/block.hpp"
#include "csv/source.hpp"

namespace calibrant::cli {

class Blocks {
 public:
  /// Opens the file and reads its header. Throws Error naming the file.
  Blocks(std::string path, char delimiter);

  const std::string& path() const { return path_; }
  char delimiter() const { return delimiter_; }
  /// The names of the columns, without their quotes.
  const std::vector<std::string>& names() const { return names_; }
  /// The header as it stands in the file, byte-order mark and all, without its line ending.
  std::string_view header() const { return header_; }
  /// The physical line where it begins.
  std::uint64_t header_line() const { return header_line_; }
  /// Of the header; what rows without one would get.
  std::string_view line_ending() const { return crlf_ ? "\r\n" : "\n"; }

  /// The next block; false at the end. From one thread at a time.
  bool next(Block& block);

 private:
  bool fill(Block& block);
  void check_text(const Block& block) const;
  void read_header();
  [[noreturn]] void fail(std::uint64_t line, const std::string& problem) const;

  std::string path_;
  char delimiter_;
  std::unique_ptr<Source> source_;
  std::vector<std::string> names_;
  std::string header_;
  std::uint64_t header_line_ = 1;
  bool crlf_ = false;
  Bytes carry_;  ///< the beginning of a row whose end is yet to be read
  std::uint64_t line_ = 1;
  bool ended_ = false;
  Block first_;  ///< what follows the header in the first block
  bool first_given_ = false;
};

}  // namespace calibrant::cli
