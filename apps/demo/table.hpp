// The table of the paper: measures down, methods across, the two best of each row marked.
#pragma once

#include <string>
#include <vector>

#include "methods.hpp"

namespace demo {

std::string format_table(const std::vector<Result>& results);

}  // namespace demo
