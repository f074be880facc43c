// A fitted calibrator: a curve from score to probability, as plain data.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/interval.hpp"
#include "calibrant/prior.hpp"

namespace calibrant {
class CurveIndex;  // not part of the contract, so not of the API
}

namespace CALIBRANT_API calibrant {

/// 1 / (1 + exp(-z)), z = intercept + slope * f(score).
struct Sigmoid {
  enum class Input {
    kScore,  ///< f = score
    kLogit,  ///< f = logit(score), the score clipped to [1e-12, 1 - 1e-12]
    kLogs,   ///< z = intercept + slope * ln s - slope_complement * ln(1 - s), clipped likewise
  };
  Input input = Input::kScore;
  double intercept = 0;
  double slope = 1;
  double slope_complement = 0;  ///< kLogs only
};

/// values[i] for borders[i-1] <= score < borders[i]: a score equal to a border goes up.
struct Steps {
  std::vector<double> borders;  ///< strictly ascending, one fewer than values
  std::vector<double> values;
};

/// Straight lines between knots, constant outside.
struct Segments {
  std::vector<double> knots;  ///< strictly ascending
  std::vector<double> values;
};

/// Equal cells over [low, high], constant in each; scores outside belong to the first and last. The
/// cell of a score is floor((score - low) * (cells / (high - low))), as doubles compute it.
struct Grid {
  double low = 0;
  double high = 1;
  std::vector<double> values;
};

/// A credible band: one pair of bounds per value of the shape, read the same way as the values. A
/// value may lie outside its bounds, as a mean may. A Sigmoid carries no band.
struct Band {
  double level = 0.95;
  std::vector<double> lower;
  std::vector<double> upper;
};

/// One of the models behind a curve, and what the data said of it.
struct Candidate {
  double lambda = 0;        ///< of the boundary prior; 0: no bins (a plain base of Auto)
  double log_evidence = 0;  ///< log P(labels, best binning) for SBB, log P(labels) for the others
  double weight = 0;        ///< its share of the average; SBB: 1 for the winner, 0 for the rest
  /// Auto: identity, certain, temperature, platt, platt-logit, beta, constant or abb. Otherwise
  /// empty.
  std::string base = {};
  /// Auto: the prior standard deviation of the binned offsets on the base, in log odds.
  std::optional<double> tau = {};
  std::optional<Scale> scale = {};  ///< of its boundaries, where candidates differ in it
};

struct ScoreRange {
  double low = 0;
  double high = 0;
};

/// How a curve came to be.
struct Origin {
  std::string method;
  double weight = 0;  ///< total weight of the observations
  /// Distinct scores; absent where the fit need not know (bins of equal width).
  std::optional<std::size_t> groups = {};
  double prevalence = 0;
  std::optional<Scale> scale = {};
  std::optional<double> log_evidence = {};
  std::vector<Candidate> candidates = {};
  /// The smallest and the largest score; absent in files of format version 1.
  std::optional<ScoreRange> scores = {};
};

/// What was averaged, in two or three plain sentences; empty where nothing was (Platt, isotonic).
std::string describe(const Origin& origin);

/// Immutable and cheap to copy; safe to use from many threads.
class Curve {
 public:
  using Shape = std::variant<Sigmoid, Steps, Segments, Grid>;

  /// Throws InputError if the numbers do not make a curve (unsorted knots, values outside [0, 1],
  /// lengths that do not fit, a band that does not match) or the origin could not be written down.
  explicit Curve(Shape shape, std::optional<Band> band = {}, Origin origin = {});

  /// The probability for one score, in nanoseconds. NaN gives NaN; infinities give the value at
  /// that end. Between ascending knots the curve ascends, to the bit.
  double operator()(double score) const noexcept;
  /// The credible interval for one score. Throws Error if the curve has no band.
  Interval interval(double score) const;

  const Shape& shape() const noexcept;
  const std::optional<Band>& band() const noexcept;
  const Origin& origin() const noexcept;

 private:
  friend void apply(const Curve&, std::span<const double>, std::span<double>, const Execution&);
  friend void apply_interval(const Curve&, std::span<const double>, std::span<double>,
                             std::span<double>, const Execution&);
  std::shared_ptr<const CurveIndex> index_;
};

/// The same, and where an Auto curve falls although scores rise: there the labels speak against
/// their order.
std::string describe(const Curve& curve);

/// Many scores at once, with SIMD: the same bits as curve(score) one by one, on every instruction
/// set. The output may be the very array of the scores; otherwise the two must not overlap. Throws
/// InputError if the lengths differ. Several threads share many rows.
void apply(const Curve& curve, std::span<const double> scores, std::span<double> probabilities,
           const Execution& execution = {});
std::vector<double> apply(const Curve& curve, std::span<const double> scores);
/// The same; a template only because a plain call with a std::vector would find std::apply.
template <class AnyCurve, class Scores>
requires std::same_as<std::remove_cvref_t<AnyCurve>, Curve> &&
    std::convertible_to<Scores, std::span<const double>>
        std::vector<double> apply(AnyCurve&& curve, Scores&& scores) {
  const Curve& same = curve;
  return apply(same, std::span<const double>(scores));
}

/// The credible interval of many scores, under the same terms. Throws Error if the curve has no
/// band.
void apply_interval(const Curve& curve, std::span<const double> scores, std::span<double> lower,
                    std::span<double> upper, const Execution& execution = {});

struct TabulateOptions {
  std::size_t cells = 1000;
  /// Where the table begins and ends; absent: the first and the last knot or border. A Sigmoid or a
  /// single border has no such span and needs both; a constant is tabulated over [0, 1].
  std::optional<double> low = {};
  std::optional<double> high = {};
};

/// The paper's cache: R equal cells, each with the curve's value (and band) at its centre; recall
/// in O(1). Throws OptionError.
Curve tabulate(const Curve& curve, const TabulateOptions& options = {});

/// The largest |a(x) - b(x)| over [low, high]; exact for piecewise shapes, both sides of every
/// break included. A Sigmoid is sampled between breaks. Throws OptionError if low or high is not
/// finite or high < low.
double largest_gap(const Curve& a, const Curve& b, double low, double high);

}  // namespace calibrant
