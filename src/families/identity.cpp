// The scores as they are, with exact 0s and 1s read with caution or taken at their word. There is
// no coefficient, so the evidence is the likelihood. Only Auto has use for them.
#include "families/families.hpp"

namespace calibrant {

constinit const Family kIdentityFamily = {.name = "identity",
                                          .words = "the scores as they are",
                                          .features = write_logits,
                                          .read = read_probabilities,
                                          .share = "identity",
                                          .in_band = &kPlattLogitFamily};

constinit const Family kCertainFamily = {.name = "certain",
                                         .words = "the scores as they are",
                                         .features = write_logits,
                                         .read = read_certain_probabilities,
                                         .share = "identity",
                                         .in_band = &kPlattLogitFamily,
                                         .offsets = false,
                                         .needs_exact_scores = true};

}  // namespace calibrant
