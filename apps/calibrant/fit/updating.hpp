// fit --update: the flags, and what the old model brings instead of other flags.
#pragma once

#include <optional>
#include <string>

#include "calibrant/update.hpp"

namespace CLI {
class App;
}

namespace calibrant::cli {

struct UpdateFlags {
  bool keep = false;                      ///< --keep-observations
  std::optional<std::string> model = {};  ///< --update
  std::optional<double> forget = {};      ///< old weights times this
};

void add_update_options(CLI::App& verb, UpdateFlags& flags);

/// The model to update, if there is one. It brings its method and its options, and it will keep its
/// observations again. Throws UsageError if method or options were given, too, and Error naming the
/// model if it keeps nothing or says what this release does not know.
std::optional<StoredModel> begin_update(const CLI::App& verb, UpdateFlags& flags,
                                        std::string& method, OptionValues& given);

}  // namespace calibrant::cli
