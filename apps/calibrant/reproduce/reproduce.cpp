// calibrant reproduce: says where the paper's experiments are. They were part of this program until
// 0.1; calibrant-reproduce runs them now, so that this one needs none of their libraries.
#include <CLI/CLI.hpp>

#include "common/verbs.hpp"

namespace calibrant::cli {

void add_reproduce(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "reproduce", "The paper's experiments: run ./dev reproduce in Calibrant's source tree");
  verb->group("");  // not in --help, since it does nothing
  verb->allow_extras();
  verb->callback([] {
    throw UsageError(
        "reproduce is not part of this program: run ./dev reproduce in Calibrant's source tree, "
        "which builds calibrant-reproduce");
  });
}

}  // namespace calibrant::cli
