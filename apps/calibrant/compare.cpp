#include "verbs.hpp"

namespace calibrant::cli {

void add_compare(CLI::App& /*app*/) {}

}  // namespace calibrant::cli
