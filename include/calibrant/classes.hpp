// Several classes, calibrated together: maps of the whole row, and an average of them.
//
// Matrices are row-major: row i, class k is at [i * classes + k]. The class of a row is its index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"

namespace calibrant {
class CurveTable;  // not of the interface
}

namespace CALIBRANT_API calibrant {

/// What the columns hold.
enum class ClassInput : std::uint8_t {
  kProbabilities,  ///< of each class: they add up to 1, but for rounding
  kLogits,         ///< any numbers whose softmax are probabilities: logits, or margins
};

/// Probabilities, if no score lies outside [0, 1] and every row adds up to 1 within kMostSumError
/// (calibrant/multiclass_metrics.hpp); otherwise logits.
ClassInput recognise_class_input(std::span<const double> scores, std::size_t classes);

/// softmax(slopes x + intercepts). Without mixing, x is the logarithm of the row's probabilities,
/// at least 1e-12, or the row of logits. With mixing, probabilities of at least 1e-300 are first
/// raised to a power and divided by their sum; then x is the logarithm of (1 - mixing) p + mixing /
/// classes, at least 1e-12. In either case x is less its mean over the row.
struct SoftmaxPart {
  double mixing = 0;
  std::vector<double> slopes;      ///< one for all, one for each class, or a matrix row by row
  std::vector<double> intercepts;  ///< one for each class, or none
  double power = 1;                ///< above 0; 1 without mixing
};

/// A curve for each class against the rest, read at its probability; the row is divided by its sum.
/// Two classes: one curve, that of the second.
struct OneVsRestPart {
  std::vector<Curve> curves;
};

/// A curve for the largest probability of the row; the others keep their shares of the rest.
struct TopLabelPart {
  Curve curve;
};

/// One map of an average, with its share.
struct ClassPart {
  double weight = 1;
  std::variant<SoftmaxPart, OneVsRestPart, TopLabelPart> map;
};

/// How the maps were chosen.
struct ClassCandidate {
  std::string name;  ///< identity, temperature, bias, vector, matrix, one-vs-rest, top-label
  double weight = 0;
};
struct ClassOrigin {
  std::string method;
  double rows = 0;                              ///< by weight
  std::vector<ClassCandidate> candidates = {};  ///< the heaviest first; the same kind added up
  double changed = 0;  ///< weight of the rows whose most likely class is another than before
  std::vector<double> frequencies = {};  ///< of the classes in the rows; none if they are not known
};

/// How far the true probability of a class may be from the calibrated one. Both are log odds.
struct ClassBand {
  struct Widths {
    std::vector<double> log_odds;     ///< ascending, of the calibrated probability
    std::vector<double> half_widths;  ///< there; straight lines between, constant beyond
  };
  double level = 0.95;
  std::vector<Widths> classes;
};

/// The average of its parts. Immutable; safe to use from many threads.
class ClassModel {
 public:
  /// Throws InputError if a part does not fit the number of classes or holds a number beyond 1e100,
  /// if the weights are negative or do not add up to 1 within 1e-9, if the origin could not be
  /// written down, and if the band is none.
  ClassModel(std::size_t classes, ClassInput input, std::vector<ClassPart> parts,
             ClassOrigin origin = {}, std::optional<ClassBand> band = {});

  std::size_t classes() const noexcept { return classes_; }
  ClassInput input() const noexcept { return input_; }
  const std::vector<ClassPart>& parts() const noexcept { return parts_; }
  const ClassOrigin& origin() const noexcept { return origin_; }
  const std::optional<ClassBand>& band() const noexcept { return band_; }

 private:
  friend void apply(const ClassModel& model, std::span<const double> scores,
                    std::span<double> probabilities, const Execution& execution);

  std::size_t classes_;
  ClassInput input_;
  std::vector<ClassPart> parts_;
  ClassOrigin origin_;
  std::optional<ClassBand> band_;
  std::vector<std::shared_ptr<const CurveTable>> tables_;  // one for each part, or none
};

/// One plain sentence: what was averaged, and how many rows have another most likely class.
std::string describe(const ClassOrigin& origin);

enum class ClassMethod : std::uint8_t { kAuto, kTemperature, kVector, kMatrix };

struct ClassOptions {
  ClassMethod method = ClassMethod::kAuto;
  std::optional<ClassInput> input = {};  ///< absent: recognised
  /// Auto: only maps that never change which class is the most likely.
  bool keep_top = false;
  /// Adds a band at this level. The fit then takes about eleven times as long.
  std::optional<double> level = {};
  /// A class that no row has is an error, because a slip is more likely.
  bool every_class = true;
  std::span<const std::string> names = {};  ///< for messages, which else tell classes by number
  Execution execution = {};
};

/// Auto averages many maps by how well each predicts rows that it was not fitted to; the scores as
/// they are always take part. With two classes it is fit_auto() of the second one's probability.
/// Weights act as frequencies. No order of the rows and no number of threads changes a bit.
///
/// Throws InputError naming the row and the class: a score that is not finite, probabilities that
/// do not add up, another label than 0 to classes - 1, a class that no row has. Throws OptionError
/// for a level that is not strictly between 0 and 1.
ClassModel fit_classes(std::span<const double> scores, std::span<const std::uint32_t> labels,
                       std::size_t classes, std::span<const double> weights = {},
                       const ClassOptions& options = {});

/// The probabilities of many rows, with bits that depend on neither the other rows nor the
/// instruction set. A row with a score that is not finite gets NaN throughout. The output may be
/// the very array of the scores. Throws InputError if the lengths do not fit.
void apply(const ClassModel& model, std::span<const double> scores, std::span<double> probabilities,
           const Execution& execution = {});

/// The band of each class of many rows: lower <= apply() <= upper, all from 0 to 1. Throws Error if
/// the model has no band.
void apply_interval(const ClassModel& model, std::span<const double> scores,
                    std::span<double> lower, std::span<double> upper,
                    const Execution& execution = {});

/// The same for those who have what apply() gave. The band lies around `around`: the probabilities
/// again, or what another frequency of the classes makes of them (calibrant/prevalence.hpp).
void band_around(const ClassModel& model, std::span<const double> probabilities,
                 std::span<const double> around, std::span<double> lower, std::span<double> upper);

}  // namespace calibrant
