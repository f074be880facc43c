// SHA-256 (FIPS 180-4), in base64: what a content security policy names a script by.
#pragma once

#include <string>
#include <string_view>

namespace calibrant::report {

std::string sha256_base64(std::string_view bytes);

}  // namespace calibrant::report
