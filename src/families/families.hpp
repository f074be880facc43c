// The table of families. Auto averages over all of them, in this order.
#pragma once

#include <array>

#include "families/family.hpp"

namespace calibrant {

extern const Family kIdentityFamily;
extern const Family kCertainFamily;
extern const Family kTemperatureFamily;
extern const Family kPlattFamily;
extern const Family kPlattLogitFamily;
extern const Family kBetaFamily;
extern const Family kConstantFamily;

inline constexpr std::array kFamilies = {&kIdentityFamily, &kCertainFamily,    &kTemperatureFamily,
                                         &kPlattFamily,    &kPlattLogitFamily, &kBetaFamily,
                                         &kConstantFamily};

}  // namespace calibrant
