// What an assessment or a comparison says: as text for a terminal, as JSON for machines, as HTML.
//
//   std::ofstream("report.html") << to_page(assess(probabilities, labels));
//   std::ofstream("report.html") << to_page(compare({.scores = scores, .labels = labels}));
//
// The same input gives the same bytes. A page is self-contained: it loads nothing from anywhere,
// and its size does not grow with the number of rows.
#pragma once

#include <string>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/assess.hpp"
#include "calibrant/compare.hpp"
#include "calibrant/watch.hpp"

namespace CALIBRANT_API calibrant {

/// What the words call the data. What is empty is not named.
struct ReportNames {
  std::string title = {};                 ///< of a page; empty: "Calibration report", and the file
  std::string file = {};                  ///< "-" is called standard input
  std::vector<std::string> columns = {};  ///< of the scores or probabilities
  std::string before = {};                ///< what the probabilities before calibration are called
  std::string test_file = {};             ///< of a comparison
  std::string command = {};               ///< that made it
};

std::string to_text(const Assessment& assessment, const ReportNames& names = {});
std::string to_text(const MulticlassAssessment& assessment, const ReportNames& names = {});
std::string to_text(const Comparison& comparison);

/// The keys are those of `calibrant evaluate --json` and `calibrant compare --json`, and part of
/// the contract (docs/guide/evaluate.md).
std::string to_json(const Assessment& assessment, const ReportNames& names = {});
std::string to_json(const MulticlassAssessment& assessment, const ReportNames& names = {});
std::string to_json(const Comparison& comparison);

/// The text as HTML for a page of someone else, such as a notebook.
std::string to_fragment(const Assessment& assessment, const ReportNames& names = {});
std::string to_fragment(const MulticlassAssessment& assessment, const ReportNames& names = {});
std::string to_fragment(const Comparison& comparison);

/// The calibration report, a whole page: were the probabilities calibrated, are they now, where
/// not, and how sure is that? `before`: what the probabilities were made from, over the same rows.
std::string to_page(const Assessment& assessment, const ReportNames& names = {},
                    const Assessment* before = nullptr);
std::string to_page(const MulticlassAssessment& assessment, const ReportNames& names = {},
                    const MulticlassAssessment* before = nullptr);
/// The same for the recommended method, and all of them side by side.
std::string to_page(const Comparison& comparison, const ReportNames& names = {});

/// What a watch has found so far. `names.file` holds the newest rows.
std::string to_text(const Watch& watch, const ReportNames& names = {});
std::string to_json(const Watch& watch, const ReportNames& names = {});
std::string to_page(const Watch& watch, const ReportNames& names = {});
/// Evidence, alarm and rows in the text format of Prometheus.
std::string to_prometheus(const Watch& watch);

}  // namespace calibrant
