// What Calibrant asks of a system about files. Each system answers in a file of its own: posix.cpp,
// windows.cpp, wasi.cpp. Problems are in errno.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace calibrant::system {

inline constexpr int kStandardInput = 0;
inline constexpr int kStandardOutput = 1;
inline constexpr int kStandardError = 2;

struct FileFacts {
  bool plain = false;
  bool directory = false;
  double size = 0;
  std::array<std::uint64_t, 2> identity = {};  // two names of one file have the same
};

/// Nothing if there is no such file.
std::optional<FileFacts> facts_of(const std::filesystem::path& path);
std::optional<FileFacts> facts_of(int descriptor);

/// A descriptor, or -1. Bytes are never translated.
int open_to_read(const std::filesystem::path& path);
/// The bytes that came, 0 at the end, or -1.
std::ptrdiff_t read_some(int descriptor, char* to, std::size_t size);
/// The bytes that were taken, or -1.
std::ptrdiff_t write_some(int descriptor, const char* from, std::size_t size);
bool close_file(int descriptor);
bool flush_to_disk(int descriptor);
/// The disk may begin to write this part of the file: a hint.
void send_to_disk(int descriptor, std::size_t begin, std::size_t size);

bool is_terminal(int descriptor);
std::uint64_t process_number();

/// Standard streams carry bytes, and a terminal is told that texts are UTF-8.
void prepare_standard_streams();

/// As handlers of signals may do it: removes an open file that has this name.
void remove_in_handler(const std::filesystem::path::value_type* name, int descriptor) noexcept;

}  // namespace calibrant::system
