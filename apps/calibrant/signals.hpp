// What happens when the process is asked to end.
#pragma once

namespace calibrant::cli {

/// Ctrl-C and its like leave no unfinished file. A closed pipe and a file beyond the size limit
/// become errors of write(), with a message.
void handle_signals();

}  // namespace calibrant::cli
