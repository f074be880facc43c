// The weights of a mixture that make what its members said of rows most likely.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace calibrant {

/// `likelihoods[c]` is what member c gave to the label of each row, 0 to 1; a member that gives 0
/// throughout takes no part. EM with a Dirichlet prior of total weight 1, 500 rounds or until
/// nothing moves. It begins at `shares`, and what hardly gains has not gone far from there.
std::vector<double> stack(const std::vector<std::vector<double>>& likelihoods,
                          std::span<const double> weights, std::vector<double> shares);

}  // namespace calibrant
