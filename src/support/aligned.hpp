// A vector of doubles that starts on a cache line.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace calibrant {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{64};

  CacheLineAllocator() = default;
  template <class U>
  // NOLINTNEXTLINE(google-explicit-constructor): an allocator converts between its value types.
  CacheLineAllocator(const CacheLineAllocator<U>& /*other*/) {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kAlignment)); }
  void deallocate(T* p, std::size_t /*n*/) { ::operator delete(p, kAlignment); }
  bool operator==(const CacheLineAllocator&) const = default;
};

using AlignedVector = std::vector<double, CacheLineAllocator<double>>;

}  // namespace calibrant
