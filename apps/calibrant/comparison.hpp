// What `calibrant compare` finds out, and how it says so: as text and as JSON.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/metrics.hpp"
#include "input.hpp"
#include "methods.hpp"

namespace calibrant::cli {

/// The columns of a table.
struct MeasureTitle {
  std::string_view name;   ///< as in the scorecard
  std::string_view title;  ///< for people
  bool larger_is_better;
};

/// Those for two classes.
struct ComparedMeasure {
  std::string_view name;   ///< as in Scorecard
  std::string_view title;  ///< for people
  bool larger_is_better;
  bool by_fold;  ///< a mean over folds makes sense: not of ECE and MCE, which are noise in few rows
  std::optional<double> (*value)(const Scorecard&);
};
const std::array<ComparedMeasure, 6>& compared_measures();  ///< log loss comes first

struct Estimate {
  std::optional<double> value = {};
  std::optional<double> standard_error = {};
  bool best = false;
};

struct Contestant {
  std::string name;
  std::vector<Estimate> estimates = {};
};

/// By how much the winner's log loss is lower, over the same rows.
struct Lead {
  std::string over;
  double difference = 0;
  std::optional<double> standard_error = {};  ///< of the mean of the rows' differences

  bool clear() const { return standard_error && difference > *standard_error; }
};

struct CompareOptions {
  std::vector<std::string> methods;  ///< method names and "raw"
  std::size_t folds = 10;
  std::uint64_t seed = 1;
  MethodFlags method = {};
  Execution execution = {};
};

/// What the rows that were measured on were given.
struct Predicted {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights = {};                     ///< empty: all 1
  std::vector<std::vector<double>> by_contestant = {};  ///< in the order of the contestants
};

struct Comparison {
  std::vector<MeasureTitle> measures;         ///< log loss comes first
  std::string pooled;                         ///< what is measured on all folds together
  std::size_t rows = 0;                       ///< of the calibration file, of positive weight
  std::optional<std::size_t> test_rows = {};  ///< absent: folds
  std::vector<Contestant> contestants;        ///< by log loss
  std::optional<Lead> over_runner_up = {};
  std::optional<Lead> over_raw = {};  ///< unless raw wins
  Predicted predicted;
};

/// A method with what each row cost it.
struct Entrant {
  Contestant contestant;
  std::vector<double> log_losses;
};

/// Fills in who was best at what, in the order of the log loss, and the winner's leads. Weights may
/// be absent.
void rank(std::vector<Entrant> entrants, std::span<const double> weights, Comparison& comparison);

struct Mean {
  double value = 0;
  std::optional<double> standard_error = {};  ///< absent if the weight is not above 1
};
Mean mean_of(std::span<const double> values, std::span<const double> weights);

/// Does the method, with these options, take probabilities only?
bool wants_probabilities(const std::string& name, const MethodFlags& options);

/// With `test`: fitted on `rows`, measured on `test`, standard errors by the bootstrap. Without:
/// each fold is predicted by fits to the others; a measure is its mean over the folds by weight,
/// and its standard error that of this mean. ECE and MCE are those of all folds' predictions
/// together, with the bootstrap's standard error. No thread count changes a bit. Counts, if rows
/// have them, are whole numbers.
Comparison compare_methods(const Rows& rows, const Rows* test, const CompareOptions& options);

/// Those that cannot be used with these scores: they need probabilities.
std::vector<std::string> drop_unusable(std::vector<std::string>& methods,
                                       const MethodFlags& options, const Rows& rows,
                                       const Rows* test);

/// The report on the best method. `rows` are those of the calibration file.
std::string to_html(const Comparison& comparison, const Rows& rows, const CompareOptions& options,
                    const std::string& file, const std::string& test_file,
                    const std::string& command);
std::string to_text(const Comparison& comparison, const CompareOptions& options);
std::string to_json(const Comparison& comparison, const CompareOptions& options,
                    const std::vector<std::string>& left_out);

}  // namespace calibrant::cli
