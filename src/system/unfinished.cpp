#include "system/unfinished.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

#include "system/files.hpp"

namespace calibrant::system {
namespace {

using Letter = std::filesystem::path::value_type;

constexpr std::size_t kLongestName = 4096;  // as the longest that Linux allows

// In memory that a signal handler may read.
struct HiddenName {
  std::atomic<bool> taken = false;
  std::atomic<bool> present = false;
  std::atomic<int> descriptor = -1;
  std::array<Letter, kLongestName> name = {};
};
std::array<HiddenName, 4> hidden_names;

}  // namespace

void remember_unfinished(const std::filesystem::path& path, int descriptor) {
  const auto& name = path.native();
  if (name.size() >= kLongestName) return;
  for (HiddenName& place : hidden_names) {
    if (place.taken.exchange(true)) continue;
    *std::copy(name.begin(), name.end(), place.name.begin()) = Letter(0);
    place.descriptor = descriptor;
    place.present = true;
    return;
  }
}

void forget_unfinished(const std::filesystem::path& path) {
  for (HiddenName& place : hidden_names) {
    if (!place.present || path.native() != place.name.data()) continue;
    place.present = false;
    place.taken = false;
  }
}

void remove_all_unfinished() noexcept {
  for (HiddenName& place : hidden_names) {
    if (place.present) remove_in_handler(place.name.data(), place.descriptor);
  }
}

std::filesystem::path directory_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::filesystem::path hidden_name_beside(const std::filesystem::path& path) {
  static std::atomic<unsigned> number = 0;
  return directory_of(path) / fmt::format(".calibrant.{}.{}.tmp", process_number(), number++);
}

}  // namespace calibrant::system
