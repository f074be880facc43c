// What the headers of C are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "export/plan.hpp"

namespace calibrant {

/// As %a writes it, but the same in every locale.
std::string c_number(double x);

/// static const double NAME[] = {...};
std::string c_array(const std::string& name, const std::vector<double>& numbers);

/// The function of each output, with what it needs.
std::string c_functions(const Plan& plan);

/// Whether the name means something already: to the language (C or C++), to the headers that an
/// export includes (float.h, math.h, stddef.h), or to the rest of C's library, which the program
/// around it includes.
bool means_something_in_c(std::string_view name);

/// All of a header, under a guard that is made of the name.
std::string c_header(const std::string& name, const std::string& comment, const std::string& body);

}  // namespace calibrant
