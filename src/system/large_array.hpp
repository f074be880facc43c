// Arrays of very many numbers. Half of the time that it takes to fill one is the kernel handing
// over its pages, 4 KiB at a time; asked in advance, Linux hands over 2 MiB at a time. And what is
// about to be written need not be set to zero first.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace calibrant {

void* allocate_array(std::size_t bytes);
void release_array(void* array, std::size_t bytes) noexcept;

template <class T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>& /*other*/) noexcept {}  // NOLINT: implicit by contract

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_array(count * sizeof(T))); }
  void deallocate(T* array, std::size_t count) noexcept { release_array(array, count * sizeof(T)); }

  /// resize() leaves new numbers as they are.
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Args>
  void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }

  template <class U>
  bool operator==(const LargeAllocator<U>& /*other*/) const noexcept {
    return true;
  }
};

/// Numbers added by resize() are not set: write them.
using LargeArray = std::vector<double, LargeAllocator<double>>;

}  // namespace calibrant
