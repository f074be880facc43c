// Bands for several classes: how far the model moves when rows and priors are drawn again.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "calibrant/classes.hpp"
#include "classes/fold_rows.hpp"

namespace calibrant {

/// The model that the same method fits to rows with other weights, and with a draw of its priors.
using Refit = std::function<ClassModel(
    std::span<const double> scores, std::span<const std::uint32_t> labels,
    std::span<const double> weights, std::uint64_t draw, const Execution& execution)>;

/// How many refits there are.
inline constexpr std::uint64_t kBandRefits = 10;

/// The model is that of the same rows.
ClassBand class_band(const ClassModel& model, const FoldRows& rows, double level,
                     const Execution& execution, const Refit& refit);

}  // namespace calibrant
