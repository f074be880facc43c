// Rows dealt into folds for cross-validation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "calibrant/api.hpp"

namespace CALIBRANT_API calibrant {

/// The fold of every row, 0 to folds - 1. Stratified: the rows of each class are shuffled and dealt
/// one by one, so that any two folds differ by at most one row of each class, and by at most one
/// row in all. The same seed deals the same rows alike; rows in another order are dealt otherwise.
/// Throws InputError for a label that is not 0 or 1, OptionError for fewer than 2 folds or more
/// folds than rows.
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint8_t> labels, std::size_t folds,
                                            std::uint64_t seed = 1);

/// The same for several classes, labels being 0 to classes - 1: any two folds differ by at most one
/// row of each class, and by at most one row in all.
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> labels,
                                            std::size_t classes, std::size_t folds,
                                            std::uint64_t seed = 1);

}  // namespace calibrant
