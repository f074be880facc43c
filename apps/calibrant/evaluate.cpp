#include "verbs.hpp"

namespace calibrant::cli {

void add_evaluate(CLI::App& /*app*/) {}

}  // namespace calibrant::cli
