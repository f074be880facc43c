// The table of families. Auto averages over all of them, in this order.
#pragma once

#include <array>

#include "families/family.hpp"

namespace calibrant {

extern const Family kIdentity;
extern const Family kCertain;
extern const Family kTemperature;
extern const Family kPlatt;
extern const Family kPlattLogit;
extern const Family kBeta;
extern const Family kConstant;

inline constexpr std::array kFamilies = {&kIdentity,   &kCertain, &kTemperature, &kPlatt,
                                         &kPlattLogit, &kBeta,    &kConstant};

}  // namespace calibrant
