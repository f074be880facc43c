#include "compare/entrants.hpp"

#include <algorithm>
#include <cmath>

#include "calibrant/error.hpp"
#include "calibrant/multiclass_metrics.hpp"

namespace calibrant {
namespace {

bool are_probabilities(const ScoredRows& rows) {
  return std::ranges::all_of(rows.scores, [](double s) { return s >= 0 && s <= 1; });
}

/// Of one score there is nothing to add up.
bool add_up(const ScoredRows& rows) {
  if (rows.classes.empty()) return true;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < rows.width(); ++k) sum += rows.scores[i * rows.width() + k];
    if (std::abs(sum - 1) > kMostSumError) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> all_entrants() {
  std::vector<std::string> names(method_names().begin(), method_names().end());
  names.emplace_back("raw");
  return names;
}

void check_entrants(const std::vector<std::string>& methods) {
  std::vector<std::string_view> known = method_names();
  known.emplace_back("raw");
  for (const std::string& name : methods) {
    if (std::ranges::count(known, name) == 0) refuse_method(name, known, "methods");
    if (std::ranges::count(methods, name) > 1) {
      throw OptionError("methods", name + " is named twice");
    }
  }
}

MethodOptions compared_options(const std::vector<std::string>& methods, const OptionValues& given,
                               Spelling spelling) {
  check_entrants(methods);
  const std::vector<std::string> all = methods.empty() ? all_entrants() : methods;
  return read_options(std::vector<std::string_view>(all.begin(), all.end()), given, spelling);
}

std::vector<std::string> drop_unusable(std::vector<std::string>& methods,
                                       const MethodOptions& options, const ScoredRows& rows,
                                       const std::optional<ScoredRows>& test) {
  const bool probabilities = are_probabilities(rows) && (!test || are_probabilities(*test));
  const bool distributions = probabilities && add_up(rows) && (!test || add_up(*test));
  std::vector<std::string> dropped;
  std::erase_if(methods, [&](const std::string& name) {
    const bool drop =
        name == "raw" ? !distributions : !probabilities && needs_probabilities(name, options);
    if (drop) dropped.push_back(name);
    return drop;
  });
  return dropped;
}

}  // namespace calibrant
