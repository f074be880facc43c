// Names and other texts of unknown origin, for people: in messages, in tables, in pages.
//
// A text may hold characters that nobody sees and that act on what stands around them. Controls
// (C0, C1) move a terminal's cursor. Bidirectional controls turn a sentence round, digits included.
// Line separators make one message two. All of these are shown as escapes, and so are bytes that
// are not UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace calibrant {

/// What messages show of a name.
inline constexpr std::size_t kMostShown = 40;  // bytes

/// Whether a code point acts on its surroundings instead of being seen.
bool is_unseen(char32_t code);

/// Appends the character at `place`, as an escape if it is unseen or not UTF-8: \x1b, \u202e. Gives
/// the number of bytes that it took from the text, at least 1.
std::size_t append_legible(std::string& to, std::string_view text, std::size_t place);

/// One line. Of a text longer than `most` bytes the beginning, and "...".
std::string legible(std::string_view text, std::size_t most = std::string_view::npos);

/// In single quotes, and cut after kMostShown bytes.
std::string shown(std::string_view text);

/// "a, b or c".
std::string one_of(const std::vector<std::string_view>& words);

}  // namespace calibrant
