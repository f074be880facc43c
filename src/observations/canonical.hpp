// One zero.
#pragma once

namespace calibrant {

/// Adding zero turns -0.0 into 0.0 and changes nothing else.
inline double canonical(double value) { return value + 0.0; }

}  // namespace calibrant
