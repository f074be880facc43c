// A scorecard as a list of named values, so that tests can go through all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/measures.hpp"

namespace calibrant::testing {

using NamedValues = std::vector<std::pair<std::string, std::optional<double>>>;

inline NamedValues named_values(const Scorecard& card) {
  NamedValues values = {{"weight", card.weight},
                        {"spiegelhalter_z", card.spiegelhalter_z},
                        {"spiegelhalter_p", card.spiegelhalter_p}};
  for (const Measure& measure : measures()) values.emplace_back(measure.name, measure.value(card));
  return values;
}

/// Rows as evaluate() takes them.
struct Rows {
  std::vector<double> probabilities;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;
};

/// `rows` in another order.
template <class Random>
Rows shuffled(Rows rows, Random& random) {
  for (std::size_t i = rows.labels.size(); i > 1; --i) {
    const std::size_t j = random.below(i);
    std::swap(rows.probabilities[i - 1], rows.probabilities[j]);
    std::swap(rows.labels[i - 1], rows.labels[j]);
    if (!rows.weights.empty()) std::swap(rows.weights[i - 1], rows.weights[j]);
  }
  return rows;
}

}  // namespace calibrant::testing
