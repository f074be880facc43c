#include "common/verbs.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "common/generate.hpp"
#include "common/output.hpp"

namespace calibrant::cli {

void add_verbs(CLI::App& app, const std::string& command) {
  add_fit(app);
  add_apply(app);
  add_evaluate(app, command);
  add_compare(app, command);
  add_watch(app, command);
  add_export(app);
  add_sql(app);
  add_reproduce(app);
  app.add_option_function<std::string>(
         "--generate",
         [&app](const std::string& kind) {
           write_output("-", generate(app, kind));
           throw CLI::Success();
         },
         "Print the man page, a shell completion, or the methods and their options as JSON: man, "
         "bash, "
         "zsh, fish, methods")
      ->type_name("KIND")
      ->trigger_on_parse();
}

std::string command_line(int argc, const char* const* argv) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=+@%";
  std::string line = "calibrant";
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word.empty() || word.find_first_not_of(kPlain) != std::string::npos) {
      for (std::size_t at = word.find('\''); at != std::string::npos;
           at = word.find('\'', at + 4)) {
        word.replace(at, 1, "'\\''");
      }
      word.insert(0, 1, '\'');
      word += '\'';
    }
    line += " " + word;
  }
  return line;
}

}  // namespace calibrant::cli
