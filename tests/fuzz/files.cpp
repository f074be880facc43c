// Any name, any mode, any kind of old file, link or directory, and an output written over it.
//
// Promises: written whole or not at all, with nothing beside it; no special bit, and nobody but the
// owner gains a right; a message is one line that names the path. Names for people never hold what
// nobody sees, and a page never holds a control that turns text round.
#include <sys/stat.h>

#include <array>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

#include "calibrant/error.hpp"
#include "fuzz/scratch.hpp"
#include "fuzz/target.hpp"
#include "report/html.hpp"
#include "support/legible.hpp"
#include "support/utf8.hpp"
#include "system/atomic_file.hpp"
#include "system/file_rights.hpp"

namespace calibrant::fuzz {
namespace {

enum class Old : std::uint8_t { kNone, kFile, kLink, kLinkToNothing, kLoop, kDirectory };

std::string contents(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t entries() {
  const std::filesystem::directory_iterator all(".");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

// One component of a path.
std::string file_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (c != '\0' && c != '/') name += c;
  }
  return name.empty() || name == "." || name == ".." ? "out" : name;
}

void lay_out(Old old, const std::string& name, mode_t mode) {
  for (const auto& entry : std::filesystem::directory_iterator(".")) {
    std::filesystem::remove_all(entry.path());
  }
  switch (old) {
    case Old::kNone:
      break;
    case Old::kFile:
      ScratchDirectory::write(name, "old");
      ::chmod(name.c_str(), mode);
      break;
    case Old::kLink:
      ScratchDirectory::write("target of a link", "old");
      ::chmod("target of a link", mode);
      std::filesystem::create_symlink("target of a link", name);
      break;
    case Old::kLinkToNothing:
      std::filesystem::create_symlink("nothing", name);
      break;
    case Old::kLoop:
      std::filesystem::create_symlink(name, name);
      break;
    case Old::kDirectory:
      std::filesystem::create_directory(name);
      break;
  }
}

void check_name(std::string_view text) {
  const std::string seen = legible(text);
  require(is_utf8(seen), "a name for people is UTF-8");
  for (std::size_t i = 0; i < seen.size(); i += utf8_length(seen, i)) {
    require(!is_unseen(utf8_code(seen, i, utf8_length(seen, i))), "a name for people is seen");
  }
  require(legible(seen) == seen, "a name for people stays as it is");
  require(shown(text).size() <= 4 * kMostShown + 8, "a name in a message is short");
  const std::string page = report::escape(text).text;
  int open = 0;
  for (std::size_t i = 0; i < page.size(); i += utf8_length(page, i)) {
    const char32_t code = utf8_code(page, i, utf8_length(page, i));
    if (code == 0x2068) ++open;
    if (code == 0x2069) --open;
    require(open == 0 || open == 1, "isolates are closed, one at a time");
    require(!is_unseen(code) || code == '\n' || code == '\t' || code == 0x2068 || code == 0x2069,
            "a page holds no controls");
    require(code != '<' && code != '>' && code != '"', "a page holds no markup of others");
  }
  require(open == 0, "isolates are closed");
}

void check_written(Old old, const std::string& name, mode_t mode, std::size_t before,
                   const char* text) {
  const std::string target = old == Old::kLink ? "target of a link" : name;
  require(contents(target) == text, "the new file is whole");
  require(std::filesystem::is_symlink(name) == (old == Old::kLink), "a link stays a link");
  require(entries() == before + (old == Old::kNone ? 1 : 0), "nothing is left beside it");
  struct stat now = {};
  ::lstat(target.c_str(), &now);
  require((now.st_mode & 07000U) == 0, "no special bit survives");
  if (old != Old::kNone) {
    require((now.st_mode & 0777U) == (mode & 0777U), "our own file keeps its rights");
  }
}

void run(Input input) {
  static const ScratchDirectory directory;
  const auto old = static_cast<Old>(input.byte() % 6);
  const auto mode = static_cast<mode_t>(input.bits(2) & 07777U);
  const auto fresh = static_cast<mode_t>(input.bits(2) & 0777U);
  const bool commit = input.flag();
  const auto meanwhile =
      input.flag() ? AtomicFile::Meanwhile::kHidden : AtomicFile::Meanwhile::kNameless;
  const std::string_view text = input.text();
  check_name(text);

  for (const bool same_owner : {false, true}) {
    for (const bool same_group : {false, true}) {
      const mode_t narrowed = narrowed_mode(mode, fresh, same_owner, same_group);
      require((narrowed & ~mode & 0777U) == 0, "a mode is never wider");
      require((narrowed & 07000U) == 0, "a mode has no special bit");
      if (!same_group) {
        const mode_t both = (mode >> 3U) & mode & 07U;
        require((narrowed >> 3U & 07U & ~both) == 0 && (narrowed & 07U & ~both) == 0,
                "another group gets what everybody had");
      }
    }
  }

  const std::string name = file_name(text);
  if (name == "target of a link" || name == "nothing" || name.size() > 255) return;
  lay_out(old, name, mode);
  const std::size_t before = entries();
  const bool possible = old == Old::kNone || old == Old::kFile || old == Old::kLink;
  try {
    AtomicFile file(name, meanwhile);
    require(possible, "what cannot be replaced is refused");
    file.write("new");
    if (commit) file.commit();
  } catch (const Error& error) {
    require(!possible, error.what());
    require(std::string_view(error.what()).starts_with(name), "a message names the path");
    require(entries() == before, "nothing is left after an error");
    return;
  }
  if (commit) {
    check_written(old, name, mode, before, "new");
  } else {
    require(entries() == before, "what is not committed vanishes");
  }
}

}  // namespace
}  // namespace calibrant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  calibrant::fuzz::run({data, size});
  return 0;
}
