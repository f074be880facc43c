// The style sheets and the script of a page: constant text.
#pragma once

#include <string>

namespace calibrant::report {

/// Colours as variables, for light and dark.
std::string palette_style();
/// What svg() draws.
std::string figure_style();
/// Both for drawings of the class "calibrant-plot" and nothing else: for a page of which nothing is
/// known, such as a notebook. Light and dark follow the theme of the notebooks that say which they
/// have, else the reader's setting; the paper is drawn, too, in case neither is what is seen.
std::string guest_style();
/// Everything around it, screens and paper.
std::string page_style();

/// Arrow keys between the points of a figure, and the threshold slider. The page is whole without.
std::string page_script();

}  // namespace calibrant::report
