#include "csv/opening.hpp"

#include <utility>

namespace calibrant::cli {

std::vector<std::string> header_names(InputOptions& options) {
  auto opened = std::make_shared<OpenedFile>();
  opened->blocks = open_blocks(options);
  std::vector<std::string> names = opened->blocks->names();
  options.opened = std::move(opened);
  return names;
}

std::unique_ptr<Blocks> open_blocks(const InputOptions& options) {
  if (options.opened && options.opened->blocks && options.opened->blocks->path() == options.path) {
    return std::move(options.opened->blocks);
  }
  return std::make_unique<Blocks>(options.path, options.delimiter);
}

}  // namespace calibrant::cli
