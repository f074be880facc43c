// A classifier to be calibrated: logistic regression on two features, with the 95 % interval of
// each prediction that ACP asks for.
#pragma once

#include <array>
#include <vector>

#include "xor_data.hpp"

namespace demo {

/// One prediction, or many: probability and the bounds of its 95 % interval.
struct Prediction {
  double probability = 0;
  double lower = 0;
  double upper = 1;
};

class LogisticRegression {
 public:
  /// Maximum likelihood, by Newton's method.
  explicit LogisticRegression(const Sample& sample);

  Prediction operator()(const Point& point) const;
  std::vector<Prediction> operator()(const std::vector<Point>& points) const;

 private:
  std::array<double, 3> coefficients_ = {};               // intercept first
  std::array<std::array<double, 3>, 3> covariance_ = {};  // the inverse of X'WX
};

}  // namespace demo
