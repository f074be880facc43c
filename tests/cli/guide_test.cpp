// The transcripts of docs/guide are what the program prints.
#include <gmock/gmock.h>

#include <sstream>

#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

const std::filesystem::path kGuides = std::filesystem::path(CALIBRANT_GOLDEN) / "../../docs/guide";

struct Transcript {
  std::vector<std::string> arguments;
  std::string output;
};

// What stands between "$ calibrant ..." and the end of its block.
std::vector<Transcript> transcripts(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Transcript> result;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("$ calibrant ")) {
      std::istringstream words(line.substr(12));
      result.emplace_back();
      for (std::string word; words >> word;) result.back().arguments.push_back(word);
      inside = true;
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      result.back().output += line + "\n";
    }
  }
  return result;
}

using Guide = Cli;

TEST_F(Guide, EvaluateTranscriptsAreReal) {
  std::filesystem::copy(kGuides / "predictions.csv", file("predictions.csv"));
  const auto all = transcripts(kGuides / "evaluate.md");
  ASSERT_EQ(all.size(), 2U);
  for (const auto& [arguments, output] : all) {
    const Result result = run(arguments);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out, output);
    EXPECT_EQ(result.err, "");
  }
}

}  // namespace
}  // namespace calibrant::testing
