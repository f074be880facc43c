// Where are the probabilities of several classes wrong, and how sure is that?
//
// Three questions are asked. Is the largest probability of a row right as often as it says? Does
// each class come as often as its probabilities promise, and are these neither too extreme nor too
// timid? Are two classes confused as often as the probabilities promise? What is called off is off
// by more than chance: of many diagnoses of probabilities that are right, at most one in twenty
// calls anything off. Each question has a third of that chance. The tests of the classes share
// theirs by Holm's method, and so do the tests of the pairs.
//
// A count is compared with the sum of the probabilities that promise it. Its p-value is the chance
// of a difference as large if every row has drawn its class from its own probabilities. All pairs
// are tested, seen or not: to leave out those that did not happen would make the rest look rarer
// than they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/diagnosis.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/multiclass_metrics.hpp"

namespace CALIBRANT_API calibrant {

/// A class against the rest. p-values are adjusted for all tests of the diagnosis.
struct DiagnosedClass {
  double expected = 0;  ///< rows, by the probabilities
  double observed = 0;
  double total_p = 1;  ///< of the difference
  std::optional<double> spread_p =
      {};                ///< of being too extreme or too timid; one probability: none
  bool extreme = false;  ///< rather than timid

  bool total_off() const { return total_p <= 1 - kDiagnosisLevel; }
  bool spread_off() const { return spread_p && *spread_p <= 1 - kDiagnosisLevel; }
  bool off() const { return total_off() || spread_off(); }
  double p() const { return spread_p && *spread_p < total_p ? *spread_p : total_p; }
  /// "too high" or "too low"; empty if the total is not off.
  std::string total() const;
  /// "too extreme" or "too timid"; empty if neither.
  std::string spread() const;
};

/// Rows whose largest probability is that of one class, and whose own class is another.
struct Confusion {
  std::size_t predicted = 0;
  std::size_t own = 0;
  double expected = 0;  ///< rows: the sum of the own class's probability where the other is largest
  double observed = 0;
  double p = 1;  ///< adjusted for all tests of the diagnosis

  bool off() const { return p <= 1 - kDiagnosisLevel; }
  bool more() const { return observed > expected; }  ///< than predicted
};

struct ClassDiagnosis {
  Diagnosis top;  ///< of the largest probability, "positive" where it is right
  std::vector<DiagnosedClass> classes = {};
  /// Those that have a row, or for which half a row is expected; the clearest come first.
  std::vector<Confusion> confusions = {};
  std::size_t pairs = 0;  ///< that were tested
  /// Rows by class of the largest probability, then by own class: row-major.
  std::vector<double> expected = {};
  std::vector<double> observed = {};
  /// Of all tests together, as in Diagnosis.
  double p = 1;
  bool few = false;  ///< that nothing is found off then means little

  bool fine() const { return p > 1 - kDiagnosisLevel; }
};

/// No number of threads and no order of the rows changes a bit.
ClassDiagnosis diagnose(const MulticlassPredictions& predictions, const Execution& execution = {});

/// The sentence of two classes.
std::string verdict_sentence(const ClassDiagnosis& diagnosis);

}  // namespace calibrant
