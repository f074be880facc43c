#include "common/column_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "calibrant/error.hpp"
#include "common/verbs.hpp"
#include "csv/number.hpp"
#include "csv/opening.hpp"

namespace calibrant::cli {
namespace {

constexpr std::string_view kCalibrated = "calibrated_";

using Header = std::vector<std::string>;

bool has(const Header& header, std::string_view name) {
  return std::ranges::find(header, name) != header.end();
}

/// An end of the band around another column?
bool is_band_end(const Header& header, std::string_view name) {
  for (const std::string_view end : {"_lower", "_upper"}) {
    if (name.ends_with(end) && has(header, name.substr(0, name.size() - end.size()))) return true;
  }
  return false;
}

ClassColumns matches(const Header& header, std::string_view before, std::string_view behind,
                     const InputOptions& input) {
  ClassColumns found;
  for (const std::string& name : header) {
    const bool fits = name.size() > before.size() + behind.size() && name.starts_with(before) &&
                      name.ends_with(behind);
    if (!fits || name == input.label || name == input.weight || is_band_end(header, name)) continue;
    found.columns.push_back(name);
    found.classes.push_back(
        name.substr(before.size(), name.size() - before.size() - behind.size()));
  }
  return found;
}

}  // namespace

bool is_pattern(const std::string& columns) { return columns.find('*') != std::string::npos; }

ClassColumns columns_like(const std::string& option, const std::string& pattern,
                          InputOptions& input) {
  const std::size_t star = pattern.find('*');
  if (pattern.find('*', star + 1) != std::string::npos || pattern.find(',') != std::string::npos) {
    throw UsageError(fmt::format("{}: {} is not a pattern (one * stands for the class, as in p_*)",
                                 option, shown(pattern)));
  }
  const Header header = header_names(input);
  const std::string_view view = pattern;
  ClassColumns found = matches(header, view.substr(0, star), view.substr(star + 1), input);
  if (found.columns.empty()) {
    throw UsageError(fmt::format("{}: {} has no column like {} (it has {})", option, input.path,
                                 shown(pattern), listed(header)));
  }
  if (found.columns.size() == 1) {
    throw UsageError(fmt::format("{}: {} has one column like {} (several classes need one each)",
                                 option, input.path, shown(pattern)));
  }
  return found;
}

std::optional<ClassColumns> calibrated_columns(InputOptions& input) {
  const Header header = header_names(input);
  ClassColumns found = matches(header, kCalibrated, "", input);
  if (found.columns.size() < 2) return {};
  if (has(header, "calibrated")) {
    throw Error(
        fmt::format("{}: has a column 'calibrated' and the columns {} (--probability names "
                    "one of them, or 'calibrated_*')",
                    input.path, listed(found.columns)));
  }
  return found;
}

ClassColumns columns_of_classes(const std::vector<std::string>& classes, InputOptions& input) {
  const Header header = header_names(input);
  std::vector<std::string> prefixes;
  for (const std::string& name : header) {
    if (!name.ends_with(classes[0])) continue;
    const std::string prefix = name.substr(0, name.size() - classes[0].size());
    const bool all = std::ranges::all_of(
        classes, [&](const std::string& one) { return has(header, prefix + one); });
    if (all && prefix != kCalibrated) prefixes.push_back(prefix);
  }
  if (prefixes.empty()) {
    throw Error(
        fmt::format("{}: has no columns for the classes {} (--score names a column for "
                    "each, such as p_a,p_b,p_c)",
                    input.path, listed(classes)));
  }
  if (prefixes.size() > 1) {
    std::vector<std::string> choices(prefixes.begin(), prefixes.end());
    for (std::string& prefix : choices) prefix += "*";
    throw Error(
        fmt::format("{}: has several columns for each class: {} (--score names one of "
                    "these)",
                    input.path, listed(choices)));
  }
  ClassColumns found{.columns = {}, .classes = classes};
  for (const std::string& name : classes) found.columns.push_back(prefixes[0] + name);
  return found;
}

}  // namespace calibrant::cli
