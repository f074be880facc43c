// What a watch has found, in sentences.
#pragma once

#include <string>
#include <vector>

#include "calibrant/watch.hpp"

namespace calibrant::report {

/// "1,200,000", "0.31", "1e+45".
std::string evidence_text(double log_evidence);

/// Whether the alarm is raised, and since when the departure shows.
std::string watch_headline(const WatchFinding& found);

/// What the evidence means, what has changed, and what a refit would save.
std::vector<std::string> watch_sentences(const WatchFinding& found, double alpha);

}  // namespace calibrant::report
