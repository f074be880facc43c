// Which columns of a file are wanted, and the rows of a block with just these fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "csv/block.hpp"
#include "csv/blocks.hpp"
#include "csv/fields.hpp"

namespace calibrant::cli {

class Layout {
 public:
  static constexpr std::size_t kMostWanted = 1024;  ///< a thousand classes, and some

  explicit Layout(const Blocks& blocks);

  /// The place among the wanted fields of the column with this name; `option` is what names another
  /// column. Throws Error if there is no such column, or two.
  std::size_t want(const std::string& name, const std::string& option);
  bool has(const std::string& name) const;

  std::size_t columns() const { return place_of_column_.size(); }
  char delimiter() const { return delimiter_; }
  /// The place among the wanted fields; kMostWanted for a column that is not wanted.
  std::size_t place_of_column(std::size_t column) const { return place_of_column_[column]; }
  const std::string& path() const { return path_; }

  [[noreturn]] void fail(std::uint64_t line, const std::string& problem) const;
  /// `FILE:LINE: column 'NAME': problem`.
  [[noreturn]] void fail(std::uint64_t line, std::size_t place, const std::string& problem) const;

 private:
  [[noreturn]] void fail_missing(const std::string& name, const std::string& option) const;

  std::string path_;
  char delimiter_;
  std::vector<std::string> names_;
  std::vector<std::size_t> place_of_column_;
  std::vector<std::size_t> column_of_place_;
  std::uint64_t header_line_;
};

/// The rows of a block, one after the other; blank lines are passed over.
class RowScanner {
 public:
  RowScanner(const Layout& layout, const Block& block)
      : layout_(&layout),
        scanner_(block.text.data(), layout.delimiter()),
        begin_(block.text.data()),
        end_(block.text.data() + block.text.size()),
        first_line_(block.first_line) {}

  /// False at the end of the block. Throws Error for a row whose fields are not as many as the
  /// header's.
  bool next() {
    while (scanner_.at() != end_ && (*scanner_.at() == '\n' || blank_crlf())) {
      scanner_ =
          FieldScanner(scanner_.at() + (*scanner_.at() == '\n' ? 1 : 2), layout_->delimiter());
    }
    if (scanner_.at() == end_) return false;
    row_begin_ = scanner_.at();
    const std::size_t columns = layout_->columns();
    for (std::size_t column = 0;; ++column) {
      const Field field = scanner_.next();
      if (column < columns) {
        // Unwanted fields go to a place that nobody reads.
        fields_[layout_->place_of_column(column)] = field;
      }
      if (scanner_.row_ended()) {
        if (column + 1 != columns || scanner_.broken()) [[unlikely]]
          fail_row(column + 1);
        return true;
      }
    }
  }

  const Field& operator[](std::size_t place) const { return fields_[place]; }
  const char* row_begin() const { return row_begin_; }
  /// Behind its line ending.
  const char* next_row() const { return scanner_.at(); }
  /// Before its line ending.
  const char* row_end() const { return scanner_.row_end(); }

  /// The physical line where the row begins; counted, for messages only.
  std::uint64_t line() const;

 private:
  bool blank_crlf() const { return *scanner_.at() == '\r' && scanner_.at()[1] == '\n'; }
  [[noreturn]] void fail_row(std::size_t fields) const;

  const Layout* layout_;
  FieldScanner scanner_;
  const char* begin_;
  const char* end_;
  const char* row_begin_ = nullptr;
  std::uint64_t first_line_;
  std::array<Field, Layout::kMostWanted + 1> fields_ = {};
};

}  // namespace calibrant::cli
