#include "verbs.hpp"

namespace calibrant::cli {

void add_export(CLI::App& /*app*/) {}

}  // namespace calibrant::cli
