// How wide text will be, before any font is known.
#pragma once

#include <string>
#include <string_view>

namespace calibrant::report {

/// An upper estimate in the units of `size`: the widths of a wide sans-serif face (DejaVu Sans);
/// the usual faces of phones and desktops are narrower.
double text_width(std::string_view text, double size);

/// `text`, or as much of its beginning as fits with an ellipsis.
std::string fit_text(const std::string& text, double size, double width);

}  // namespace calibrant::report
