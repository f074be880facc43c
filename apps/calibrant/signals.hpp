// What happens when the process is asked to end.
#pragma once

namespace calibrant::cli {

/// Ctrl-C and its like leave no unfinished file. A closed pipe and a file beyond the size limit
/// become errors of write().
void handle_signals();

/// As a reader of standard output who has seen enough (head) ends every program: by SIGPIPE,
/// without a word, and without an unfinished file.
[[noreturn]] void end_by_closed_pipe();

}  // namespace calibrant::cli
