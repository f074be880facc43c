// Rows that belong to the caller, who may change them while they are read.
//
// A Python thread may write into an array that another thread fits, because a fit releases the
// interpreter. Such a program has a race, and its result means nothing. Memory must stay whole all
// the same: a number that chooses a place in memory is read once, and the number that was checked
// is the number that is used.
#pragma once

#include <cstddef>
#include <span>

namespace calibrant {

/// One load, which no compiler may repeat.
template <class T>
T read_once(std::span<const T> values, std::size_t i) {
  return static_cast<const volatile T*>(values.data())[i];
}

}  // namespace calibrant
