// Which method is best for these scores? What `calibrant compare` finds out; calibrant/report.hpp
// says it as text, JSON or a page.
//
// Every method is fitted on the same folds, or on one sample and measured on another. Log loss is a
// mean over rows, so two methods are compared row by row, which leaves out what makes a row hard
// for both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/method.hpp"

namespace CALIBRANT_API calibrant {

/// Rows with their labels, for two classes or for several.
struct ScoredRows {
  std::vector<std::string> classes = {};  ///< the names of several; empty: two, and one score a row
  std::vector<double> scores;             ///< row-major: one of a row, or one for each class
  std::vector<std::uint32_t> labels;      ///< 0 or 1, or a place in `classes`
  std::vector<double> weights = {};       ///< empty: all 1

  std::size_t size() const { return labels.size(); }
  /// Scores in a row.
  std::size_t width() const { return classes.empty() ? 1 : classes.size(); }
};

struct CompareOptions {
  /// Names of methods, and "raw" for the scores as they are; empty: all. Those that cannot be used
  /// with these scores are left out, because they need probabilities, or, for "raw" and several
  /// classes, probabilities that add up to 1.
  std::vector<std::string> methods = {};
  /// Absent: 10, or as many as there are rows.
  std::optional<std::size_t> folds = {};
  std::uint64_t seed = 1;  ///< of the folds and of the bootstrap
  MethodOptions method = {};
  Execution execution = {};
};

/// The options of all methods together, each read by one of these methods at least; no methods are
/// all. `several`: there are several classes. Throws OptionError as read_options does, and for an
/// unknown method.
MethodOptions compared_options(const std::vector<std::string>& methods, const OptionValues& given,
                               Spelling spelling = Spelling::kLibrary, bool several = false);

/// The intervals of a comparison all hold together at this level.
inline constexpr double kCompareLevel = 0.95;

/// A column of the table.
struct ComparedMeasure {
  std::string_view name;   ///< as in the scorecard
  std::string_view title;  ///< for people
  bool larger_is_better;
  bool by_fold;  ///< a mean over folds; otherwise of all rows together
};

struct Estimate {
  std::optional<double> value = {};
  std::optional<double> standard_error = {};
  bool best = false;
};

struct Contestant {
  std::string name;
  std::vector<Estimate> estimates = {};  ///< in the order of the measures
  std::vector<double> probabilities =
      {};  ///< of the rows that were measured, as ScoredRows::scores
};

/// By how much one method's log loss is lower than that of another, over the same rows.
struct Lead {
  std::string over;
  double difference = 0;
  std::optional<double> standard_error = {};  ///< of the mean of the rows' differences
  std::optional<Interval> interval = {};      ///< absent where there are too few rows to tell

  /// By more than chance, and by enough to matter.
  bool clear() const;
  bool clearly_behind() const;
};

struct Comparison {
  CompareOptions options;
  ScoredRows rows;                             ///< those of positive weight
  std::optional<ScoredRows> test = {};         ///< absent: folds
  std::size_t folds = 0;                       ///< 0: measured on `test`
  std::vector<ComparedMeasure> measures = {};  ///< log loss comes first
  std::vector<std::string> left_out = {};      ///< methods that cannot be used with these scores
  std::vector<std::string> notes = {};         ///< what differs from what was asked for, and why
  std::vector<Contestant> contestants = {};    ///< by log loss
  std::optional<Lead> over_runner_up = {};     ///< of the lowest log loss
  std::optional<Lead> over_raw = {};           ///< of the lowest log loss, unless raw has it
  /// A place among the contestants: Auto, unless another is clearly better; without Auto the lowest
  /// log loss.
  std::size_t recommended = 0;
  std::vector<Lead> leads = {};  ///< of the recommended one over each contestant, itself included
  std::size_t comparisons = 0;   ///< pairs of contestants, for which the intervals are corrected
  bool too_few = false;          ///< rows to tell methods apart

  /// The rows that were measured.
  const ScoredRows& measured() const { return test ? *test : rows; }
  /// The recommended method's lead over the raw scores, if they took part and are not recommended.
  const Lead* lead_over_raw() const;
};

/// With `test`: fitted on `rows`, measured on `test`. Without: each fold is predicted by fits to
/// the others. For two classes a measure is then its mean over the folds by weight, and its
/// standard error that of this mean; ECE and MCE, and all measures on `test`, are those of all rows
/// together, with the bootstrap's standard error. For several classes all measures are those of all
/// rows together; standard errors are those of means over rows, and the two ECEs have none.
///
/// No number of threads changes a bit. Throws InputError for rows that cannot be used and where no
/// method is left, OptionError for an unknown method, folds for `test`, or what a method refuses.
Comparison compare(ScoredRows rows, std::optional<ScoredRows> test = {},
                   const CompareOptions& options = {});

}  // namespace calibrant
