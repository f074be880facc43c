#include "support/huge_pages.hpp"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace calibrant {
namespace {

// Smaller arrays come out of memory that the process has already.
constexpr std::size_t kWorthAsking = std::size_t{2} << 20U;

// Only a hint: where it is refused, the pages are small ones.
void ask_for_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kPage = 4096;
  // madvise wants the beginning of a page.
  const std::uintptr_t into_page = reinterpret_cast<std::uintptr_t>(begin) % kPage;
  const std::size_t skip = into_page == 0 ? 0 : kPage - into_page;
  (void)madvise(static_cast<char*>(begin) + skip, bytes - skip, MADV_HUGEPAGE);
#endif
}

}  // namespace

void reserve_on_huge_pages(std::vector<double>& values, std::size_t size) {
  values.reserve(size);
  const std::size_t bytes = values.capacity() * sizeof(double);
  if (bytes >= kWorthAsking) ask_for_huge_pages(values.data(), bytes);
}

}  // namespace calibrant
