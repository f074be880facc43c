// Mean ranks of methods over problems, and how far apart they must be to differ (Demsar 2006).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace calibrant::experiments {

/// losses[p][m]: of method m on problem p; less is better. Ties share their ranks.
std::vector<double> mean_ranks(const std::vector<std::vector<double>>& losses);

/// Nemenyi's critical difference of mean ranks at 5 %, for 2 to 15 methods.
double critical_difference(std::size_t methods, std::size_t problems);

}  // namespace calibrant::experiments
