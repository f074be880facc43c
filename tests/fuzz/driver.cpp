// Replays a corpus and mutates it blindly for some seconds, from a fixed seed: what a fuzz target
// needs where there is no libFuzzer. `driver CORPUS SECONDS [CRASH_FILE]`.
//
// The input that is running is kept in CRASH_FILE, so that a crash leaves it behind.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/target.hpp"
#include "helpers/shapes.hpp"

namespace {

using calibrant::testing::Random;
using Clock = std::chrono::steady_clock;

std::vector<std::string> read_corpus(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

// One to four changes: a byte, a bit, a stretch dropped, doubled or taken from another input.
std::string mutated(std::string input, const std::vector<std::string>& corpus, Random& random) {
  constexpr std::string_view kTelling = "0123456789.,;\"\n\r-+e{}[]:\0\xff\x80 ";
  for (std::size_t change = 0; change <= random.below(4); ++change) {
    const std::size_t at = random.below(input.size() + 1);
    const std::size_t length = std::min(input.size() - at, random.below(16));
    switch (random.below(6)) {
      case 0:
        input.insert(at, 1, kTelling[random.below(kTelling.size())]);
        break;
      case 1:
        if (at < input.size()) input[at] = static_cast<char>(random.below(256));
        break;
      case 2:
        if (at < input.size()) {
          input[at] =
              static_cast<char>(static_cast<unsigned char>(input[at]) ^ (1U << random.below(8)));
        }
        break;
      case 3:
        input.erase(at, length);
        break;
      case 4:
        input.insert(at, input.substr(at, length));
        break;
      default: {
        const std::string& other = corpus[random.below(corpus.size())];
        const std::size_t from = random.below(other.size() + 1);
        input.insert(at, other.substr(from, random.below(64)));
      }
    }
  }
  return input;
}

void run(const std::string& input, const std::string& crash_file) {
  if (!crash_file.empty()) std::ofstream(crash_file, std::ios::binary) << input;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: driver CORPUS SECONDS [CRASH_FILE]\n", stderr);
    return 64;
  }
  const std::vector<std::string> corpus = read_corpus(argv[1]);
  const std::string crash_file =
      argc > 3 ? std::filesystem::absolute(argv[3]).string() : std::string();
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: no inputs\n", argv[1]);
    return 2;
  }
  for (const std::string& input : corpus) run(input, crash_file);
  const auto end = Clock::now() + std::chrono::duration<double>(std::atof(argv[2]));
  Random random(1);
  std::size_t executions = corpus.size();
  for (; Clock::now() < end; ++executions) {
    run(mutated(corpus[random.below(corpus.size())], corpus, random), crash_file);
  }
  if (!crash_file.empty()) std::filesystem::remove(crash_file);
  std::fprintf(stderr, "%zu inputs, %zu executions\n", corpus.size(), executions);
}
