// What the headers of C are made of.
#pragma once

#include <string>
#include <vector>

#include "export/plan.hpp"

namespace calibrant {

/// As %a writes it, but the same in every locale.
std::string c_number(double x);

/// static const double NAME[] = {...};
std::string c_array(const std::string& name, const std::vector<double>& numbers);

/// The function of each output, with what it needs.
std::string c_functions(const Plan& plan);

/// All of a header, under a guard that is made of the name.
std::string c_header(const std::string& name, const std::string& comment, const std::string& body);

}  // namespace calibrant
