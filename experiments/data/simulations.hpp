// The simulated data of the paper: two features, 600 rows for each of training, calibration, test.
#pragma once

#include "data/dataset.hpp"

namespace calibrant::experiments {

/// Two round clusters that a line separates. The paper leaves its table out ("uniformly
/// excellent"), and so does the list of published figures.
Split draw_linear(RandomStream& random);

/// Four clusters at (+-1, +-1); the label is 1 where the signs differ. No line does better than
/// chance.
Split draw_xor(RandomStream& random);

/// A disc of radius 2 inside a ring up to radius 4; the label is 1 in the ring.
Split draw_circular(RandomStream& random);

}  // namespace calibrant::experiments
