#include "updating.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "csv/number.hpp"
#include "methods.hpp"
#include "verbs.hpp"

namespace calibrant::cli {
namespace {

StoredModel load_with_observations(const std::string& path) {
  StoredModel stored = load_stored(path);
  if (const auto* acp = std::get_if<AcpModel>(&stored.model)) {
    // ACP is its observations: they are there without --keep-observations.
    stored.kept = Kept{.method = "acp", .observations = {acp->observations()}};
  }
  if (!stored.kept) {
    throw Error(path + ": keeps no observations to add to (fit it with --keep-observations)");
  }
  return stored;
}

void check_method(const StoredModel& stored, const std::string& path) {
  const std::string& method = stored.kept->method;
  const auto& known = method_names();
  if (std::holds_alternative<AcpModel>(stored.model) ||
      std::find(known.begin(), known.end(), method) != known.end()) {
    return;
  }
  throw Error(
      fmt::format("{}: was fitted by {}, which this release does not know", path, shown(method)));
}

// As if they had been given.
void give_options(CLI::App& verb, const std::map<std::string, std::string>& options,
                  const std::vector<std::string>& names, const std::string& model) {
  for (const auto& [name, value] : options) {
    const auto refuse = [&, &name = name, &value = value] {
      throw Error(fmt::format("{}: keeps an option {} of {}, which this release does not know",
                              model, shown(name), shown(value)));
    };
    if (std::find(names.begin(), names.end(), name) == names.end()) refuse();
    try {
      CLI::Option* option = verb.get_option("--" + name);
      option->clear();
      option->add_result(value);
      option->run_callback();
    } catch (const CLI::Error&) {
      refuse();
    }
  }
}

}  // namespace

void add_update_options(CLI::App& verb, UpdateOptions& options) {
  verb.add_flag("--keep-observations", options.keep,
                "Store the counts of every score in the model, so that it can be updated");
  verb.add_option("--update", options.model,
                  "Fit again as this model was fitted, to its observations and the new rows")
      ->type_name("MODEL");
  verb.add_option("--forget", options.forget,
                  "With --update: the old rows' weights times this, above 0 and at most 1 "
                  "(default 1)")
      ->type_name("NUMBER");
}

std::optional<StoredModel> begin_update(CLI::App& verb, UpdateOptions& options,
                                        const std::vector<std::string>& names,
                                        std::string& method) {
  if (!options.model) {
    if (options.forget) throw UsageError("--forget: is for --update");
    return {};
  }
  if (options.forget && !(*options.forget > 0 && *options.forget <= 1)) {
    throw UsageError(fmt::format("--forget: {} is not above 0 and at most 1", *options.forget));
  }
  std::vector<std::string> brought = names;
  brought.emplace_back("method");
  for (const std::string& name : brought) {
    if (verb.count("--" + name) > 0) {
      throw UsageError(fmt::format("--{}: does not go with --update ({} says how it was fitted)",
                                   name, *options.model));
    }
  }
  StoredModel old = load_with_observations(*options.model);
  check_method(old, *options.model);
  method = old.kept->method;
  give_options(verb, old.kept->options, names, *options.model);
  options.keep = true;
  return old;
}

std::map<std::string, std::string> given_options(const CLI::App& verb,
                                                 const std::vector<std::string>& names) {
  std::map<std::string, std::string> given;
  for (const std::string& name : names) {
    const CLI::Option* option = verb.get_option("--" + name);
    if (option->count() > 0) given[name] = option->results().back();
  }
  return given;
}

void absorb(Sample& sample, const Kept& kept, double forget) {
  for (std::size_t k = 0; k < sample.seen.size(); ++k) {
    sample.seen[k] = merge(reweigh(kept.observations[k], forget), sample.seen[k]);
  }
}

}  // namespace calibrant::cli
