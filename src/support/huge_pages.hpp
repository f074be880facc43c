// Half of the time that it takes to fill a large new array is the kernel handing over its pages,
// 4 KiB at a time. Asked in advance, Linux hands over 2 MiB at a time.
#pragma once

#include <cstddef>
#include <vector>

namespace calibrant {

/// Reserves room for `size` numbers, on huge pages where that is possible and pays. To be called
/// before the first number is written.
void reserve_on_huge_pages(std::vector<double>& values, std::size_t size);

}  // namespace calibrant
