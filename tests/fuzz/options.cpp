// Any words as a command line, one per line of the input, in a directory with a few small files.
//
// Promises: it runs, or ends with a usage error or an Error that says something; nothing else is
// thrown. Long numbers are cut: a million replicates on request are no defect.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "calibrant/error.hpp"
#include "calibrant/model_file.hpp"
#include "common/verbs.hpp"
#include "fuzz/scratch.hpp"
#include "fuzz/target.hpp"

namespace calibrant::fuzz {
namespace {

constexpr std::size_t kMostWords = 24;
constexpr std::size_t kMostDigits = 2;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words = {"calibrant"};
  std::size_t digits = 0;
  std::string word;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (c == '\n') {
      words.push_back(std::move(word));
      word.clear();
    } else if (c != '/' && c != '\0' && digits <= kMostDigits) {
      word += c;
    }
    if (words.size() == kMostWords) return words;
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

// What is printed is of no interest here.
void silence() {
  const int null = ::open("/dev/null", O_RDWR);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  ::close(null);
}

void lay_out() {
  for (const auto& entry : std::filesystem::directory_iterator(".")) {
    std::filesystem::remove_all(entry.path());
  }
  ScratchDirectory::write("d.csv", "score,label,w,g\n.2,0,1,a\n.4,1,2,b\n.6,0,1,a\n.9,1,.5,b\n");
  ScratchDirectory::write("k.csv", "p_a,p_b,label\n.2,.8,b\n.7,.3,a\n");
  const std::vector<double> scores = {0.25, 0.75};
  const std::vector<int> labels = {0, 1};
  ScratchDirectory::write(
      "m.json",
      to_json(Curve(Segments{{0, 1}, {0.25, 0.75}}, {}, {.method = "abb"}),
              Kept{.method = "abb", .options = {}, .observations = {observe(scores, labels)}}));
}

void run(std::string_view text) {
  static const ScratchDirectory directory;
  static const bool silent = (silence(), true);
  require(silent, "silence");
  lay_out();
  std::vector<std::string> words = words_of(text);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  const int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  CLI::App app("Turns classifier scores into probabilities.", "calibrant");
  app.require_subcommand(1);
  cli::add_verbs(app, "calibrant");
  try {
    app.parse(argc, argv.data());
  } catch (const CLI::ParseError&) {
  } catch (const Error& error) {
    require(*error.what() != '\0', "an error says something");
  }
}

}  // namespace
}  // namespace calibrant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  calibrant::fuzz::run(calibrant::fuzz::Input(data, size).text());
  return 0;
}
