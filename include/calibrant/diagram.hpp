// What diagrams show: bins of equal mass, fewer groups than the eye can tell apart, and drawings
// that are ready for a page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/diagnosis.hpp"
#include "calibrant/multiclass.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// The bins that hold anything, in ascending order, at most `bins`; ties stay together. A group
/// goes to bin floor(bins (C + n/2) / N), as in BinStrategy::kEqualMass.
std::vector<MassBin> mass_bins(const Observations& observations, std::size_t bins);

/// Ten bins, twenty from 2,000 rows on.
std::size_t usual_bins(const Observations& observations);

/// At most `most` groups: neighbours are joined, at their mean score.
Observations thinned(const Observations& observations, std::size_t most);

/// Where a curve is sampled: `each` places at even distances and as many by rank, so that both wide
/// and crowded parts are drawn.
std::vector<double> sample_places(const Observations& observations, std::size_t each);

struct Drawing {
  std::string title;
  std::string description;  ///< what it shows, in words
  std::string svg;          ///< the text of an SVG file
  /// For a page of someone else, such as a notebook: styles touch nothing but the drawing.
  std::string html;
};

/// The curve over the range in which it bends, with its band.
Drawing draw(const Curve& curve);

/// The curves of all classes, one beside the other; words for a map of all classes together.
std::string draw_as_html(const MulticlassModel& model);

/// Observed against predicted, as in the report.
Drawing draw_reliability(const Observations& predictions, const std::string& title);

}  // namespace calibrant
