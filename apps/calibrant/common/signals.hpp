// What happens when the process is asked to end.
#pragma once

namespace calibrant::cli {

/// Ctrl-C and its like leave no unfinished file. A closed pipe and a file beyond the size limit
/// become errors of write().
void handle_signals();

/// As a reader of standard output who has seen enough (head) ends every program: by SIGPIPE,
/// without a word, and without an unfinished file.
[[noreturn]] void end_by_closed_pipe();

/// No memory where nothing may be thrown, as in destructors of the JSON library that allocate
/// (json/document.hpp), ends the process as it ends elsewhere: one line, nothing left behind.
void handle_no_memory();

inline constexpr int kBadInput = 2;
inline constexpr const char* kNoMemory = "calibrant: not enough memory\n";

}  // namespace calibrant::cli
