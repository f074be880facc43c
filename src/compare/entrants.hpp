// Who takes part in a comparison, and how they are ranked.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "calibrant/compare.hpp"

namespace calibrant {

/// A method with what each row cost it.
struct Entrant {
  Contestant contestant;
  std::vector<double> log_losses;
};

/// Fills in who was best at what, in the order of the log loss, the recommendation and the leads.
/// `by_class` is the weight of each class; weights may be absent.
void rank(std::vector<Entrant> entrants, const std::vector<double>& by_class,
          std::span<const double> weights, Comparison& comparison);

/// All methods for two classes or for several, and "raw" behind them.
std::vector<std::string> all_entrants(bool several);

/// Throws OptionError for a name that is unknown or there twice.
void check_entrants(const std::vector<std::string>& methods, bool several);

/// Takes those away from `methods` that cannot be used with these scores, and returns them.
std::vector<std::string> drop_unusable(std::vector<std::string>& methods,
                                       const MethodOptions& options, const ScoredRows& rows,
                                       const std::optional<ScoredRows>& test);

}  // namespace calibrant
