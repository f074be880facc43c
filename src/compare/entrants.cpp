#include "compare/entrants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibrant/error.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

bool wants_probabilities(const std::string& name, const MethodOptions& options) {
  const bool logit = options.prior.scale == Scale::kLogit && (name == "abb" || name == "sbb");
  return logit || needs_probabilities(name);
}

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
  const std::vector<std::string> known = all_entrants();
  for (const std::string& name : methods) {
    if (std::ranges::find(known, name) == known.end()) {
      throw OptionError("methods",
                        fmt::format("{} is not one of {}", shown(name), fmt::join(known, ", ")));
    }
    if (std::ranges::count(methods, name) > 1) {
      throw OptionError("methods", name + " is named twice");
    }
  }
}

std::vector<std::string> drop_unusable(std::vector<std::string>& methods,
                                       const MethodOptions& options, const ScoredRows& rows,
                                       const std::optional<ScoredRows>& test) {
  const bool probabilities = are_probabilities(rows) && (!test || are_probabilities(*test));
  const bool distributions = probabilities && add_up(rows) && (!test || add_up(*test));
  std::vector<std::string> dropped;
  std::erase_if(methods, [&](const std::string& name) {
    const bool drop =
        name == "raw" ? !distributions : !probabilities && wants_probabilities(name, options);
    if (drop) dropped.push_back(name);
    return drop;
  });
  return dropped;
}

}  // namespace calibrant
