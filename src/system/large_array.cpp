#include "system/large_array.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace calibrant {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;

// Smaller arrays come out of memory that the process has already.
bool is_large(std::size_t bytes) { return bytes >= 2 * kHugePage; }

}  // namespace

void* allocate_array(std::size_t bytes) {
  if (!is_large(bytes)) return ::operator new(bytes);
  void* array = ::operator new(bytes, std::align_val_t(kHugePage));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  // Only a hint: where it is refused, the pages are small ones.
  (void)madvise(array, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return array;
}

void release_array(void* array, std::size_t bytes) noexcept {
  if (is_large(bytes)) {
    ::operator delete(array, std::align_val_t(kHugePage));
  } else {
    ::operator delete(array);
  }
}

}  // namespace calibrant
