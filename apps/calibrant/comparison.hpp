// What `calibrant compare` finds out, and how it says so: as text and as JSON.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrant/curve.hpp"
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

/// The intervals of a comparison all hold together at this level.
inline constexpr double kCompareLevel = 0.95;

/// By how much one method's log loss is lower than that of another, over the same rows.
struct Lead {
  std::string over;
  double difference = 0;
  std::optional<double> standard_error = {};  ///< of the mean of the rows' differences
  std::optional<Interval> interval = {};      ///< absent where there are too few rows to tell

  bool clear() const { return interval && interval->lower > 0 && matters(); }
  bool clearly_behind() const { return interval && interval->upper < 0 && matters(); }

 private:
  /// A smaller difference in log loss is none, however sure.
  static constexpr double kNegligible = 1e-5;
  bool matters() const { return std::abs(difference) >= kNegligible; }
};

struct CompareOptions {
  std::vector<std::string> methods;  ///< method names and "raw"
  std::size_t folds = 10;
  std::uint64_t seed = 1;
  MethodFlags method = {};
  Execution execution = {};
  std::optional<std::string> title = {};  ///< of the report
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
  std::optional<Lead> over_runner_up = {};    ///< of the lowest log loss
  std::optional<Lead> over_raw = {};          ///< of the lowest log loss, unless raw has it
  /// A place among the contestants: Auto, unless another is clearly better; without Auto the lowest
  /// log loss.
  std::size_t recommended = 0;
  std::vector<Lead> leads = {};  ///< of the recommended one over each contestant, itself included
  std::size_t comparisons = 0;   ///< pairs of contestants, for which the intervals are corrected
  bool too_few = false;          ///< rows to tell methods apart
  Predicted predicted;
};

/// A method with what each row cost it.
struct Entrant {
  Contestant contestant;
  std::vector<double> log_losses;
};

/// The weight of each class. `labels` are numbers from 0 on; weights may be absent.
template <class Labels>
std::vector<double> class_weights(const Labels& labels, std::span<const double> weights) {
  std::vector<double> result;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= result.size()) result.resize(labels[i] + std::size_t{1});
    result[labels[i]] += weights.empty() ? 1 : weights[i];
  }
  return result;
}

/// Fills in who was best at what, in the order of the log loss, the recommendation and the leads.
/// Weights may be absent.
void rank(std::vector<Entrant> entrants, const std::vector<double>& by_class,
          std::span<const double> weights, Comparison& comparison);

/// The recommended method's lead over the raw scores, if they took part and are not recommended.
const Lead* lead_over_raw(const Comparison& comparison);

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

/// The report on the recommended method. `rows` are those of the calibration file.
std::string to_html(const Comparison& comparison, const Rows& rows, const CompareOptions& options,
                    const std::string& file, const std::string& test_file,
                    const std::string& command);
std::string to_text(const Comparison& comparison, const CompareOptions& options);
std::string to_json(const Comparison& comparison, const CompareOptions& options,
                    const std::vector<std::string>& left_out);

}  // namespace calibrant::cli
