// The border between exceptions and statuses.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/calibrant.h"

namespace calibrant::c_api {

/// An argument that no call may have: `model: is NULL`.
class ArgumentError : public std::runtime_error {
 public:
  ArgumentError(std::string_view argument, std::string_view problem)
      : std::runtime_error(fmt::format("{}: {}", argument, problem)) {}
};

/// Inside a handler: remembers the message of what was thrown, and says which status it is.
calibrant_status status_of_exception() noexcept;

/// Calls `work`; nothing that it throws gets out.
template <class Work>
calibrant_status guarded(const Work& work) noexcept {
  try {
    work();
    return CALIBRANT_OK;
  } catch (...) {
    return status_of_exception();
  }
}

template <class T>
T& given(std::string_view argument, T* pointer) {
  if (pointer == nullptr) throw ArgumentError(argument, "is NULL");
  return *pointer;
}

/// Gives the caller a new T that `make` makes; NULL if it throws.
template <class T, class Make>
calibrant_status hand_over_new(std::string_view argument, T** result, const Make& make) noexcept {
  if (result != nullptr) *result = nullptr;
  return guarded([&] {
    given(argument, result);
    *result = std::make_unique<T>(T{make()}).release();
  });
}

/// An array of rows times columns; without any rows it may be NULL.
template <class T>
std::span<T> array(std::string_view argument, T* first, std::size_t rows, std::size_t columns = 1) {
  if (rows > std::numeric_limits<std::size_t>::max() / sizeof(T) / columns) {
    throw ArgumentError(argument, fmt::format("{} rows are too many", rows));
  }
  if (rows > 0) given(argument, first);
  return {first, rows * columns};
}

/// An array that may be left out.
template <class T>
std::span<T> optional_array(std::string_view argument, T* first, std::size_t rows) {
  return first == nullptr ? std::span<T>() : array(argument, first, rows);
}

/// As many texts as `count` says.
inline std::vector<std::string> texts(const char* const* names, std::size_t count,
                                      std::string_view argument = "names") {
  std::vector<std::string> result;
  for (const char* const name : array(argument, names, count)) {
    result.emplace_back(&given(argument, name));
  }
  return result;
}

/// A copy for the caller, who gives it to calibrant_free_text.
void hand_over(const std::string& content, char** text, std::size_t* length);

}  // namespace calibrant::c_api
