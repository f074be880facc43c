// Rows of several classes at the border of every fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "calibrant/classes.hpp"

namespace calibrant {

/// What the scores are. Throws InputError, which names the first bad row, as fit_classes says.
ClassInput check_class_rows(std::span<const double> scores, std::span<const std::uint32_t> labels,
                            std::size_t classes, std::span<const double> weights,
                            const ClassOptions& options);

}  // namespace calibrant
