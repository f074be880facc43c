#pragma once

#include "calibrant/api.hpp"

namespace CALIBRANT_API calibrant {

/// "major.minor.patch"
const char* version() noexcept;

}  // namespace calibrant
