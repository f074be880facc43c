// What a diagnosis of several classes says, in words and tables, on the terminal and on the page.
#pragma once

#include <string>
#include <vector>

#include "calibrant/assess.hpp"

namespace calibrant::report {

/// What is wrong with a class: "too low by 22 %", "too high by 9 %, too extreme"; empty: nothing.
std::string class_fault(const DiagnosedClass& one);

/// "more often" or "less often" than predicted; empty: neither, by more than chance.
std::string confusion_fault(const Confusion& one);

/// The classes from the worst on: by adjusted p, then by how far the total is off in standard
/// deviations of a count.
std::vector<std::size_t> worst_classes(const MulticlassAssessment& assessment);

/// "The largest probability is overconfident above 0.62." or that nothing is off.
std::string top_sentence(const MulticlassAssessment& assessment);

/// "3 of 10 classes are off by more than chance: cat is too low by 22 %, ... and 1 more."
std::string classes_sentence(const MulticlassAssessment& assessment);

/// "2 of 90 pairs of classes are confused ...: cat is taken for cow in 35 rows (12 predicted)."
std::string confusions_sentence(const MulticlassAssessment& assessment);

}  // namespace calibrant::report
