// SBB and ABB over rows, as the paper's tables were made: tied rows are kept apart.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace calibrant::experiments {

/// The library groups equal scores, because no boundary can separate them. The paper's code sorted
/// its rows by (score, label) and let boundaries fall between any two; then the value for a score
/// is that of the last row that is not larger. `fit` sees the places 0, 1, 2, ... of the sorted
/// rows as scores.
Curve fit_over_rows(std::span<const double> scores, std::span<const std::uint8_t> labels,
                    const std::function<Curve(const Observations&)>& fit);

}  // namespace calibrant::experiments
