// ACP, adaptive calibration of predictions (Jiang et al. 2012): the one method that is not a curve,
// because it needs the classifier's confidence interval for every prediction.
#pragma once

#include <optional>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

class AcpModel {
 public:
  /// The positive fraction among the training scores in p +- (upper - lower) / 2, clipped to
  /// [0, 1], both ends included; p itself if there are none. Throws InputError if p is no
  /// probability, or the bounds are not finite and in order.
  double operator()(double probability, double lower, double upper) const;

  /// The positive fraction among the training scores in [low, high], both ends included: for bins
  /// of another shape. Absent if there are none.
  std::optional<double> positive_fraction(double low, double high) const noexcept;

  /// What it was fitted on: the model is its data.
  const Observations& observations() const noexcept { return observations_; }

 private:
  friend AcpModel fit_acp(const Observations& observations);
  explicit AcpModel(const Observations& observations);

  Observations observations_;
  std::vector<double> weight_before_;     ///< total weight of the groups before this one; one more
  std::vector<double> positives_before_;  ///< of which positive
};

/// Throws InputError for a score outside [0, 1], with its index among the sorted distinct scores.
AcpModel fit_acp(const Observations& observations);

}  // namespace calibrant
