// A stretch of a CSV file that begins and ends with whole rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace calibrant::cli {

/// Bytes whose new room is not cleared first: blocks are filled and refilled all the time.
class Bytes {
 public:
  char* data() { return data_.get(); }
  const char* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::string_view view() const { return {data_.get(), size_}; }

  /// Within the capacity.
  void set_size(std::size_t size) { size_ = size; }

  /// Room for `capacity` bytes in all; what is there stays.
  void reserve(std::size_t capacity);

  void append(std::string_view text);

 private:
  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

struct Block {
  Bytes text;                           ///< ends with a newline, always
  std::uint64_t first_line = 1;         ///< the physical line its first byte stands on
  bool newline_added = false;           ///< the file's last row had none
  std::optional<double> fraction = {};  ///< the part of the file read so far, if known
};

}  // namespace calibrant::cli
