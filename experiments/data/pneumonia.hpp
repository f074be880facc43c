// A stand-in for the paper's CAP data (community acquired pneumonia), whose patients are not
// public.
#pragma once

#include "data/dataset.hpp"

namespace calibrant::experiments {

/// Synthetic rows of the published shape: 2,287 patients, 172 discrete and 43 continuous features,
/// about 11 % with a dire outcome; dealt into 1,087, 600 and 600. The figures they give stand
/// beside the paper's to show the pipeline at work, not to be compared with them.
Split draw_pneumonia_stand_in(RandomStream& random);

}  // namespace calibrant::experiments
