#include "verbs.hpp"

namespace calibrant::cli {

void add_apply(CLI::App& /*app*/) {}

}  // namespace calibrant::cli
