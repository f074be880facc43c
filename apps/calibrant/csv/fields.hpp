// The fields of a row, where they stand in the block: nothing is copied.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace calibrant::cli {

struct Field {
  const char* begin = nullptr;  ///< inside the quotes, if there are any
  const char* end = nullptr;
  bool quoted = false;
  bool doubled = false;  ///< holds doubled quotes, each of which means one

  std::string_view raw() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

/// What the field says: its quotes undone.
inline std::string text_of(const Field& field) {
  std::string text(field.raw());
  if (!field.doubled) return text;
  std::string undoubled;
  for (std::size_t i = 0; i < text.size(); ++i) {
    undoubled += text[i];
    if (text[i] == '"') ++i;
  }
  return undoubled;
}

/// The first newline or delimiter at or after `at`. There must be one.
inline const char* find_separator(const char* at, char delimiter) {
  if constexpr (std::endian::native == std::endian::little) {
    // Eight bytes at a time: a byte of x ^ pattern is zero where the text has the sought byte, and
    // the lowest marked byte is exact. Blocks have eight spare bytes at their end for this.
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    constexpr std::uint64_t kHighs = 0x8080808080808080U;
    const std::uint64_t delimiters = kOnes * static_cast<unsigned char>(delimiter);
    for (;; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      const std::uint64_t a = word ^ delimiters;
      const std::uint64_t b = word ^ (kOnes * '\n');
      const std::uint64_t found = (((a - kOnes) & ~a) | ((b - kOnes) & ~b)) & kHighs;
      if (found != 0) return at + std::countr_zero(found) / 8;
    }
  } else {
    while (*at != delimiter && *at != '\n') ++at;
    return at;
  }
}

/// Takes one field after the other from text that ends with a newline outside quotes.
class FieldScanner {
 public:
  FieldScanner(const char* at, char delimiter) : at_(at), delimiter_(delimiter) {}

  /// Where the next field, or the next row, begins.
  const char* at() const { return at_; }
  /// Did the last field end the row?
  bool row_ended() const { return row_ended_; }
  /// Where the row's own bytes ended, before LF or CRLF.
  const char* row_end() const { return row_end_; }
  /// A closing quote was followed by something else than a delimiter or the end of the row.
  bool broken() const { return broken_; }

  Field next() {
    if (*at_ == '"') [[unlikely]]
      return quoted();
    Field field{.begin = at_};
    const char* stop = find_separator(at_, delimiter_);
    field.end = stop;
    at_ = stop + 1;
    row_ended_ = *stop == '\n';
    if (row_ended_) {
      // A carriage return belongs to the line ending.
      if (stop > field.begin && stop[-1] == '\r') --field.end;
      row_end_ = field.end;
    }
    return field;
  }

 private:
  Field quoted() {
    Field field{.begin = at_ + 1, .quoted = true};
    const char* at = at_ + 1;
    for (;; ++at) {
      if (*at != '"') continue;
      if (at[1] != '"') break;
      field.doubled = true;
      ++at;
    }
    field.end = at++;
    const char* after = at;
    if (*after == '\r' && after[1] == '\n') ++after;
    if (*after == '\n') {
      row_ended_ = true;
      row_end_ = at;
    } else {
      // What follows a broken field means nothing: the row ends there.
      broken_ = *after != delimiter_;
      row_ended_ = broken_;
      row_end_ = at;
    }
    at_ = after + 1;
    return field;
  }

  const char* at_;
  const char* row_end_ = nullptr;
  char delimiter_;
  bool row_ended_ = false;
  bool broken_ = false;
};

}  // namespace calibrant::cli
