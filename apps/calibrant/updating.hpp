// fit --update: what a model keeps of how it was fitted, and new rows beside the old.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/model_file.hpp"
#include "sample.hpp"

namespace CLI {
class App;
}

namespace calibrant::cli {

struct UpdateOptions {
  bool keep = false;                      ///< --keep-observations
  std::optional<std::string> model = {};  ///< --update
  std::optional<double> forget = {};      ///< old weights times this
};

void add_update_options(CLI::App& verb, UpdateOptions& options);

/// The model to update, if there is one: it keeps its observations and will again, and its method
/// and those options that it brings (among `names`) are as if they had been given. Throws
/// UsageError if they were given indeed, Error naming the model if it keeps nothing or says what
/// this release does not know.
std::optional<StoredModel> begin_update(CLI::App& verb, UpdateOptions& options,
                                        const std::vector<std::string>& names, std::string& method);

/// Those of the options that were given, and their values.
std::map<std::string, std::string> given_options(const CLI::App& verb,
                                                 const std::vector<std::string>& names);

/// The old observations, forgotten in part, and the new ones together.
void absorb(Sample& sample, const Kept& kept, double forget);

}  // namespace calibrant::cli
