// Text that is safe to stand in a page. Html is a type of its own, so that a file name or a column
// name cannot reach a page without passing through escape().
#pragma once

#include <string>
#include <string_view>

namespace calibrant::report {

struct Html {
  std::string text;
};

/// Plain text for HTML and SVG, in elements and in quoted attributes. What is not UTF-8, and
/// control characters but for tabs and new lines, become U+FFFD.
Html escape(std::string_view plain);

/// The lengths of the UTF-8 sequences of `text`, one call per character; bytes that begin no valid
/// sequence count as one character each. Returns the length of the character at `place`, or 0 for
/// such a byte.
std::size_t utf8_length(std::string_view text, std::size_t place);

}  // namespace calibrant::report
