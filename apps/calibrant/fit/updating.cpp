#include "fit/updating.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "common/input_options.hpp"
#include "common/verbs.hpp"

namespace calibrant::cli {

void add_update_options(CLI::App& verb, UpdateFlags& flags) {
  verb.add_flag("--keep-observations", flags.keep,
                "Store counts of scores, or rows of several classes, in the model for updates");
  add_option(verb, "--update", flags.model, "MODEL",
             "Fit again as this model was fitted, to what it kept and the new rows");
  add_option(verb, "--forget", flags.forget, "NUMBER",
             "With --update: the old rows' weights times this, above 0 and at most 1 "
             "(default 1)");
}

std::optional<StoredModel> begin_update(const CLI::App& verb, UpdateFlags& flags,
                                        std::string& method, OptionValues& given) {
  if (!flags.model) {
    if (flags.forget) throw UsageError("--forget: is for --update");
    return {};
  }
  if (flags.forget && !(*flags.forget > 0 && *flags.forget <= 1)) {
    throw UsageError(fmt::format("--forget: {} is not above 0 and at most 1", *flags.forget));
  }
  const auto refuse = [&](std::string_view flag) {
    throw UsageError(fmt::format("{}: does not go with --update ({} says how it was fitted)", flag,
                                 *flags.model));
  };
  if (verb.count("--method") > 0) refuse("--method");
  for (const auto& [name, value] : given) refuse(find_option(name).flag);
  StoredModel old = load_stored(*flags.model);
  const Kept kept = kept_of(old, *flags.model);
  method = kept.method;
  given = kept.options;
  flags.keep = true;
  return old;
}

}  // namespace calibrant::cli
