// A file whose header is read before it is known what its rows are read for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "csv/blocks.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {

/// The names of the columns. The file stays open for open_blocks(), because a pipe cannot be opened
/// twice.
std::vector<std::string> header_names(InputOptions& options);

/// The file that header_names() has opened, the first time; else it is opened.
std::unique_ptr<Blocks> open_blocks(const InputOptions& options);

}  // namespace calibrant::cli
