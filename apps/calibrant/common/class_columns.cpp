#include "common/class_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "common/column_finding.hpp"
#include "common/input_options.hpp"
#include "common/verbs.hpp"
#include "csv/number.hpp"
#include "support/utf8.hpp"

namespace calibrant::cli {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

void check_list(const std::string& option, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) throw UsageError(option + ": a name between the commas is empty");
    if (!is_utf8(names[i])) {
      throw UsageError(fmt::format("{}: {} is not UTF-8", option, shown(names[i])));
    }
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i)) {
      throw UsageError(fmt::format("{}: {} is there twice", option, shown(names[i])));
    }
  }
}

std::string_view common_prefix(const std::vector<std::string>& names) {
  std::string_view prefix = names[0];
  for (const std::string_view name : names) {
    const auto [end, ignored] = std::ranges::mismatch(prefix, name);
    prefix = prefix.substr(0, static_cast<std::size_t>(end - prefix.begin()));
  }
  // Bytes above 127 are parts of letters: nothing is cut between them.
  while (!prefix.empty() && (static_cast<unsigned char>(prefix.back()) >= 0x80 ||
                             std::isalnum(static_cast<unsigned char>(prefix.back())) != 0)) {
    prefix.remove_suffix(1);
  }
  return prefix;
}

std::vector<std::string> names_behind_prefix(const std::string& option,
                                             const std::vector<std::string>& columns) {
  const std::string_view prefix = common_prefix(columns);
  std::vector<std::string> names;
  for (const std::string& column : columns) {
    names.push_back(column.substr(prefix.size()));
    if (names.back().empty()) {
      throw UsageError(
          fmt::format("{}: {} has no class name behind the common prefix (--classes names them)",
                      option, shown(column)));
    }
  }
  return names;
}

}  // namespace

void add_classes_option(CLI::App& verb, std::optional<std::string>& classes) {
  add_option(verb, "--classes", classes, "NAMES",
             "Several classes: their names, in the order of the columns (default: the "
             "columns' names behind their common prefix)");
}

std::optional<ClassColumns> class_columns(const std::string& option, InputOptions& input,
                                          const std::optional<std::string>& classes) {
  const bool pattern = is_pattern(input.score);
  ClassColumns result = pattern ? columns_like(option, input.score, input)
                                : ClassColumns{.columns = split(input.score), .classes = {}};
  if (result.columns.size() == 1) {
    if (!classes) return {};
    throw UsageError(
        fmt::format("--classes: needs a column for each in {}, such as p_a,p_b,p_c", option));
  }
  check_list(option, result.columns);
  if (result.columns.size() > kMostClasses) {
    throw UsageError(fmt::format("{}: names {} columns (at most {} classes)", option,
                                 result.columns.size(), kMostClasses));
  }
  if (classes) {
    result.classes = split_names("--classes", *classes);
    if (result.classes.size() != result.columns.size()) {
      throw UsageError(fmt::format("--classes: has {} names ({} has {} columns)",
                                   result.classes.size(), option, result.columns.size()));
    }
  } else if (!pattern) {
    result.classes = names_behind_prefix(option, result.columns);
  }
  return result;
}

std::vector<std::string> split_names(const std::string& option, const std::string& text) {
  std::vector<std::string> names = split(text);
  check_list(option, names);
  return names;
}

std::optional<ClassColumns> in_order_of(const std::vector<std::string>& classes,
                                        const ClassColumns& columns) {
  if (classes.size() != columns.classes.size()) return {};
  ClassColumns result{.columns = {}, .classes = classes};
  for (const std::string& name : classes) {
    const auto found = std::ranges::find(columns.classes, name);
    if (found == columns.classes.end()) return {};
    result.columns.push_back(
        columns.columns[static_cast<std::size_t>(found - columns.classes.begin())]);
  }
  return result;
}

std::optional<ClassColumns> columns_for(const Model& model,
                                        const std::optional<ClassColumns>& columns,
                                        const std::string& path, InputOptions& input,
                                        const std::string& option) {
  const auto* multiclass = std::get_if<MulticlassModel>(&model);
  if (multiclass == nullptr) {
    if (columns)
      throw UsageError(fmt::format("{} has two classes: {} names one column", path, option));
    return {};
  }
  const std::vector<std::string>& classes = multiclass->names();
  if (!columns) {
    if (!input.score_given) return columns_of_classes(classes, input);
    throw UsageError(
        fmt::format("{} has the classes {}: {} names a column for each, such as p_a,p_b,p_c", path,
                    listed(classes), option));
  }
  auto ordered = in_order_of(classes, *columns);
  if (!ordered) {
    throw UsageError(
        fmt::format("{} has the classes {}, the columns are for {} (--classes names them)", path,
                    listed(classes), listed(columns->classes)));
  }
  return ordered;
}

}  // namespace calibrant::cli
