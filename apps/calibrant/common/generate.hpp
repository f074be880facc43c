// The man page and the shell completions, made from the very options the program parses.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace calibrant::cli {

/// What --generate can make: man, bash, zsh, fish.
const std::vector<std::string>& generated_kinds();

/// Throws UsageError for another kind.
std::string generate(const CLI::App& app, const std::string& kind);

}  // namespace calibrant::cli
