// Text that is safe to stand in a page. Html is a type of its own, so that a file name or a column
// name cannot reach a page without passing through escape().
#pragma once

#include <string>
#include <string_view>

namespace calibrant::report {

struct Html {
  std::string text;
};

/// Plain text for HTML and SVG, in elements and in quoted attributes. What is not UTF-8, controls
/// but for tabs and new lines, and bidirectional controls are shown as escapes
/// (support/legible.hpp). Right-to-left letters are isolated (U+2068, U+2069), so that they do not
/// move the words and numbers beside them.
Html escape(std::string_view plain);

}  // namespace calibrant::report
