// The options of a fit, an export, an evaluation or a comparison as a JSON object: what any
// language can write.
#pragma once

#include <string_view>

#include "calibrant/assess.hpp"
#include "calibrant/compare.hpp"
#include "calibrant/export.hpp"
#include "calibrant/option.hpp"

namespace calibrant::c_api {

struct FitOptions {
  OptionValues method;  ///< not checked yet
  unsigned threads = 0;
  bool keep_observations = false;
};

/// Throws OptionError for a text that is no JSON object, and for a value that no option takes.
FitOptions options_from_json(std::string_view text);
ExportOptions export_options_from_json(std::string_view text);
AssessOptions assess_options_from_json(std::string_view text);
/// `several`: there are several classes.
CompareOptions compare_options_from_json(std::string_view text, bool several);

}  // namespace calibrant::c_api
