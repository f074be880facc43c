// What happens when the process is asked to end.
#pragma once

namespace calibrant::system {

/// Ctrl-C and its like call `clean`, which does only what a handler may do. Then the process ends
/// as it would have ended. A closed pipe and a file beyond the size limit become errors of writing.
void clean_before_the_end(void (*clean)());

/// As a reader who has seen enough ends every program that writes to a pipe: without a word.
[[noreturn]] void end_by_closed_pipe(void (*clean)());

/// Ends the process now: no destructor runs.
[[noreturn]] void leave(int code);

}  // namespace calibrant::system
