// Scores have one zero: -0.0 and 0.0 are one score.
#pragma once

namespace calibrant {

/// Adding zero turns -0.0 into 0.0 and changes nothing else.
inline double canonical(double value) { return value + 0.0; }

}  // namespace calibrant
