// What is said on standard error of data that can be used and yet looks wrong.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "calibrant/suspicion.hpp"

namespace calibrant::cli {

/// A line each: `calibrant: FILE: warning: MESSAGE`. If `strict`, throws Error instead, with all of
/// them in one line. "-" is called standard input.
void warn(const std::string& path, const std::vector<Warning>& warnings, bool strict);

/// `calibrant: MESSAGE`.
void tell(const std::string& message);

/// `calibrant: FILE: skipped 17 rows with a missing score or label`; silent if there are none.
void tell_skipped(const std::string& path, std::size_t rows, const std::string& what);

}  // namespace calibrant::cli
