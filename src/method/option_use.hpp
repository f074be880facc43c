// Which methods read an option. Elsewhere it would be swallowed without a word: whoever takes
// options by their names asks here first.
#pragma once

#include <string_view>
#include <vector>

namespace calibrant {

/// By the name of the option in the C API: lambda, scale, lookup, level, smoothing, bins, strategy,
/// interpolate, monotone. None, if there is no such option.
const std::vector<std::string_view>& methods_that_read(std::string_view option);

/// Throws OptionError, the option called as its user calls it: `n_bins: is for histogram, not for
/// abb`.
void check_method_reads(std::string_view method, std::string_view option, std::string_view called);

}  // namespace calibrant
