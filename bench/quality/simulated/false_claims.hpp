#pragma once

#include <cstddef>

namespace calibrant {

/// How often `compare` calls a difference clear where methods are equally good. Prints PASS or FAIL
/// for each case; are there no FAILs?
bool check_false_claims(std::size_t runs);

}  // namespace calibrant
