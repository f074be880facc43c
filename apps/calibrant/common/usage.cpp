#include "common/usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "csv/number.hpp"
#include "support/legible.hpp"
#include "support/near_miss.hpp"

namespace calibrant::cli {
namespace {

// What other programs call our verbs.
constexpr std::array kOtherNames = std::to_array<std::pair<std::string_view, const char*>>({
    {"train", "fit"},
    {"calibrate", "fit"},
    {"update", "fit --update"},
    {"predict", "apply"},
    {"transform", "apply"},
    {"assess", "evaluate"},
    {"score", "evaluate"},
    {"metrics", "evaluate"},
    {"report", "compare --html"},
    {"convert", "export"},
});

std::vector<std::string> verb_names(const CLI::App& app) {
  const auto is_shown = [](const CLI::App* verb) { return !verb->get_group().empty(); };
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands(is_shown)) {
    names.push_back(verb->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string unknown_verb(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> verbs = verb_names(app);
  const auto* other =
      std::ranges::find(kOtherNames, word, [](const auto& pair) { return pair.first; });
  std::string hint = other == kOtherNames.end() ? did_you_mean(word, verbs)
                                                : fmt::format(" (did you mean {}?)", other->second);
  if (hint.empty()) hint = fmt::format(" ({})", fmt::join(verbs, ", "));
  return fmt::format("there is no verb {}{}", shown(word), hint);
}

std::string unknown_option(const CLI::App& verb, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("{}: is not an option{}", legible(name, kMostShown),
                     did_you_mean(name, option_names(verb)));
}

}  // namespace

std::string usage_problem(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::vector<std::string> unexpected = app.remaining(true);
  const auto is_option = [](const std::string& word) { return word.size() > 1 && word[0] == '-'; };
  const auto option = std::ranges::find_if(unexpected, is_option);
  if (option != unexpected.end()) {
    return unknown_option(chosen.empty() ? app : *chosen.front(), *option);
  }
  if (unexpected.empty()) return error.what();
  if (chosen.empty()) return unknown_verb(app, unexpected.front());
  return fmt::format("{} {} not expected", listed(unexpected),
                     unexpected.size() == 1 ? "was" : "were");
}

}  // namespace calibrant::cli
