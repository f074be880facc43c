#include "verbs.hpp"

#include <cstdio>
#include <string>

#include "generate.hpp"

namespace calibrant::cli {

void add_verbs(CLI::App& app) {
  add_fit(app);
  add_apply(app);
  add_evaluate(app);
  add_compare(app);
  add_export(app);
  add_reproduce(app);
  app.add_option_function<std::string>(
         "--generate",
         [&app](const std::string& kind) {
           std::fputs(generate(app, kind).c_str(), stdout);
           throw CLI::Success();
         },
         "Print the man page or a shell completion: man, bash, zsh, fish")
      ->type_name("KIND")
      ->trigger_on_parse();
}

}  // namespace calibrant::cli
