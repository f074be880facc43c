// The sums of a logistic regression with Platt's targets, over groups with one or two features.
//
// Features are made in blocks, whenever a sum needs them: many groups take no memory of their own.
// Few groups are kept, since their sums are asked for more often.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "calibrant/observations.hpp"
#include "kernels/logistic.hpp"
#include "math/cholesky.hpp"

namespace calibrant {

/// Writes the raw features of the groups from `begin` on; `second` is empty if there is only one.
/// Values are finite and of moderate size (their squares must not overflow). Several threads call
/// it at once.
using MakeFeatures =
    std::function<void(std::size_t begin, std::span<double> first, std::span<double> second)>;

/// What is fitted. A prior keeps coefficients finite where the targets alone leave them huge.
struct LogisticModel {
  bool two = false;       ///< features
  bool intercept = true;  ///< false: it is 0
  /// Of the raw features' coefficients: an independent Normal each. A precision of 0 is no prior.
  struct Prior {
    Vector3 mean = {};
    Vector3 precision = {};
  } prior = {};
};

/// Groups of features that vary as little as they can: the weights add up to a number in [1, 2),
/// features are centred (if there is an intercept), of unit variance and, if two, turned to their
/// principal axes (x + y, x - y: those of any 2x2 correlation matrix), so that no scale or offset
/// of the scores hurts the solver and collinear features simply lose an axis. The rarer class plays
/// the positive one, so that the residual sums lose no digits to 1 - p.
class LogisticProblem {
 public:
  /// Nothing of what it computes depends on the number of threads.
  LogisticProblem(const Observations& observations, const MakeFeatures& make,
                  const LogisticModel& model, unsigned threads);

  LogisticSums sums(const Coefficients& at) const;
  /// Sums of T, T x, T y, T being the weight that a group's target has for the rarer class.
  const Vector3& targets() const { return targets_; }
  /// Log odds of the rarer class; 0 if the model has no intercept.
  double intercept() const { return intercept_; }

  /// Neighbouring groups, which are sorted by score, joined into cells at their mean: a problem of
  /// nearly the same solution. Nothing if there are few groups.
  struct Cells {
    std::vector<double> weights;
    std::vector<double> first;
    std::vector<double> second;
  };
  const Cells& cells() const { return cells_; }

  /// The same function of the raw features, for the positive class.
  Coefficients to_raw(const Coefficients& found) const;
  /// What one observation weighs in the sums.
  double unit() const { return unit_; }

 private:
  struct FeatureBlock;
  // How far the raw features are transformed.
  enum class Stage { kRaw, kCentred, kScaled, kTurned, kDone };

  std::size_t blocks() const;
  template <class Use>
  void each_block(Stage stage, const Use& use) const;
  template <class F>
  std::array<double, 2> sum_of(Stage stage, const F& f) const;
  void transform(Stage stage, FeatureBlock& block) const;
  void standardise();
  void turn();
  void add_up_targets();
  void resize(Cells& cells, std::size_t size) const;
  void keep(const FeatureBlock& block);
  void join(const FeatureBlock& block);
  std::size_t cells_of_block() const;

  // Raw feature = origin + centre + scale * standard; scale 0: it does not vary.
  struct Standard {
    double origin = 0;  // the raw value of the first group: differences from it are exact or nearly
    double centre = 0;
    double scale = 0;
    double noise = 0;  // rounding error of the standardised values, at most
  };

  const Observations* observations_;
  const MakeFeatures* make_;
  bool two_;
  bool centred_;
  unsigned threads_;
  bool flipped_;  // positives are the common class
  double unit_;   // of the weights: a power of two
  double total_;
  std::array<Standard, 2> standards_ = {};
  std::array<double, 2> axes_ = {1, 1};  // standard deviations of the axes; 0: only noise
  Vector3 targets_ = {};
  double intercept_ = 0;
  Cells cells_;
  Cells kept_;  // all groups, if they are few
};

}  // namespace calibrant
