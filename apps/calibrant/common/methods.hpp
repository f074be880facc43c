// The library's table of options as flags of the command line.
#pragma once

#include "calibrant/error.hpp"
#include "calibrant/method.hpp"

namespace CLI {
class App;
}

namespace calibrant::cli {

/// Adds the flag of an option, with the methods that read it and the default in its help. What is
/// given comes into `given`, unchecked.
void add_method_option(CLI::App& verb, const Option& option, OptionValues& given);

/// The same error as one of usage, with dashes in front of the option.
[[noreturn]] void throw_usage(const OptionError& error);

}  // namespace calibrant::cli
