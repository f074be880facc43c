// The options of a fit as a JSON object: what any language can write.
#pragma once

#include <string_view>

#include "calibrant/method.hpp"

namespace calibrant::c_api {

/// Throws OptionError for a text that is no JSON object, and by its name for an option that is
/// unknown, not read by the method, or of the wrong type. Ranges are checked by the fit.
MethodOptions options_from_json(std::string_view method, std::string_view text);

}  // namespace calibrant::c_api
