// Problem: maximise sum y z - ln(1 + e^z) over beta, z = x'beta, x = (1, point).
// Interval: sigma(z +- 1.96 se), se = sqrt(x' (X'WX)^-1 x), W = diag p (1 - p).
#include "logistic_regression.hpp"

#include <cmath>
#include <cstddef>

namespace demo {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector times(const Matrix& m, const Vector& v) {
  return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Of a symmetric matrix: the cross products of its rows over its determinant.
Matrix inverse(const Matrix& m) {
  Matrix result = {cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])};
  const double determinant = dot(m[0], result[0]);
  for (Vector& row : result) {
    for (double& value : row) value /= determinant;
  }
  return result;
}

double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

Vector row_of(const Point& point) { return {1, point[0], point[1]}; }

}  // namespace

LogisticRegression::LogisticRegression(const Sample& sample) {
  // Overlapping clusters: the maximum is finite, near 0, and a few steps from there reach it.
  constexpr int kSteps = 20;
  for (int step = 0; step < kSteps; ++step) {
    Vector gradient = {};
    Matrix information = {};
    for (std::size_t i = 0; i < sample.points.size(); ++i) {
      const Vector x = row_of(sample.points[i]);
      const double p = sigmoid(dot(coefficients_, x));
      for (std::size_t r = 0; r < 3; ++r) {
        gradient.at(r) += (sample.labels[i] - p) * x.at(r);
        for (std::size_t c = 0; c < 3; ++c) {
          information.at(r).at(c) += p * (1 - p) * x.at(r) * x.at(c);
        }
      }
    }
    covariance_ = inverse(information);
    const Vector change = times(covariance_, gradient);
    for (std::size_t r = 0; r < 3; ++r) coefficients_.at(r) += change.at(r);
  }
}

Prediction LogisticRegression::operator()(const Point& point) const {
  const Vector x = row_of(point);
  const double z = dot(coefficients_, x);
  const double margin = 1.96 * std::sqrt(dot(x, times(covariance_, x)));
  return {.probability = sigmoid(z), .lower = sigmoid(z - margin), .upper = sigmoid(z + margin)};
}

std::vector<Prediction> LogisticRegression::operator()(const std::vector<Point>& points) const {
  std::vector<Prediction> predictions;
  predictions.reserve(points.size());
  for (const Point& point : points) predictions.push_back((*this)(point));
  return predictions;
}

}  // namespace demo
