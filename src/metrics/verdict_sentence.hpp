// The one sentence of a diagnosis, for two classes and for several.
#pragma once

#include <string>

namespace calibrant::metrics {

/// `p` is that of all tests together; `few`: rows, so that nothing found means little.
std::string verdict_sentence(bool fine, bool few, double p);

}  // namespace calibrant::metrics
