#include "verbs.hpp"

namespace calibrant::cli {

void add_fit(CLI::App& /*app*/) {}

}  // namespace calibrant::cli
