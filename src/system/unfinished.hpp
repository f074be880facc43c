// The hidden names of files that are not yet whole, for handlers of signals that end the process.
#pragma once

#include <filesystem>

namespace calibrant::system {

/// More files at once than places: the rest is simply not removed by a signal.
void remember_unfinished(const std::filesystem::path& path, int descriptor);
void forget_unfinished(const std::filesystem::path& path);
void remove_all_unfinished() noexcept;

/// A hidden name in the directory of `path`. It is not made from the file's own name, which may
/// already be as long as names can be. A number tells the files of a process apart; a second
/// attempt has another name.
std::filesystem::path hidden_name_beside(const std::filesystem::path& path);

std::filesystem::path directory_of(const std::filesystem::path& path);

}  // namespace calibrant::system
