// The man page and the completions know every verb and every option.
#include <gmock/gmock.h>

#include <cstdlib>
#include <regex>
#include <set>

#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

using Generate = Cli;

// All long options a help text lists.
std::set<std::string> long_options(const std::string& help) {
  const std::regex option("--([a-z][a-z-]*)");
  std::set<std::string> found;
  for (std::sregex_iterator i(help.begin(), help.end(), option), end; i != end; ++i) {
    found.insert((*i)[1]);
  }
  return found;
}

TEST_F(Generate, EveryKindListsEveryVerbAndOption) {
  for (const char* verb : {"fit", "apply", "evaluate", "compare", "export", "sql"}) {
    const Result help = run({verb, "--help"});
    ASSERT_EQ(help.code, 0) << verb;
    for (const char* kind : {"man", "bash", "zsh", "fish"}) {
      const Result made = run({"--generate", kind});
      ASSERT_EQ(made.code, 0);
      EXPECT_EQ(made.err, "");
      for (const std::string& name : long_options(help.out)) {
        const std::string shown = std::string(kind) == "fish" ? " -l " + name
                                  : std::string(kind) == "man"
                                      ? std::regex_replace("--" + name, std::regex("-"), "\\-")
                                      : "--" + name;
        EXPECT_TRUE(made.out.find(shown) != std::string::npos)
            << kind << " of " << verb << " lacks " << shown;
      }
    }
  }
}

TEST_F(Generate, BashCanReadItsCompletion) {
  write("completion.bash", run({"--generate", "bash"}).out);
  const std::string command = "bash -n " + file("completion.bash").string();
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(Generate, AnotherKindIsWrongUsage) {
  const Result result = run({"--generate", "pdf"});
  EXPECT_EQ(result.code, 64);
  EXPECT_EQ(result.err,
            "calibrant: --generate: 'pdf' is not one of man, bash, zsh, fish, methods (see "
            "calibrant --help)\n");
}

}  // namespace
}  // namespace calibrant::testing
