// Maps of all classes at once, softmax(A x + b), fitted by the peak of likelihood times prior.
//
// x is the logarithm of the row's probabilities, less its mean over the classes. With t the slope
// of temperature scaling,
//
//   A = t ((1 + s) I + V),  s ~ Normal(0, 1.5^2)
//
// temperature    A = t I, b = 0                        log t ~ Normal(0, 1.5^2)
// bias           V = 0                                 b_k ~ Normal(0, q^2 / (2K))
// vector         V diagonal                            V_kk as b_k
// matrix         V any                                 V_kj ~ Normal(0, q^2 / (2K (K - 1)))
//
// The priors for q = 1 are those of structured matrix scaling (Berta, Holzmueller, Jordan and Bach
// 2025). With t held fixed the problem is convex.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "classes/fold_rows.hpp"
#include "math/lbfgs.hpp"
#include "support/aligned.hpp"

namespace calibrant {

enum class JointKind : std::uint8_t { kBias, kVector, kMatrix };

/// A fit for a band draws the centres of its priors, each time others, because where the rows tell
/// little the prior alone would say how sure one is.
using PriorDraw = std::optional<std::uint64_t>;

/// The prior's standard deviation of log t and of s.
inline constexpr double kSlopeDeviation = 1.5;

/// z = slopes x + intercepts; the slopes are a number for each class, or a matrix row by row.
struct JointMap {
  std::vector<double> slopes;
  std::vector<double> intercepts;
};

/// Features in blocks, and which of them a fit sees.
struct JointRows {
  std::size_t classes;
  const AlignedVector& x;
  std::span<const std::uint32_t> labels;  ///< by block and row
  std::span<const double> weights;        ///< 0 for rows that only fill up a block
  double range;                           ///< features of a row do not differ by more
  BlockRange left_out = {};               ///< none, if it is empty
  std::function<void()> passed = {};      ///< is told of each sum over the rows; may throw to stop

  static JointRows of(const FoldRows& rows, const AlignedVector& features, double feature_range,
                      BlockRange left_out = {}) {
    return {rows.classes(), features, rows.labels(), rows.weights(), feature_range, left_out, {}};
  }
  std::size_t blocks() const { return labels.size() / kernels::kRowBlock; }
  /// Calls work(blocks, weights) for each run of blocks that is seen.
  void for_seen(
      const std::function<void(const kernels::RowBlocks&, std::span<const double>)>& work) const;
  /// The sum of the losses of the rows that are seen.
  double sums(const JointMap& map, JointMap& derivatives) const;
  /// The probability that the map gives to the label of each row of a range.
  void label_probabilities(const JointMap& map, BlockRange range, std::vector<double>& out) const;
};

/// A fit with its variables: s, b, and what V has.
class JointFit {
 public:
  /// Approximates the Hessian at softmax(t x).
  JointFit(const JointRows& rows, JointKind kind, double temperature);

  /// From `start` on, which may be empty; the prior's standard deviations are q times the usual
  /// ones. Stops where less than `tolerance` of log likelihood can be gained.
  Variables fit(double q, double tolerance, Variables start = {}) const {
    return fit(q, tolerance, std::move(start), {});
  }
  /// The map of a fit, or with a draw that of another fit: its prior has a drawn centre, and is
  /// wider where the variables of the fit say that it was too narrow.
  JointMap map(const Variables& variables, double q, double tolerance, PriorDraw draw) const;

  JointMap map(const Variables& variables) const;

 private:
  /// The centre of the prior is `centre` standard deviations away from no change.
  Variables fit(double q, double tolerance, Variables start, const Variables& centre) const;
  std::size_t features() const;
  double prior_precision(std::size_t k, std::size_t j, double q) const;

  const JointRows& rows_;
  JointKind kind_;
  double temperature_;
  std::size_t classes_;
  double common_curvature_ = 0;                 // of s
  std::vector<std::vector<double>> curvature_;  // of each class: lower triangle, by rows
};

}  // namespace calibrant
