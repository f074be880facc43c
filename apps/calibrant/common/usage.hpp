// What is said of a command line that cannot be understood.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace calibrant::cli {

/// What is wrong, and what was probably meant.
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error);

}  // namespace calibrant::cli
