// How good are these probabilities, how sure is that, and for whom? What `calibrant evaluate` finds
// out; calibrant/report.hpp says it as text, JSON or a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/bootstrap.hpp"
#include "calibrant/class_diagnosis.hpp"
#include "calibrant/diagnosis.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

struct AssessOptions {
  std::size_t bins = 10;       ///< of ECE, MCE and of the reliability diagram
  std::size_t repeats = 1000;  ///< of the bootstrap; 0: no intervals
  double level = 0.95;         ///< of all intervals
  std::uint64_t seed = 1;      ///< of the bootstrap
  Execution execution = {};
};

struct ReliabilityBin {
  ReliabilityRow row;
  Interval interval;  ///< exact_binomial_interval() of the observed fraction
};

/// Some rows: all of them, a subgroup, or a class against the rest.
struct AssessedRows {
  std::string name = {};
  std::size_t rows = 0;
  Scorecard card = {};
  ScorecardIntervals intervals = {};
  double expected = 0;  ///< positives, by the probabilities
  std::optional<CalibrationTest> test = {};
  std::vector<ReliabilityBin> reliability = {};  ///< bins of equal width
  std::optional<double> adjusted_p = {};         ///< of the test among others, by Holm's method
  bool off = false;                              ///< by more than chance, at 5 % for all of them
};

struct Assessment {
  AssessOptions options;
  Observations predictions;
  AssessedRows all = {};
  Diagnosis diagnosis = {};
  std::optional<std::string> by = {};        ///< what the subgroups are called: "site"
  std::vector<AssessedRows> subgroups = {};  ///< by name
  std::size_t weightless = 0;                ///< subgroups left out because their weight is 0
};

/// Rows that fall into subgroups, with labels, or already counted.
struct Subgroups {
  std::string by;
  std::span<const std::string> names;
  std::span<const std::uint32_t> of_row;  ///< a place in `names`
  std::span<const double> probabilities;
  std::span<const std::uint8_t> labels = {};
  std::span<const double> weights = {};    ///< of rows with labels; empty: all 1
  std::span<const double> negatives = {};  ///< of counted rows
  std::span<const double> positives = {};
};

/// `predictions` is observe(probabilities, labels, weights), made of so many rows. Throws what
/// evaluate() and bootstrap() throw, and InputError for subgroups that do not fit.
Assessment assess(const Observations& predictions, std::size_t rows,
                  const AssessOptions& options = {}, const Subgroups* subgroups = nullptr);
Assessment assess(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                  std::span<const double> weights = {}, const AssessOptions& options = {});

/// Several classes.
struct MulticlassAssessment {
  AssessOptions options;
  std::size_t rows = 0;
  MulticlassScorecard card = {};
  MulticlassIntervals intervals = {};
  std::vector<AssessedRows> classes = {};  ///< each against the rest: card, adjusted p, off
  ClassDiagnosis diagnosis = {};
  Observations top;                             ///< as in MulticlassPredictions
  std::vector<Observations> against_rest = {};  ///< as MulticlassPredictions::classes
};

/// `names` are those of the classes. Throws InputError if there are not as many.
MulticlassAssessment assess(const MulticlassPredictions& predictions, std::size_t rows,
                            std::span<const std::string> names, const AssessOptions& options = {});

}  // namespace calibrant
