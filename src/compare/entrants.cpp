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

/// One of the methods at least reads the option where there are so many classes.
void check_read_by_one(const std::vector<std::string>& methods,
                       const OptionValues::value_type& given, bool several, Spelling spelling) {
  const std::vector<std::string_view> readers = methods_that_read(find_option(given.first));
  std::optional<OptionError> problem;
  for (const std::string& method : methods) {
    if (std::ranges::count(readers, method) == 0) continue;
    try {
      check_use(method, {given}, several, spelling);
      return;
    } catch (const OptionError& error) {
      problem = error;
    }
  }
  if (problem) throw OptionError(*problem);
}

}  // namespace

std::vector<std::string> all_entrants(bool several) {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    const bool takes_part = several ? method.classes != Method::Classes::kTwo : method.gives_curve;
    if (takes_part) names.emplace_back(method.name);
  }
  names.emplace_back("raw");
  return names;
}

void check_entrants(const std::vector<std::string>& methods, bool several) {
  const std::vector<std::string> all = all_entrants(several);
  const std::vector<std::string_view> known(all.begin(), all.end());
  for (const std::string& name : methods) {
    if (std::ranges::count(known, name) == 0) refuse_method(name, known, "methods");
    if (std::ranges::count(methods, name) > 1) {
      throw OptionError("methods", name + " is named twice");
    }
  }
}

MethodOptions compared_options(const std::vector<std::string>& methods, const OptionValues& given,
                               Spelling spelling, bool several) {
  check_entrants(methods, several);
  const std::vector<std::string> all = methods.empty() ? all_entrants(several) : methods;
  MethodOptions options =
      read_options(std::vector<std::string_view>(all.begin(), all.end()), given, spelling);
  for (const auto& one : given) check_read_by_one(all, one, several, spelling);
  return options;
}

std::vector<std::string> drop_unusable(std::vector<std::string>& methods,
                                       const MethodOptions& options, const ScoredRows& rows,
                                       const std::optional<ScoredRows>& test) {
  const bool probabilities = are_probabilities(rows) && (!test || are_probabilities(*test));
  const bool distributions = probabilities && add_up(rows) && (!test || add_up(*test));
  std::vector<std::string> dropped;
  std::erase_if(methods, [&](const std::string& name) {
    if (name == "raw") {
      if (!distributions) dropped.push_back(name);
      return !distributions;
    }
    // Methods that see all classes together take logits, too.
    const bool joint = !rows.classes.empty() && find_method(name).joint;
    const bool drop = !probabilities && !joint && needs_probabilities(name, options);
    if (drop) dropped.push_back(name);
    return drop;
  });
  return dropped;
}

}  // namespace calibrant
