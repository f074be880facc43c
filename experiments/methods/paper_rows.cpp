#include "methods/paper_rows.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace calibrant::experiments {

Curve fit_over_rows(std::span<const double> scores, std::span<const std::uint8_t> labels,
                    const std::function<Curve(const Observations&)>& fit) {
  std::vector<std::pair<double, std::uint8_t>> rows;
  for (std::size_t i = 0; i < scores.size(); ++i) rows.emplace_back(scores[i], labels[i]);
  std::sort(rows.begin(), rows.end());
  std::vector<double> places;
  std::vector<std::uint8_t> sorted_labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    places.push_back(static_cast<double>(i));
    sorted_labels.push_back(rows[i].second);
  }
  const Curve curve = fit(observe(places, sorted_labels));
  Steps steps;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i + 1 < rows.size() && rows[i + 1].first == rows[i].first) continue;
    if (!steps.values.empty()) steps.borders.push_back(rows[i].first);
    steps.values.push_back(curve(places[i]));
  }
  return Curve(std::move(steps));
}

}  // namespace calibrant::experiments
