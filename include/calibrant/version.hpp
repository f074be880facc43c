#pragma once

namespace calibrant {

/// "major.minor.patch"
const char* version() noexcept;

}  // namespace calibrant
