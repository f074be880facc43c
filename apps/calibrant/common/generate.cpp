#include "common/generate.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "calibrant/method.hpp"
#include "calibrant/version.hpp"
#include "common/verbs.hpp"

namespace calibrant::cli {
namespace {

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* verb) { return !verb->get_group().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

// "-o", "--output": all names of an option as they are typed.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

// All names of an app's options, in one line.
std::string words_of(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* option : options_of(app)) {
    for (const std::string& name : names_of(*option)) words.push_back(name);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string first_sentence(const std::string& text) {
  std::string sentence = text.substr(0, std::min(text.find('\n'), text.find(". ")));
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// --- man ---

std::string roff(const std::string& text) {
  std::string safe = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  // A line that begins with a control character is a request.
  safe = replaced(safe, "\n.", "\n\\&.");
  safe = replaced(safe, "\n'", "\n\\&'");
  return safe;
}

std::string man_options(const CLI::App& app) {
  std::string page;
  for (const CLI::Option* option : options_of(app)) {
    const auto names = names_of(*option);
    const std::string shown =
        names.empty() ? option->get_name(true) : fmt::format("{}", fmt::join(names, ", "));
    page += fmt::format(".TP\n.B {}{}\n{}\n", roff(shown),
                        takes_value(*option) && !names.empty()
                            ? " \\fI" + roff(option->get_type_name()) + "\\fR"
                            : "",
                        roff(option->get_description()));
  }
  return page;
}

std::string man(const CLI::App& app) {
  std::string page = fmt::format(
      ".TH CALIBRANT 1 \"\" \"calibrant {}\" \"User Commands\"\n.SH NAME\ncalibrant \\- {}\n"
      ".SH SYNOPSIS\n.B calibrant\n.I VERB\n[\\fIOPTIONS\\fR]\n.SH OPTIONS\n{}",
      version(), roff(first_sentence(app.get_description())), man_options(app));
  for (const CLI::App* verb : verbs_of(app)) {
    std::string name = verb->get_name();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    page += fmt::format(".SH {}\n{}\n{}", name, roff(verb->get_description()), man_options(*verb));
    if (!verb->get_footer().empty()) {
      page += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(verb->get_footer()));
    }
  }
  page +=
      ".SH EXIT STATUS\n.TP\n.B 0\nDone.\n.TP\n.B 2\nBad input, or a file that cannot be read or "
      "written; the message names the place.\n.TP\n.B 64\nWrong usage.\n";
  return page;
}

// --- completions ---

std::string bash(const CLI::App& app) {
  std::vector<std::string> names;
  std::string cases;
  for (const CLI::App* verb : verbs_of(app)) {
    names.push_back(verb->get_name());
    cases += fmt::format("    {}) words=\"{}\" ;;\n", verb->get_name(), words_of(*verb));
  }
  return fmt::format(
      "# bash completion for calibrant\n"
      "_calibrant() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} words=\"\"\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"{} {}\" -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  case $current in\n"
      "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _calibrant calibrant\n",
      fmt::join(names, " "), words_of(app), cases);
}

// Inside single quotes of zsh's _arguments: no quote, bracket or colon may end the text early.
std::string zsh_text(const std::string& text) {
  return replaced(replaced(replaced(replaced(first_sentence(text), "'", ""), "[", "("), "]", ")"),
                  ":", " ");
}

std::string zsh(const CLI::App& app) {
  std::string verbs;
  std::string cases;
  for (const CLI::App* verb : verbs_of(app)) {
    verbs += fmt::format("    '{}:{}'\n", verb->get_name(), zsh_text(verb->get_description()));
    std::string arguments;
    for (const CLI::Option* option : options_of(*verb)) {
      for (const std::string& name : names_of(*option)) {
        arguments +=
            fmt::format(" \\\n        '{}[{}]{}'", name, zsh_text(option->get_description()),
                        takes_value(*option) ? ":value:_files" : "");
      }
    }
    cases += fmt::format("      {})\n        _arguments{} \\\n        '*:file:_files' ;;\n",
                         verb->get_name(), arguments);
  }
  return fmt::format(
      "#compdef calibrant\n"
      "_calibrant() {{\n"
      "  local -a verbs\n"
      "  verbs=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe 'verb' verbs\n"
      "  else\n"
      "    local verb=$words[2]\n"
      "    shift words\n"
      "    (( CURRENT-- ))\n"
      "    case $verb in\n{}    esac\n"
      "  fi\n"
      "}}\n"
      "_calibrant \"$@\"\n",
      verbs, cases);
}

std::string fish(const CLI::App& app) {
  const auto text = [](const std::string& t) { return replaced(first_sentence(t), "'", ""); };
  std::string script = "# fish completion for calibrant\n";
  for (const CLI::App* verb : verbs_of(app)) {
    const std::string& name = verb->get_name();
    script += fmt::format("complete -c calibrant -n __fish_use_subcommand -a {} -d '{}'\n", name,
                          text(verb->get_description()));
    for (const CLI::Option* option : options_of(*verb)) {
      std::string names;
      for (const std::string& n : option->get_snames()) names += " -s " + n;
      for (const std::string& n : option->get_lnames()) names += " -l " + n;
      if (names.empty()) continue;
      script += fmt::format(
          "complete -c calibrant -n '__fish_seen_subcommand_from {}'{}{} -d '{}'\n", name, names,
          takes_value(*option) ? " -r" : "", text(option->get_description()));
    }
  }
  return script;
}

using Generator = std::string (*)(const CLI::App&);
constexpr auto kGenerators = std::to_array<std::pair<std::string_view, Generator>>(
    {{"man", man}, {"bash", bash}, {"zsh", zsh}, {"fish", fish}, {"methods", [](const CLI::App&) {
                                                                    return methods_as_json() + "\n";
                                                                  }}});

}  // namespace

const std::vector<std::string>& generated_kinds() {
  static const std::vector<std::string> kinds = [] {
    std::vector<std::string> names(kGenerators.size());
    std::transform(kGenerators.begin(), kGenerators.end(), names.begin(),
                   [](const auto& generator) { return std::string(generator.first); });
    return names;
  }();
  return kinds;
}

std::string generate(const CLI::App& app, const std::string& kind) {
  for (const auto& [name, make] : kGenerators) {
    if (name == kind) return make(app);
  }
  throw UsageError(
      fmt::format("--generate: '{}' is not one of {}", kind, fmt::join(generated_kinds(), ", ")));
}

}  // namespace calibrant::cli
