// Which names a function in C cannot have.
#pragma once

#include <string_view>

namespace calibrant {

/// Whether the name means something already: to the language (C or C++), to the headers that an
/// export includes (float.h, math.h, stddef.h), or to the rest of C's library, which the program
/// around it includes.
bool means_something_in_c(std::string_view name);

}  // namespace calibrant
